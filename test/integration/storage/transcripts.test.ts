import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Transcript, Turn } from '#core/transcript/types.ts';
import {
  emptyTranscript,
  parseTranscript,
  serialiseTranscript,
} from '../../../main/storage/transcript-file.ts';
import type { Workspace } from '../../../main/storage/workspace.ts';
import { Chat, codeOf, open, openNew, rawDatabase, testId, text, workspaceOptions } from './support.ts';

const key = { conversationId: testId(1), agentId: testId(2) };

function turn(answer: string, blocks: unknown[] = [{ type: 'thinking', signature: 'c2ln' }]): Turn {
  return {
    userMessageId: testId(10),
    agentMessageId: answer,
    routeId: 'lab',
    model: 'one',
    user: [{ type: 'text', text: 'q' }],
    steps: [
      {
        said: [{ type: 'call', id: 'c', name: 't', arguments: '{"n": 1.0, "big": 12345678901234567890}' }],
        native: { wire: 'anthropic', model: 'one', blocks },
        results: [
          { callId: 'c', name: 't', parts: [{ type: 'text', text: 'r' }], failed: false, eventful: false },
        ],
        usage: { input: 1, output: 2, cacheRead: 0, cacheWrite: 0 },
      },
    ],
    source: 'seen',
    endedAt: 5,
  };
}

const whole = (...turns: Turn[]): Transcript => ({ ...emptyTranscript(key), turns });

describe('the file format', () => {
  it('[T4] keeps provider blocks as they came, key order and odd names included', () => {
    const json =
      '{"z":1,"a":{"__proto__":{"x":1},"constructor":"c"},"s":"\\ud800 \\u2028","n":1e-7,"list":[[],null]}';
    const bytes = serialiseTranscript(whole(turn(testId(11), [JSON.parse(json)])));
    const parsed = parseTranscript(bytes, key);
    expect(parsed.kind).toBe('valid');
    if (parsed.kind !== 'valid') return;
    expect(JSON.stringify(parsed.transcript.turns[0]?.steps[0]?.native.blocks[0])).toBe(
      JSON.stringify(JSON.parse(json)),
    );
    expect(serialiseTranscript(parsed.transcript)).toEqual(bytes);
  });

  it('[T4] keeps any JSON block, and gives the same bytes after reading it back', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 4 }), (blocks) => {
        const bytes = serialiseTranscript(whole(turn(testId(11), blocks)));
        const parsed = parseTranscript(bytes, key);
        if (parsed.kind !== 'valid') throw new Error(parsed.why);
        expect(JSON.stringify(parsed.transcript.turns[0]?.steps[0]?.native.blocks)).toBe(
          JSON.stringify(blocks),
        );
        expect(serialiseTranscript(parsed.transcript)).toEqual(bytes);
      }),
    );
  });

  it('gives the same bytes for the same transcript, whatever order its fields are in', () => {
    const transcript = whole(turn(testId(11)));
    const reversed = (value: object) => Object.fromEntries(Object.entries(value).reverse());
    const shuffled = {
      ...reversed(transcript),
      turns: transcript.turns.map(reversed),
    } as unknown as Transcript;
    expect(serialiseTranscript(shuffled)).toEqual(serialiseTranscript(transcript));
  });

  const good = JSON.parse(Buffer.from(serialiseTranscript(whole(turn(testId(11))))).toString());
  it.each([
    ['nothing', ''],
    ['half a file', JSON.stringify(good).slice(0, 200)],
    ['zeros, as a lost write leaves them', '\0'.repeat(300)],
    ['another JSON', '{}'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a field too many', JSON.stringify({ ...good, more: 1 })],
    ['a field too few', JSON.stringify({ ...good, turns: undefined })],
    ['version 0', JSON.stringify({ ...good, version: 0 })],
    ['a version that is text', JSON.stringify({ ...good, version: '1' })],
    ['two turns for one answer', JSON.stringify({ ...good, turns: [...good.turns, ...good.turns] })],
    ["another agent's transcript", JSON.stringify({ ...good, agentId: testId(3) })],
    ["another conversation's transcript", JSON.stringify({ ...good, conversationId: testId(3) })],
  ])('[T7] does not take %s for a transcript', (_name, content) => {
    expect(parseTranscript(Buffer.from(content), key).kind).toBe('unreadable');
  });

  it('[T7] tells a newer version from damage', () => {
    const newer = JSON.stringify({ format: 'bough-transcript', version: 2, somethingNew: true });
    expect(parseTranscript(Buffer.from(newer), key).kind).toBe('newer');
    expect(parseTranscript(Buffer.from([0xff, 0xfe, 0x00]), key).kind).toBe('unreadable');
  });
});

