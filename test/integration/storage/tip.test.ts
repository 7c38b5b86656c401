import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  Chat,
  codeOf,
  open,
  openNew,
  rawDatabase,
  temporaryFolder,
  testEnvironment,
  testSchedule,
  text,
  workspaceOptions,
} from './support.ts';

/** Every change of every table, as the database itself sees it. */
function watchChanges(folder: string) {
  const db = rawDatabase(folder);
  db.exec('CREATE TABLE changed (what TEXT NOT NULL)');
  const tables = db
    .prepare<[], { name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%' AND name <> 'changed' AND name NOT LIKE 'messages_fts_%' AND name NOT LIKE 'sqlite_%'",
    )
    .all();
  for (const { name } of tables) {
    for (const operation of ['INSERT', 'UPDATE', 'DELETE']) {
      db.exec(`CREATE TRIGGER watch_${operation}_${name} AFTER ${operation} ON ${name} BEGIN
        INSERT INTO changed VALUES ('${operation} ${name}'); END`);
    }
  }
  const read = db.prepare<[], string>('SELECT what FROM changed').pluck();
  return {
    tables: tables.map((table) => table.name),
    take: () => {
      const changes = read.all();
      db.exec('DELETE FROM changed');
      return changes;
    },
  };
}

describe('moving the tip', () => {
  it('[B2] changes one row, of conversations, and only its tip and time', async () => {
    const environment = testEnvironment();
    const workspace = await openNew({ environment });
    const chat = new Chat(workspace);
    const first = chat.ask('one');
    chat.answer('two');
    const edited = chat.ask('one, edited', chat.rootId);
    const watch = watchChanges(workspace.folder);
    expect(watch.tables).toEqual(
      expect.arrayContaining(['messages', 'conversations', 'view_memory', 'transcripts']),
    );
    const db = rawDatabase(workspace.folder);
    const row = () => db.prepare('SELECT * FROM conversations').get() as Record<string, unknown>;
    const before = row();
    environment.time += 5;
    workspace.messages.moveTip(chat.id, first);
    expect(watch.take()).toEqual(['UPDATE conversations']);
    expect(row()).toEqual({ ...before, tip_id: first, updated_at: environment.time });
    workspace.messages.switchSibling(chat.id, first, edited);
    expect(watch.take()).toEqual(['UPDATE conversations']);
    workspace.messages.moveTip(chat.id, edited);
    expect(watch.take()).toEqual([]);
  });

  it('[B2] the watch above does see a second row', async () => {
    const workspace = await openNew();
    const chat = new Chat(workspace);
    const watch = watchChanges(workspace.folder);
    chat.ask('one');
    expect(watch.take().toSorted()).toEqual([
      'INSERT messages',
      'UPDATE conversations',
      'UPDATE conversations',
    ]);
  });

  it('reports where it came from and how long the path is now', async () => {
    const workspace = await openNew();
    const chat = new Chat(workspace);
    const first = chat.ask('one');
    const second = chat.answer('two');
    expect(workspace.messages.moveTip(chat.id, first)).toEqual({
      tipId: first,
      previousTipId: second,
      pathLength: 1,
    });
    expect(workspace.messages.moveTip(chat.id, chat.rootId).pathLength).toBe(0);
  });

  it('[B4] refuses answers that failed or are being written, and messages of another conversation', async () => {
    const workspace = await openNew();
    const chat = new Chat(workspace);
    const other = new Chat(workspace);
    const question = chat.ask('one');
    const streaming = chat.start();
    expect(await codeOf(() => workspace.messages.moveTip(chat.id, streaming))).toBe('bad_request');
    expect(await codeOf(() => workspace.messages.moveTip(other.id, question))).toBe('not_found');
    expect(await codeOf(() => workspace.messages.moveTip(chat.id, 'nonsense'))).toBe('not_found');
    expect(await codeOf(() => workspace.messages.switchSibling(chat.id, question, streaming))).toBe(
      'bad_request',
    );
    expect(chat.tip).toBe(question);
  });
});

