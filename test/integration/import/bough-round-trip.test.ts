import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Part } from '#contract';
import type { Turn } from '#core/transcript/types.ts';
import { writeBough } from '../../../main/export/bough.ts';
import { boughSource } from '../../../main/export/reading.ts';
import type { Workspace } from '../../../main/storage/workspace.ts';
import { pixel, seeded } from '../../fixtures/import-archives.ts';
import { systemEnvironment } from '../../host/test-services.ts';
import { temporaryFolder } from '../storage/support.ts';
import { openRig } from './rig.ts';

/** Conversations in Bough's own format, all of them where none are named, without the moment of the writing. */
async function exported(workspace: Workspace, ids?: readonly string[]): Promise<string> {
  const pieces: string[] = [];
  const all = () =>
    [true, false].flatMap((trashed) => workspace.conversations.list({ trashed, limit: 200 }).items);
  await writeBough({
    source: boughSource(workspace),
    conversationIds: [...(ids ?? all().map(({ id }) => id))].sort(),
    app: 'test',
    exportedAt: 1_800_000_000_000,
    attachments: 'inline',
    out: { write: async (piece) => void pieces.push(Buffer.from(piece).toString('utf8')) },
  });
  return pieces.join('');
}

const pick = <T>(random: () => number, from: readonly T[]): T =>
  from[Math.floor(random() * from.length)] as T;

async function partsOf(workspace: Workspace, random: () => number): Promise<Part[]> {
  const text: Part = {
    type: 'text',
    text: pick(random, ['Plum jam', 'สวัสดี\n\n```ts\nx\n```', '学习', 'ř', '']),
  };
  if (random() < 0.2) {
    const bytes = Buffer.concat([pixel, Buffer.from([Math.floor(random() * 4)])]);
    return [
      text,
      { type: 'attachment', attachment: await workspace.attachments.add('a picture.png', bytes) },
    ];
  }
  return [text];
}

/** Conversations of random shape, with transcripts, checkpoints, attachments, trash and every status. */
async function fill(workspace: Workspace, random: () => number): Promise<string[]> {
  const ids: string[] = [];
  const count = 1 + Math.floor(random() * 2);
  for (let n = 0; n < count; n += 1) {
    const { id, rootId, agentId } = workspace.conversations.create();
    ids.push(id);
    workspace.conversations.rename(id, pick(random, ['Boats', 'เรือ', 'x'.repeat(150)]), 'user');
    const places = [rootId];
    for (let m = 0; m < 1 + random() * 5; m += 1) {
      const user = workspace.messages.appendUser({
        conversationId: id,
        parentId: pick(random, places),
        parts: await partsOf(workspace, random),
      });
      places.push(user.id);
      const place = await answer(workspace, random, { conversationId: id, agentId, userId: user.id });
      if (place) places.push(place);
    }
    if (random() < 0.5) workspace.messages.moveTip(id, pick(random, places));
    if (random() < 0.2) workspace.conversations.trash(id);
  }
  return ids;
}

interface Asked {
  conversationId: string;
  agentId: string;
  userId: string;
}

/** An answer of any status; a complete one with its turn, and at times a checkpoint. */
async function answer(workspace: Workspace, random: () => number, asked: Asked): Promise<string | null> {
  const { conversationId, agentId, userId } = asked;
  const status = pick(random, ['complete', 'complete', 'interrupted', 'failed'] as const);
  const message = workspace.messages.startAgent({
    conversationId,
    parentId: userId,
    agentId,
    model: 'lab/gpt',
  });
  const parts: Part[] = [
    { type: 'reasoning', text: 'Hm.' },
    {
      type: 'tool',
      id: 'c1',
      name: 'look',
      input: '{"a": 1}',
      state: 'done',
      result: 'seen',
      eventful: false,
    },
    { type: 'text', text: 'So it is.' },
  ];
  const usage = { input: 10, output: 2, cacheRead: 0, cacheWrite: 1 };
  if (status !== 'complete') {
    workspace.messages.finalise(message.id, { status, parts, usage: null });
    return status === 'failed' ? null : message.id;
  }
  const turn: Turn = {
    userMessageId: userId,
    agentMessageId: message.id,
    routeId: 'lab',
    model: 'gpt',
    user: [{ type: 'text', text: 'asked' }],
    steps: [
      {
        said: [{ type: 'text', text: 'So it is.' }],
        native: { wire: 'openai-chat', model: 'gpt', blocks: [{ raw: ' {"kept":  true}' }] },
        results: [],
        usage,
      },
    ],
    source: 'seen',
    endedAt: 1_750_000_000_000,
  };
  const label = pick(random, ['', 'before the storm', 'จุดนี้']);
  const { hash } = await workspace.transcripts.update(conversationId, agentId, (transcript) => ({
    ...transcript,
    turns: [...transcript.turns, turn],
    checkpoints:
      label === ''
        ? transcript.checkpoints
        : [...transcript.checkpoints, { label, messageId: message.id, createdAt: 5 }],
  }));
  workspace.messages.finalise(message.id, {
    status,
    parts,
    usage,
    transcriptHash: hash,
    moveTipFrom: userId,
  });
  return message.id;
}

