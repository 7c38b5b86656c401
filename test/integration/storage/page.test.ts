import { describe, expect, it } from 'vitest';
import { longChat, storeOf } from '../../bench/support/long-chat.ts';
import { countRowsRead } from '../../bench/support/rows-read.ts';
import { Chat, codeOf, openNew, rawDatabase, text } from './support.ts';

describe('a page of a path', () => {
  it('[B1] is the newest part of the path in reading order, and goes on upwards without gaps', async () => {
    const workspace = await openNew();
    const chat = new Chat(workspace);
    const ids: string[] = [];
    for (let round = 0; round < 5; round += 1) ids.push(chat.ask(`q${round}`), chat.answer(`a${round}`));
    const page = (more: { until?: string; skip?: number; limit?: number }) =>
      workspace.messages.page({ conversationId: chat.id, ...more }).messages.map((message) => message.id);
    expect(page({ limit: 4 })).toEqual(ids.slice(-4));
    expect(page({ limit: 4, until: ids[6] as string, skip: 1 })).toEqual(ids.slice(2, 6));
    expect(page({ limit: 100 })).toEqual(ids);
    expect(page({ limit: 4, skip: 8 })).toEqual(ids.slice(0, 2));
    expect(page({ limit: 4, skip: 50 })).toEqual([]);
    expect(workspace.messages.page({ conversationId: chat.id })).toMatchObject({
      pathLength: 10,
      tipId: ids.at(-1),
    });
  });

  it('is empty for an empty conversation, and never shows the root', async () => {
    const workspace = await openNew();
    const chat = new Chat(workspace);
    expect(workspace.messages.page({ conversationId: chat.id })).toEqual({
      messages: [],
      tipId: chat.rootId,
      pathLength: 0,
      below: null,
    });
    expect(await codeOf(() => workspace.messages.get(chat.rootId))).toBe('not_found');
  });

  it('refuses a message of another conversation', async () => {
    const workspace = await openNew();
    const chat = new Chat(workspace);
    const other = new Chat(workspace);
    const foreign = other.ask('secret');
    const page = () => workspace.messages.page({ conversationId: chat.id, until: foreign });
    expect(await codeOf(page)).toBe('not_found');
  });

  it('shows the answer that is being written below its question', async () => {
    const workspace = await openNew();
    const chat = new Chat(workspace);
    chat.ask('q');
    const streaming = chat.start();
    workspace.messages.journal(streaming, text('so far'));
    const below = () => workspace.messages.page({ conversationId: chat.id }).below;
    expect(below()).toMatchObject({ id: streaming, status: 'streaming', parts: text('so far') });
    const again = chat.start();
    expect(below()?.id).toBe(again);
    expect(below()?.siblings).toEqual({ index: 2, count: 2, previousId: streaming, nextId: null });
  });

  it('reads as many rows in a conversation of 10,000 messages as in one of 50, and under 150', () => {
    const rows = [50, 10_000].map((length) => {
      const chat = longChat(length);
      const read = countRowsRead(chat.connection);
      const page = storeOf(chat).page({ conversationId: chat.conversationId });
      expect(page.messages).toHaveLength(40);
      const taken = read.take();
      chat.close();
      return taken;
    });
    expect(rows[0]).toBe(rows[1]);
    // The count sees at least every row that came back: a counter that saw nothing would pass everything.
    expect(rows[0]).toBeGreaterThanOrEqual(40);
    expect(rows[0]).toBeLessThan(150);
  });

  it('lets no statement on messages scan the table, whatever is done with them', () => {
    const chat = longChat(50);
    const statements = new Set<string>();
    const prepare = chat.connection.prepare.bind(chat.connection);
    chat.connection.prepare = ((sql: string) => {
      statements.add(sql);
      return prepare(sql);
    }) as typeof chat.connection.prepare;
    const store = storeOf(chat);
    const [root = '', first = ''] = chat.ids;
    const { conversationId } = chat;
    store.page({ conversationId });
    store.pathIds(first);
    store.pathMessages(first);
    store.children(root);
    store.skeleton(conversationId);
    store.streaming();
    const edited = store.appendUser({ conversationId, parentId: root, parts: text('x') });
    store.switchSibling(conversationId, edited.id, first);
    expect(statements.size).toBeGreaterThan(8);
    for (const sql of statements) {
      const plan = prepare(`EXPLAIN QUERY PLAN ${sql.replaceAll(/@\w+/g, 'NULL')}`).all() as {
        detail: string;
      }[];
      const scans = plan.map((row) => row.detail).filter((detail) => /^SCAN (messages|m|tip)\b/.test(detail));
      // The path itself is walked whole, once it is found.
      expect(scans, sql).toEqual(sql.includes('FROM path m') ? ['SCAN m'] : []);
    }
    chat.close();
  });
});

