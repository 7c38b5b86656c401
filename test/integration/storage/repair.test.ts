import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Part } from '#contract';
import { emptyTranscript } from '../../../main/storage/transcript-file.ts';
import type { Workspace } from '../../../main/storage/workspace.ts';
import {
  Chat,
  open,
  openNew,
  rawDatabase,
  temporaryFolder,
  testEnvironment,
  text,
  workspaceOptions,
} from './support.ts';

/** Leaves a workspace as a crash does: nothing is finished, then the process ends. Closing finishes no answer. */
async function crash(leave: (workspace: Workspace, chat: Chat) => void | Promise<void>) {
  const environment = testEnvironment();
  const options = workspaceOptions(temporaryFolder(), { environment });
  const before = await open(options);
  const chat = new Chat(before);
  chat.ask('Why?');
  await leave(before, chat);
  await before.close();
  const workspace = await open(options);
  return { workspace, chat, tip: () => workspace.conversations.get(chat.id).tipId, options };
}

describe('start-up after a crash', () => {
  it('[T2] keeps the partial answer as interrupted, moves the tip onto it, and says so once', async () => {
    const running: Part = { type: 'tool', id: 'c', name: 'read_attachment', input: '{}', state: 'running' };
    let partial = '';
    const { workspace, chat, tip, options } = await crash((before, left) => {
      partial = left.start();
      before.messages.journal(partial, [...text('Because of'), running]);
    });
    expect(workspace.messages.get(partial)).toMatchObject({
      status: 'interrupted',
      cutOff: true,
      parts: [...text('Because of'), { ...running, state: 'stopped' }],
    });
    expect(tip()).toBe(partial);
    expect(workspace.notices).toMatchObject([
      { kind: 'answer_interrupted', conversationId: chat.id, detail: partial },
    ]);
    expect(workspace.messages.streaming()).toEqual([]);
    await workspace.close();
    expect((await open(options)).notices).toEqual([]);
  });

  it('[B4] leaves the tip on the good answer when a regeneration was cut off', async () => {
    let good = '';
    const { tip } = await crash((_before, chat) => {
      const question = chat.tip;
      good = chat.answer('Because.');
      chat.start(question);
    });
    expect(tip()).toBe(good);
  });

  it('[B11] leaves the tip on the branch that the user had gone to', async () => {
    let elsewhere = '';
    const { tip } = await crash((_before, chat) => {
      chat.start();
      elsewhere = chat.ask('Another way', chat.rootId);
    });
    expect(tip()).toBe(elsewhere);
  });

  it('[T9] [T3] an agent that was going back when the process ended has gone back, with its digest', async () => {
    let marked = '';
    let last = '';
    const { workspace, tip } = await crash(async (before, chat) => {
      marked = chat.answer('Marked.');
      const question = chat.ask('Go back');
      last = chat.start(question);
      const agentId = before.agents.default().id;
      await before.transcripts.update(chat.id, agentId, (transcript) => ({
        ...transcript,
        turns: [
          {
            userMessageId: question,
            agentMessageId: last,
            routeId: 'lab',
            model: 'one',
            user: [{ type: 'text', text: 'Go back' }],
            steps: [
              {
                said: [{ type: 'text', text: 'Going back.' }],
                native: { wire: 'w', model: 'one', blocks: [] },
                results: [],
                usage: null,
              },
            ],
            source: 'seen',
            endedAt: 1,
            rewind: { label: 'a', messageId: marked, digest: 'Learned.' },
          },
        ],
      }));
    });
    expect(workspace.messages.get(last)).toMatchObject({ status: 'complete', parts: text('Going back.') });
    expect(workspace.messages.get(tip())).toMatchObject({
      parentId: marked,
      role: 'agent',
      status: 'complete',
      parts: text('Learned.'),
    });
  });

  it('[T3] completes an answer whose transcript was saved before the database learned of it', async () => {
    let answer = '';
    let hash = '';
    const { workspace, chat, tip } = await crash(async (before, { id, tip: question }) => {
      const agentId = before.agents.default().id;
      answer = before.messages.startAgent({
        conversationId: id,
        parentId: question,
        agentId,
        model: 'lab/one',
      }).id;
      before.messages.journal(answer, text('Beca'));
      const turn = {
        userMessageId: question,
        agentMessageId: answer,
        routeId: 'lab',
        model: 'one',
        user: [{ type: 'text' as const, text: 'Why?' }],
        steps: [
          {
            said: [{ type: 'text' as const, text: 'Because it is.' }],
            native: { wire: 'w', model: 'one', blocks: [] },
            results: [],
            usage: { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 },
          },
        ],
        source: 'seen' as const,
        endedAt: 1,
      };
      const empty = emptyTranscript({ conversationId: id, agentId });
      ({ hash } = await before.transcripts.save({ ...empty, turns: [turn] }));
    });
    expect(workspace.messages.get(answer)).toMatchObject({
      status: 'complete',
      parts: text('Because it is.'),
      usage: { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 },
    });
    expect(tip()).toBe(answer);
    expect(workspace.notices).toEqual([]);
    const rows = rawDatabase(workspace.folder).prepare('SELECT conversation_id, hash FROM transcripts').all();
    expect(rows).toEqual([{ conversation_id: chat.id, hash }]);
  });

  it('[T7] sets aside a transcript that the crash damaged, and says so', async () => {
    const { workspace, chat } = await crash((before, left) => {
      left.start();
      const name = `${left.id}.${before.agents.default().id}.json`;
      writeFileSync(join(before.folder, 'transcripts', name), '\0\0\0');
    });
    expect(workspace.notices.map((notice) => [notice.kind, notice.conversationId])).toEqual([
      ['answer_interrupted', chat.id],
      ['transcript_quarantined', chat.id],
    ]);
  });

  it('moves a tip that points nowhere, or at a failure, to the newest message that can hold it', async () => {
    const workspace = await openNew();
    const chats = [new Chat(workspace), new Chat(workspace), new Chat(workspace)] as const;
    const newest = chats.map((chat) => {
      chat.ask('one');
      return chat.answer('two');
    });
    const failed = chats[1].start();
    workspace.messages.finalise(failed, { status: 'failed', parts: [], usage: null });
    workspace.messages.moveTip(chats[2].id, chats[2].rootId);
    await workspace.close();
    const db = rawDatabase(workspace.folder);
    db.pragma('foreign_keys = OFF');
    const point = db.prepare('UPDATE conversations SET tip_id = ? WHERE id = ?');
    point.run('01890000-0000-7000-8000-ffffffffffff', chats[0].id);
    db.exec('DROP TRIGGER conversations_tip');
    point.run(failed, chats[1].id);
    const again = await open(workspaceOptions(workspace.folder));
    expect(chats.map((chat) => again.conversations.get(chat.id).tipId)).toEqual([
      newest[0],
      newest[1],
      chats[2].rootId,
    ]);
  });

  it('[B5] finishes removing the files of what was emptied from the trash, and touches no other', async () => {
    const workspace = await openNew();
    const [gone, kept] = [new Chat(workspace), new Chat(workspace)];
    const agentId = workspace.agents.default().id;
    for (const chat of [gone, kept]) {
      await workspace.transcripts.save(emptyTranscript({ conversationId: chat.id, agentId }));
    }
    await workspace.close();
    const folder = join(workspace.folder, 'transcripts');
    writeFileSync(join(folder, `${gone.id}.${agentId}.unreadable-x.json`), 'x');
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    const db = rawDatabase(workspace.folder);
    db.prepare('INSERT INTO removals VALUES (?)').run(gone.id);
    await (await open(workspaceOptions(workspace.folder))).close();
    expect(readdirSync(folder).toSorted()).toEqual([`${kept.id}.${agentId}.json`, 'notes.txt'].toSorted());
    expect(db.prepare('SELECT * FROM removals').all()).toEqual([]);
  });
});