describe("Bough's own format, out and in again", () => {
  it('gives the same trees, transcripts, attachments and checkpoints, for 200 random sets of conversations', async () => {
    const folder = temporaryFolder();
    const source = await openRig(join(folder, 'source'));
    const target = await openRig(join(folder, 'target'));
    const file = join(folder, 'all.bough.json');
    for (let seed = 1; seed <= 200; seed += 1) {
      const ids = await fill(source.workspace, seeded(seed * 7919));
      const text = await exported(source.workspace, ids);
      writeFileSync(file, text);
      const report = await target.bring([file]);
      expect(report, `seed ${seed}`).toMatchObject({ state: 'done', unreadable: 0, problems: [] });
      expect(await exported(target.workspace, ids), `seed ${seed}`).toBe(text);
      if (seed % 10 > 0) continue;
      expect(await target.bring([file])).toMatchObject({ state: 'done', imported: 0, grown: 0, messages: 0 });
    }
    await source.close();
    await target.close();
  }, 120_000);

  it('a file that breaks off gives the whole conversations before, and says that it is damaged', async () => {
    const folder = temporaryFolder();
    const source = await openRig(join(folder, 'source'));
    for (let n = 0; n < 3; n += 1) await fill(source.workspace, seeded(n + 1));
    const text = await exported(source.workspace);
    const file = join(folder, 'cut.bough.json');
    writeFileSync(file, text.slice(0, text.lastIndexOf('"type":"conversation"') + 400));
    const target = await openRig(join(folder, 'target'));
    const report = await target.bring([file]);
    expect(report.problems).toContainEqual(expect.objectContaining({ kind: 'file_damaged' }));
    expect(report.imported).toBeGreaterThan(0);
    for (const { conversationId } of report.conversations) {
      expect(target.workspace.messages.skeleton(conversationId)).toEqual(
        source.workspace.messages.skeleton(conversationId),
      );
    }
    await source.close();
    await target.close();
  });

  it('a file of a newer version is refused whole', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'new.bough.json');
    writeFileSync(
      file,
      `[{"type":"bough","version":9,"app":"9","exportedAt":1,"attachments":"inline"},\n{"type":"end"}]\n`,
    );
    const rig = await openRig(join(folder, 'target'));
    expect(await rig.bring([file])).toMatchObject({ state: 'failed', failure: { code: 'import_newer' } });
    await rig.close();
  });

  it('ids of another conversation are never written over', async () => {
    const folder = temporaryFolder();
    const rig = await openRig(join(folder, 'source'));
    await fill(rig.workspace, seeded(5));
    const text = await exported(rig.workspace);
    const [first] = rig.workspace.conversations.list({ trashed: false, limit: 1 }).items;
    const file = join(folder, 'stolen.bough.json');
    writeFileSync(file, text.replaceAll(first?.id ?? '', systemEnvironment.newId()));
    const report = await rig.bring([file]);
    expect(report).toMatchObject({ state: 'done', imported: 0 });
    expect(report.unreadable).toBeGreaterThan(0);
    expect(await exported(rig.workspace)).toBe(text);
    await rig.close();
  });
});