async function chatWithTranscript(): Promise<{
  workspace: Workspace;
  chat: Chat;
  mine: Transcript;
  file: string;
}> {
  const workspace = await openNew();
  const chat = new Chat(workspace);
  const agentId = workspace.agents.default().id;
  const mine = { ...emptyTranscript({ conversationId: chat.id, agentId }), turns: [turn(testId(11))] };
  return { workspace, chat, mine, file: join(workspace.folder, 'transcripts', `${chat.id}.${agentId}.json`) };
}

const filesOf = (workspace: Workspace) => readdirSync(join(workspace.folder, 'transcripts'));

describe('the store', () => {
  it('[T1] writes one file for each conversation and agent, named by their ids', async () => {
    const { workspace, mine, file } = await chatWithTranscript();
    const { hash } = await workspace.transcripts.save(mine);
    expect(await workspace.transcripts.load(mine.conversationId, mine.agentId)).toEqual({
      kind: 'loaded',
      transcript: mine,
      hash,
    });
    expect(filesOf(workspace)).toEqual([file.split('/').at(-1)]);
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o077).toBe(0);
  });

  it.each(['../../etc/passwd', 'a/b', '', '..', 'CON', '01890000-0000-7000-8000-000000000001/..'])(
    'never leaves its folder: %j is no id',
    async (evil) => {
      const { workspace, mine } = await chatWithTranscript();
      expect(await codeOf(async () => workspace.transcripts.load(evil, mine.agentId))).toBe('bad_request');
      expect(await codeOf(async () => workspace.transcripts.save({ ...mine, agentId: evil }))).toBe(
        'bad_request',
      );
      expect(filesOf(workspace)).toEqual([]);
    },
  );

  it('[T7] tells never written from gone', async () => {
    const { workspace, chat, mine, file } = await chatWithTranscript();
    const load = () => workspace.transcripts.load(mine.conversationId, mine.agentId);
    expect(await load()).toEqual({ kind: 'absent' });
    chat.ask('q');
    const answer = chat.start();
    const { hash } = await workspace.transcripts.save(mine);
    workspace.messages.finalise(answer, { status: 'complete', parts: [], usage: null, transcriptHash: hash });
    rmSync(file);
    expect(await load()).toEqual({ kind: 'missing' });
  });

  it.each([
    ['unreadable', '{"format":"bough-transcript","version":1,"turns":['],
    ['newer', '{"format":"bough-transcript","version":9}'],
  ] as const)(
    '[T7] sets an %s file aside, whole, and still says so after a restart',
    async (reason, content) => {
      const { workspace, mine, file } = await chatWithTranscript();
      await workspace.transcripts.save(mine);
      writeFileSync(file, content);
      const first = await workspace.transcripts.load(mine.conversationId, mine.agentId);
      expect(first).toMatchObject({ kind: 'quarantined', reason });
      if (first.kind !== 'quarantined') return;
      expect(filesOf(workspace)).toEqual([first.setAsideAs]);
      expect(readFileSync(join(workspace.folder, 'transcripts', first.setAsideAs), 'utf8')).toBe(content);

      await workspace.close();
      const again = await open({ ...workspaceOptions(workspace.folder) });
      expect(await again.transcripts.load(mine.conversationId, mine.agentId)).toEqual(first);
      const { hash } = await again.transcripts.save(mine);
      expect(await again.transcripts.load(mine.conversationId, mine.agentId)).toEqual({
        kind: 'loaded',
        transcript: mine,
        hash,
      });
      expect(readFileSync(join(workspace.folder, 'transcripts', first.setAsideAs), 'utf8')).toBe(content);
    },
  );

  it('[T7] sets several bad files aside without writing over one, in the same millisecond too', async () => {
    const { workspace, mine, file } = await chatWithTranscript();
    for (const content of ['first', 'second', 'third']) {
      writeFileSync(file, content);
      await workspace.transcripts.load(mine.conversationId, mine.agentId);
    }
    const kept = filesOf(workspace).map((name) =>
      readFileSync(join(workspace.folder, 'transcripts', name), 'utf8'),
    );
    expect(kept.toSorted()).toEqual(['first', 'second', 'third']);
  });

  it('[T7] refuses to write over a file that was never read', async () => {
    const { workspace, mine, file } = await chatWithTranscript();
    writeFileSync(file, 'something that took years to write');
    expect(await codeOf(() => workspace.transcripts.save(mine))).toBe('internal');
    expect(readFileSync(file, 'utf8')).toBe('something that took years to write');
  });

  it('[T7] update sets an unreadable file aside before it writes', async () => {
    const { workspace, mine, file } = await chatWithTranscript();
    writeFileSync(file, 'damaged');
    const { transcript } = await workspace.transcripts.update(mine.conversationId, mine.agentId, (old) => ({
      ...old,
      turns: [...old.turns, turn(testId(20))],
    }));
    expect(transcript.turns).toHaveLength(1);
    expect(filesOf(workspace)).toHaveLength(2);
  });

  it('[B11] loses no turn of two branches that end at the same time', async () => {
    const { workspace, mine } = await chatWithTranscript();
    const ids = Array.from({ length: 20 }, (_, at) => testId(100 + at));
    await Promise.all(
      ids.map((id) =>
        workspace.transcripts.update(mine.conversationId, mine.agentId, (old) => ({
          ...old,
          turns: [...old.turns, turn(id)],
        })),
      ),
    );
    const loaded = await workspace.transcripts.load(mine.conversationId, mine.agentId);
    expect(loaded.kind === 'loaded' && loaded.transcript.turns.map((each) => each.agentMessageId)).toEqual(
      ids,
    );
  });

  it('goes on after a failed write', async () => {
    const { workspace, mine } = await chatWithTranscript();
    const broken = { ...mine, turns: [turn(testId(1)), turn(testId(1))] };
    expect(await codeOf(() => workspace.transcripts.save(broken))).toBe('internal');
    await workspace.transcripts.save(mine);
    expect(filesOf(workspace)).toHaveLength(1);
  });

  it('recognises by its hash a file that the database does not know, and takes it over', async () => {
    const { workspace, chat, mine } = await chatWithTranscript();
    chat.ask('q');
    const answer = chat.start();
    const before = await workspace.transcripts.save(mine);
    workspace.messages.finalise(answer, {
      status: 'complete',
      parts: text('a'),
      usage: null,
      transcriptHash: before.hash,
    });
    const after = await workspace.transcripts.save({ ...mine, turns: [...mine.turns, turn(testId(12))] });
    const stored = () => rawDatabase(workspace.folder).prepare('SELECT hash FROM transcripts').pluck().get();
    expect(stored()).toBe(before.hash);
    const loaded = await workspace.transcripts.load(mine.conversationId, mine.agentId);
    expect(loaded).toMatchObject({ kind: 'loaded', hash: after.hash });
    expect(stored()).toBe(after.hash);
  });
});
