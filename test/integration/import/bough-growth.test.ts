import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Conversation, ImportSummary } from '#contract';
import { alignBranch } from '#core/transcript/align.ts';
import type { Transcript, Turn } from '#core/transcript/types.ts';
import type { Workspace } from '../../../main/storage/workspace.ts';
import { seeded } from '../../fixtures/import-archives.ts';
import { expectOk } from '../../host/lab-routes.ts';
import { createTestShell, openTestServices, silentLog } from '../../host/test-services.ts';
import { exported } from './exported.ts';
import { fillAtRandom, goOn, memoryFolder, stateOf } from './random-workspace.ts';
import { openRig } from './rig.ts';

const conversationsOf = (workspace: Workspace): Conversation[] =>
  [true, false].flatMap((trashed) => workspace.conversations.list({ trashed, limit: 200 }).items);

/** Every transcript of a workspace, by conversation and agent. */
async function transcriptsOf(workspace: Workspace): Promise<Map<string, Transcript>> {
  const all = new Map<string, Transcript>();
  for (const { id } of conversationsOf(workspace)) {
    for (const agentId of workspace.transcripts.agentsOf(id)) {
      const loaded = await workspace.transcripts.load(id, agentId);
      if (loaded.kind === 'loaded')
        all.set(`${id} ${agentId}`, JSON.parse(JSON.stringify(loaded.transcript)) as Transcript);
    }
  }
  return all;
}

const messagesOf = (folder: string): Map<string, unknown> =>
  new Map((stateOf(folder)['messages'] as [string, string, ...unknown[]][]).map((row) => [row[1], row]));

/** Every answer whose turn is held is replayed as it happened on its branch. */
function expectReplayed(workspace: Workspace, transcript: Transcript): void {
  for (const turn of transcript.turns) {
    const path = workspace.messages.pathIds(turn.agentMessageId);
    const aligned = alignBranch(path, transcript.agentId, transcript);
    expect(aligned.at(-1)).toMatchObject({ kind: 'seen', turn: { agentMessageId: turn.agentMessageId } });
  }
}

const turnIds = (transcript: Transcript | undefined): Map<string, Turn> =>
  new Map(transcript?.turns.map((turn) => [turn.agentMessageId, turn]));