describe('finalise', () => {
  it('[B11] moves the tip only while the user is still where the answer began', async () => {
    const workspace = await openNew();
    const chat = new Chat(workspace);
    const question = chat.ask('one');
    const answer = chat.start();
    const elsewhere = chat.ask('another branch', chat.rootId);
    workspace.messages.finalise(answer, {
      status: 'complete',
      parts: text('two'),
      usage: null,
      moveTipFrom: question,
    });
    expect(chat.tip).toBe(elsewhere);
  });

  it('[B4] a failed regeneration leaves the tip on the good answer and stays visible', async () => {
    const workspace = await openNew();
    const chat = new Chat(workspace);
    const question = chat.ask('one');
    const good = chat.answer('two');
    const failed = chat.start(question);
    workspace.messages.finalise(failed, { status: 'failed', parts: [], usage: null, moveTipFrom: good });
    expect(chat.tip).toBe(good);
    expect(workspace.messages.get(good).siblings).toEqual({
      index: 1,
      count: 2,
      previousId: null,
      nextId: failed,
    });
  });

  it('[B3] happens once', async () => {
    const workspace = await openNew();
    const chat = new Chat(workspace);
    chat.ask('one');
    const answer = chat.answer('two');
    const again = { status: 'failed', parts: text('three'), usage: null } as const;
    expect(await codeOf(() => workspace.messages.finalise(answer, again))).toBe('internal');
    expect(await codeOf(() => workspace.messages.journal(answer, text('three')))).toBe('internal');
    expect(workspace.messages.get(answer).parts).toEqual(text('two'));
  });

  it('records usage and the hash of the transcript in the same transaction', async () => {
    const workspace = await openNew();
    const chat = new Chat(workspace);
    chat.ask('one');
    const answer = chat.start();
    const usage = { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 };
    const hash = 'a'.repeat(64);
    workspace.messages.finalise(answer, { status: 'complete', parts: [], usage, transcriptHash: hash });
    expect(workspace.messages.get(answer).usage).toEqual(usage);
    const rows = rawDatabase(workspace.folder).prepare('SELECT hash FROM transcripts').all();
    expect(rows).toEqual([{ hash }]);
  });
});

describe('appending', () => {
  it('refuses to continue a failed answer, one that is being written, and one of another conversation', async () => {
    const workspace = await openNew();
    const chat = new Chat(workspace);
    const other = new Chat(workspace);
    const question = chat.ask('one');
    const answer = chat.start();
    expect(await codeOf(() => chat.ask('too early', answer))).toBe('busy');
    workspace.messages.finalise(answer, { status: 'failed', parts: [], usage: null });
    expect(await codeOf(() => chat.ask('below a failure', answer))).toBe('bad_request');
    expect(await codeOf(() => other.ask('elsewhere', question))).toBe('not_found');
    expect(await codeOf(() => chat.ask('nowhere', 'nonsense'))).toBe('not_found');
    expect(workspace.messages.skeleton(chat.id).ids).toHaveLength(3);
  });

  it('[B4] an answer that the user wrote is a sibling, and complete', async () => {
    const workspace = await openNew();
    const chat = new Chat(workspace);
    const question = chat.ask('one');
    const answer = chat.answer('two');
    const written = workspace.messages.appendAgent({
      conversationId: chat.id,
      parentId: question,
      agentId: workspace.agents.default().id,
      model: null,
      parts: text('two, but better'),
    });
    expect(written).toMatchObject({
      status: 'complete',
      siblings: { index: 2, count: 2, previousId: answer },
    });
    expect(chat.tip).toBe(written.id);
  });
});

