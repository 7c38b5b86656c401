import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Part } from '#contract';
import { type BoughRecord, countRecord, emptyCounts } from '#core/export/bough-format.ts';
import { boughRecordSchema } from '../../../main/export/bough-schema.ts';
import { emptyTranscript } from '../../../main/storage/transcript-file.ts';
import type { Workspace } from '../../../main/storage/workspace.ts';
import { openStage } from './stage.ts';

const words = fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), fc.string({ maxLength: 30 }));
/** One act on a tree: whose message, below which one so far, what, and whether a file goes along. */
const act = fc.record({
  below: fc.nat(),
  agent: fc.boolean(),
  text: words,
  file: fc.boolean(),
  failed: fc.boolean(),
});

/** Grows a tree; every act is allowed to fail as the workspace wants it to. */
async function grow(workspace: Workspace, acts: readonly Parameters<typeof add>[2][]): Promise<string> {
  const { id, rootId } = workspace.conversations.create();
  const grown = [rootId];
  for (const each of acts) grown.push(await add(workspace, { id, grown }, each));
  return id;
}

async function add(
  workspace: Workspace,
  { id, grown }: { id: string; grown: string[] },
  {
    below,
    agent,
    text,
    file,
    failed,
  }: { below: number; agent: boolean; text: string; file: boolean; failed: boolean },
): Promise<string> {
  const parentId = grown[below % grown.length] ?? '';
  const parts: Part[] = [{ type: 'text', text }];
  if (file)
    parts.push({
      type: 'attachment',
      attachment: await workspace.attachments.add('f.bin', Buffer.from(text)),
    });
  if (!agent) return workspace.messages.appendUser({ conversationId: id, parentId, parts }).id;
  const agentId = workspace.agents.default().id;
  const started = workspace.messages.startAgent({ conversationId: id, parentId, agentId, model: 'lab/one' });
  const usage = { input: 1, output: 2, cacheRead: 0, cacheWrite: 0 };
  workspace.messages.finalise(started.id, { status: failed ? 'failed' : 'complete', parts, usage });
  return failed ? parentId : started.id;
}

function recordsOf(text: string): BoughRecord[] {
  const lines = text.trimEnd().split('\n');
  const cut = lines.map((line, at) => line.slice(at === 0 ? 1 : 0, -1));
  return cut.map((line) => boughRecordSchema.parse(JSON.parse(line)));
}

describe('Bough’s own format', () => {
  it('holds the whole of random trees, line by line and as one JSON, and counts itself', async () => {
    const stage = await openStage();
    const { workspace } = stage;
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 12 }), async (acts) => {
        const id = await grow(workspace, acts);
        await stage.run('a.bough.json', { conversationIds: [id], format: 'bough' });
        const text = await readFile(join(stage.folder, 'a.bough.json'), 'utf8');
        const records = recordsOf(text);
        expect(JSON.parse(text)).toHaveLength(records.length);
        const counts = emptyCounts();
        for (const record of records) countRecord(counts, record.type);
        expect(records.at(-1)).toEqual(counts);

        const { ids } = workspace.messages.skeleton(id);
        const written = records.flatMap((record) => (record.type === 'message' ? [record.message] : []));
        const kept = ids.slice(1).map((each) => {
          const { conversationId: _, depth: __, siblings: ___, ...message } = workspace.messages.get(each);
          return message;
        });
        expect(written).toEqual(kept);
        const conversation = records.find((record) => record.type === 'conversation')?.conversation;
        const { tipId, rootId, title, createdAt } = workspace.conversations.get(id);
        expect(conversation).toMatchObject({ id, tipId, rootId, title, createdAt, origin: null });
        for (const record of records) {
          if (record.type !== 'attachment') continue;
          const bytes = Buffer.from(record.data ?? '', 'base64');
          expect(createHash('sha256').update(bytes).digest('hex')).toBe(record.attachment.hash);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('holds transcripts with their turns and checkpoints, and says which are lost', async () => {
    const stage = await openStage();
    const { workspace } = stage;
    const id = await grow(workspace, [
      { below: 0, agent: false, text: 'a', file: false, failed: false },
      { below: 1, agent: true, text: 'b', file: false, failed: false },
    ]);
    const [user, agent] = workspace.messages.skeleton(id).ids.slice(1);
    const agentId = workspace.agents.default().id;
    const turn = {
      userMessageId: user ?? '',
      agentMessageId: agent ?? '',
      routeId: 'lab',
      model: 'one',
      user: [{ type: 'text' as const, text: 'a' }],
      steps: [
        {
          said: [{ type: 'text' as const, text: 'b' }],
          native: { wire: 'x', model: 'one', blocks: [{ z: 1, a: [2] }] },
          results: [],
          usage: null,
        },
      ],
      source: 'seen' as const,
      endedAt: 5,
    };
    const checkpoints = [{ label: 'here', messageId: agent ?? '', createdAt: 6 }];
    await workspace.transcripts.amend(id, agentId, () => ({
      ...emptyTranscript({ conversationId: id, agentId }),
      turns: [turn],
      checkpoints,
    }));
    await stage.run('a.bough.json', { conversationIds: [id], format: 'bough' });
    const records = recordsOf(await readFile(join(stage.folder, 'a.bough.json'), 'utf8'));
    expect(records.slice(-3, -1)).toEqual([
      { type: 'transcript', version: 1, agentId, checkpoints },
      { type: 'turn', turn },
    ]);
    expect(records.find((record) => record.type === 'agent')).toMatchObject({ agent: { id: agentId } });
  });
});