describe('a conversation that went on in two workspaces and comes back', () => {
  it('holds the messages, turns and marks of both, each as it was, and a second time adds nothing', async () => {
    const folder = memoryFolder();
    const template = join(folder, 'template');
    await (await openRig(template)).close();
    let merged = 0;
    for (let seed = 1; seed <= 40; seed += 1) {
      const [from, to, file] = [join(folder, 'from'), join(folder, 'to'), join(folder, 'all.bough.json')];
      cpSync(template, from, { recursive: true });
      cpSync(template, to, { recursive: true });
      const source = await openRig(from);
      const target = await openRig(to);
      await fillAtRandom(source, seed);
      writeFileSync(file, await exported(source.workspace));
      await target.bring([file]);
      const random = seeded(seed);
      for (const { id } of conversationsOf(source.workspace)) {
        if (random() < 0.8) await goOn(source.workspace, id, seed + 1000);
        if (random() < 0.5) await goOn(target.workspace, id, seed + 2000);
      }
      const mine = { messages: messagesOf(to), transcripts: await transcriptsOf(target.workspace) };
      const theirs = { messages: messagesOf(from), transcripts: await transcriptsOf(source.workspace) };
      writeFileSync(file, await exported(source.workspace));
      const report = await target.bring([file]);
      expect(report, `seed ${seed}`).toMatchObject({
        state: 'done',
        unreadable: 0,
        imported: 0,
        problems: [],
      });

      expect(messagesOf(to)).toEqual(new Map([...mine.messages, ...theirs.messages]));
      const now = await transcriptsOf(target.workspace);
      for (const [key, transcript] of now) {
        expectReplayed(target.workspace, transcript);
        const [before, coming] = [turnIds(mine.transcripts.get(key)), turnIds(theirs.transcripts.get(key))];
        for (const [id, turn] of turnIds(transcript)) expect(turn).toEqual(before.get(id) ?? coming.get(id));
        const came = [...coming.keys()].filter((id) => !mine.messages.has(id));
        expect([...turnIds(transcript).keys()].sort()).toEqual([...before.keys(), ...came].sort());
        const marks = theirs.transcripts.get(key)?.checkpoints ?? [];
        const comingMarks = marks.filter(({ messageId }) => !mine.messages.has(messageId));
        expect(transcript.checkpoints).toEqual([
          ...(mine.transcripts.get(key)?.checkpoints ?? []),
          ...comingMarks,
        ]);
        merged += came.length;
      }
      const after = stateOf(to);
      expect(await target.bring([file])).toMatchObject({ grown: 0, messages: 0, imported: 0 });
      expect(stateOf(to)).toEqual(after);
      await source.close();
      await target.close();
      for (const each of [from, to]) rmSync(each, { recursive: true });
    }
    expect(merged).toBeGreaterThan(40);
  }, 120_000);

  it('moves the tip on where it stood at an end, and leaves it where somebody put it', async () => {
    const folder = memoryFolder();
    const source = await openRig(join(folder, 'from'));
    const { conversations, messages } = source.workspace;
    const [ids, file] = [[conversations.create(), conversations.create()], join(folder, 'a.bough.json')];
    const say = (conversationId: string, parentId: string) =>
      messages.appendUser({ conversationId, parentId, parts: [{ type: 'text', text: 'x' }] }).id;
    const firsts = ids.map(({ id, rootId }) => say(id, rootId));
    const seconds = ids.map(({ id }, at) => say(id, firsts[at] ?? ''));
    const target = await openRig(join(folder, 'to'));
    writeFileSync(file, await exported(source.workspace));
    await target.bring([file]);
    target.workspace.messages.moveTip(ids[1]?.id ?? '', firsts[1] ?? '');
    const thirds = ids.map(({ id }, at) => say(id, seconds[at] ?? ''));
    writeFileSync(file, await exported(source.workspace));
    expect(await target.bring([file])).toMatchObject({ grown: 2, messages: 2 });
    const tips = ids.map(({ id }) => target.workspace.conversations.get(id).tipId);
    expect(tips).toEqual([thirds[0], firsts[1]]);
    await source.close();
    await target.close();
  });

  it('loses no turn that ends here while it comes in: one process writes the transcript', async () => {
    const folder = memoryFolder();
    const rig = await openRig(join(folder, 'from'));
    const agentId = rig.workspace.agents.default().id;
    const { id, rootId } = rig.workspace.conversations.create();
    const turn = (userMessageId: string, agentMessageId: string): Turn => ({
      ...{ userMessageId, agentMessageId, routeId: 'lab', model: 'gpt', user: [], steps: [] },
      ...{ source: 'seen', endedAt: 1 },
    });
    const answer = async (workspace: Workspace, parentId: string): Promise<string> => {
      const user = workspace.messages.appendUser({ conversationId: id, parentId, parts: [] });
      const started = workspace.messages.startAgent({
        ...{ conversationId: id, parentId: user.id, agentId, model: 'lab/gpt' },
      });
      const { hash } = await workspace.transcripts.update(id, agentId, (transcript) => ({
        ...transcript,
        turns: [...transcript.turns, turn(user.id, started.id)],
      }));
      const end = { status: 'complete' as const, parts: [], usage: null, transcriptHash: hash };
      workspace.messages.finalise(started.id, { ...end, moveTipFrom: user.id });
      return started.id;
    };
    const first = await answer(rig.workspace, rootId);
    const file = join(folder, 'a.bough.json');
    const bring = async (services: Awaited<ReturnType<typeof openTestServices>>): Promise<ImportSummary> => {
      const ended = new Promise<ImportSummary>((resolve) => {
        services.connect((event) => {
          if (event.type === 'imported') resolve(event.summary);
        });
      });
      shell.picks.push([file]);
      await expectOk(services, 'import.choose', { what: 'files' });
      return ended;
    };
    const shell = createTestShell();
    const services = await openTestServices({ folder: join(folder, 'to'), shell, log: silentLog });
    writeFileSync(file, await exported(rig.workspace));
    expect(await bring(services)).toMatchObject({ imported: 1 });
    let last = first;
    for (let n = 0; n < 60; n += 1) last = await answer(rig.workspace, last);
    writeFileSync(file, await exported(rig.workspace));

    const bringing = bring(services);
    let here = first;
    let count = 0;
    let ended = false;
    const over = bringing.finally(() => {
      ended = true;
    });
    while (!ended) {
      here = await answer(services.workspace, here);
      count += 1;
    }
    expect(await over).toMatchObject({ state: 'done', grown: 1 });
    expect(count).toBeGreaterThan(0);
    const loaded = await services.workspace.transcripts.load(id, agentId);
    expect(loaded.kind === 'loaded' && loaded.transcript.turns.length).toBe(1 + 60 + count);
    await services.close();
    await rig.close();
  });
});