describe('the leaf last used', () => {
  it('[B9] is where the tip stood below a message, over any number of moves, edits and restarts', async () => {
    const choice = fc.record({
      what: fc.constantFrom('append', 'move', 'switch', 'restart', 'flush'),
      where: fc.nat(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(choice, { maxLength: 50 }), async (choices) => {
        const environment = testEnvironment();
        const timers = testSchedule();
        const options = workspaceOptions(temporaryFolder(), { environment, schedule: timers.schedule });
        let workspace = await open(options);
        const { id, rootId } = workspace.conversations.create();
        const parents = new Map<string, string>();
        const used: string[] = [rootId];
        const at = (where: number) => [rootId, ...parents.keys()][where % (parents.size + 1)] ?? rootId;
        const isBelow = (node: string | undefined, top: string): boolean =>
          node !== undefined && (node === top || isBelow(parents.get(node), top));
        for (const { what, where } of choices) {
          const target = at(where);
          if (what === 'append') {
            const message = workspace.messages.appendUser({
              conversationId: id,
              parentId: target,
              parts: text('x'),
            });
            parents.set(message.id, target);
            used.push(message.id);
          } else if (what === 'move') {
            used.push(workspace.messages.moveTip(id, target).tipId);
          } else if (what === 'switch' && target !== rootId) {
            const expected = used.findLast((tip) => isBelow(tip, target));
            used.push(workspace.messages.switchSibling(id, target, target).tipId);
            expect(used.at(-1)).toBe(expected);
          } else if (what === 'restart') {
            await workspace.close();
            workspace = await open(options);
          } else if (what === 'flush') {
            timers.runAll();
          }
        }
        await workspace.close();
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  it('[B9] counts on over a restart: what was used today is newer than what was used before', async () => {
    const workspace = await openNew();
    const chat = new Chat(workspace);
    const first = chat.ask('one');
    const [older, newer] = [chat.answer('two'), chat.answer('two again', first)];
    const edited = chat.ask('one, edited', chat.rootId);
    for (const id of [newer, edited, newer, edited]) workspace.messages.moveTip(chat.id, id);
    await workspace.close();
    const again = await open(workspaceOptions(workspace.folder));
    for (const id of [older, edited]) again.messages.moveTip(chat.id, id);
    expect(again.messages.switchSibling(chat.id, edited, first).tipId).toBe(older);
  });

  it('[B9] is kept also where a regeneration moved the tip away from it', async () => {
    const workspace = await openNew();
    const chat = new Chat(workspace);
    const question = chat.ask('one');
    const answer = chat.answer('two');
    const used = chat.ask('three');
    chat.ask('three, edited', answer);
    workspace.messages.moveTip(chat.id, used);
    const regenerated = chat.start(question);
    workspace.messages.finalise(regenerated, {
      status: 'complete',
      parts: [],
      usage: null,
      moveTipFrom: used,
    });
    expect(chat.tip).toBe(regenerated);
    expect(workspace.messages.switchSibling(chat.id, regenerated, answer).tipId).toBe(used);
  });

  it('[B9] is the newest leaf where a crash forgot it, and never one that failed', async () => {
    const workspace = await openNew();
    const chat = new Chat(workspace);
    const first = chat.ask('one');
    const older = chat.answer('two');
    const newer = chat.answer('two again', first);
    const failed = chat.start(first);
    workspace.messages.finalise(failed, { status: 'failed', parts: [], usage: null });
    expect(chat.tip).toBe(older);
    const edited = chat.ask('one, edited', chat.rootId);
    await workspace.close();
    rawDatabase(workspace.folder).exec('DELETE FROM view_memory');
    const again = await open(workspaceOptions(workspace.folder));
    expect(again.messages.switchSibling(chat.id, edited, first).tipId).toBe(newer);
  });

  it('[B9] shows a failed answer below its question, whichever of several was chosen', async () => {
    const workspace = await openNew();
    const chat = new Chat(workspace);
    const question = chat.ask('one');
    const good = chat.answer('two');
    const failures = [chat.start(question), chat.start(question)] as const;
    for (const id of failures)
      workspace.messages.finalise(id, { status: 'failed', parts: text(id), usage: null });
    for (const id of failures) {
      expect(workspace.messages.switchSibling(chat.id, good, id).tipId).toBe(question);
      expect(workspace.messages.page({ conversationId: chat.id }).below?.id).toBe(id);
      expect(workspace.messages.switchSibling(chat.id, id, good).tipId).toBe(good);
      expect(workspace.messages.page({ conversationId: chat.id }).below).toBeNull();
    }
  });

  it('[B2] is known below a message that the tip went back to, and there is none at an end', async () => {
    const workspace = await openNew();
    const chat = new Chat(workspace);
    const question = chat.ask('one');
    const answer = chat.answer('two');
    chat.ask('three');
    const used = chat.answer('four');
    const { messages } = workspace;
    expect(messages.ahead(chat.id, used)).toBeNull();
    messages.moveTip(chat.id, answer);
    const newest = chat.ask('another three');
    messages.moveTip(chat.id, used);
    messages.moveTip(chat.id, answer);
    expect(messages.ahead(chat.id, answer)).toEqual({ leafId: used, messages: 2 });
    messages.moveTip(chat.id, question);
    expect(messages.ahead(chat.id, question)).toEqual({ leafId: answer, messages: 1 });
    expect(messages.ahead(chat.id, newest)).toBeNull();
  });

  it('[B2] is written by one timer, however many moves there were', async () => {
    const timers = testSchedule();
    const workspace = await openNew({ schedule: timers.schedule });
    const chat = new Chat(workspace);
    const first = chat.ask('one');
    const second = chat.answer('two');
    for (let round = 0; round < 10; round += 1) {
      workspace.messages.moveTip(chat.id, first);
      workspace.messages.moveTip(chat.id, second);
    }
    expect(timers.waiting()).toBe(1);
    const remembered = rawDatabase(workspace.folder)
      .prepare('SELECT leaf_id FROM view_memory ORDER BY stamp')
      .pluck();
    expect(remembered.all()).toEqual([]);
    timers.runAll();
    expect(remembered.all()).toEqual([second, first]);
  });
});