describe('paths', () => {
  it('gives the whole path, or its newest part, with and without content', async () => {
    const workspace = await openNew();
    const chat = new Chat(workspace);
    const ids = [chat.rootId, chat.ask('q1'), chat.answer('a1'), chat.ask('q2')];
    const tip = ids.at(-1) as string;
    expect(workspace.messages.pathIds(tip).map((node) => node.id)).toEqual(ids);
    expect(workspace.messages.pathIds(tip, 2).map((node) => node.id)).toEqual(ids.slice(-2));
    expect(workspace.messages.pathIds(tip).map((node) => node.depth)).toEqual([0, 1, 2, 3]);
    expect(workspace.messages.pathMessages(tip).map((message) => message.id)).toEqual(ids.slice(1));
    expect(workspace.messages.pathMessages(tip, { maxMessages: 2 })[0]?.parts).toEqual(text('a1'));
    expect(await codeOf(() => workspace.messages.pathIds('nonsense'))).toBe('not_found');
  });
});

describe('what is stored', () => {
  it('[B3] comes back as it was, in any script, with every kind of part', async () => {
    const workspace = await openNew();
    const chat = new Chat(workspace);
    chat.ask('Příliš žluťoučký kůň ก็ว่า 你好 \u{1F44D}\u{1F3FD} e\u0301 \ud800 \u0000 end');
    const question = chat.tip;
    expect(workspace.messages.parts(question)).toEqual(
      text('Příliš žluťoučký kůň ก็ว่า 你好 \u{1F44D}\u{1F3FD} e\u0301 \ud800 \u0000 end'),
    );
    const answer = chat.start();
    const parts = [
      { type: 'reasoning', text: 'hm' },
      {
        type: 'tool',
        id: 'c',
        name: 'read_attachment',
        input: '{"n":1.0}',
        state: 'done',
        result: '',
        eventful: true,
      },
      { type: 'error', code: 'provider_cut', params: { provider: 'Lab', seconds: 3 }, detail: 'x' },
    ] as const;
    workspace.messages.finalise(answer, { status: 'failed', parts: [...parts], usage: null });
    expect(workspace.messages.get(answer).parts).toEqual(parts);
  });

  it('is refused on the way in when it is not a valid part', async () => {
    const workspace = await openNew();
    const chat = new Chat(workspace);
    const forged = [{ type: 'text', text: 'x', more: 1 }] as unknown as ReturnType<typeof text>;
    const work = () =>
      workspace.messages.appendUser({ conversationId: chat.id, parentId: chat.tip, parts: forged });
    expect(await codeOf(work)).toBe('internal');
    expect(chat.tip).toBe(chat.rootId);
  });

  it('is not taken for empty when it cannot be understood', async () => {
    const workspace = await openNew();
    const chat = new Chat(workspace);
    const question = chat.ask('q');
    const db = rawDatabase(workspace.folder);
    db.exec('DROP TRIGGER messages_final');
    db.prepare('UPDATE messages SET parts = \'[{"type":"song"}]\' WHERE id = ?').run(question);
    expect(await codeOf(() => workspace.messages.get(question))).toBe('workspace_unreadable');
  });
});
