import type BetterSqlite from 'better-sqlite3';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Workspace } from '../../../main/storage/workspace.ts';
import { Chat, openNew, rawDatabase, testId, text } from './support.ts';

/** What the database itself refuses, whoever writes to it. Each statement is tried in raw SQL. */
describe('the database refuses', () => {
  let workspace: Workspace;
  let chat: Chat;
  let other: Chat;
  let db: BetterSqlite.Database;
  let question: string;
  let answer: string;
  let streaming: string;
  let failed: string;

  beforeEach(async () => {
    workspace = await openNew();
    chat = new Chat(workspace);
    other = new Chat(workspace);
    question = chat.ask('Why?');
    answer = chat.answer('Because.');
    streaming = chat.start(question);
    failed = chat.start(question);
    workspace.messages.finalise(failed, {
      status: 'failed',
      parts: text('Oh'),
      usage: null,
      moveTipFrom: question,
    });
    db = rawDatabase(workspace.folder);
  });

  const snapshot = () => JSON.stringify(db.prepare('SELECT * FROM messages ORDER BY seq').all());
  const refused = (sql: string, ...values: unknown[]) => {
    const before = snapshot();
    expect(() => db.prepare(sql).run(...values)).toThrow(
      /CHECK|FOREIGN KEY|UNIQUE|NOT NULL|never|only|nothing|continues/,
    );
    expect(snapshot()).toBe(before);
  };

  const changes = [
    ['seq', '999'],
    ['rowid', '999'],
    ['id', `'${testId(4095)}'`],
    ['conversation_id', `'${testId(3)}'`],
    ['parent_id', 'NULL'],
    ['parent_id', `'${testId(2)}'`],
    ['depth', 'depth + 1'],
    ['role', "'user'"],
    ['role', "'root'"],
    ['agent_id', 'NULL'],
    ['created_at', '0'],
  ] as const;

  it.each(changes)('[B3] a change of %s to %s, of a final and of a streaming message', (column, value) => {
    refused(`UPDATE messages SET ${column} = ${value} WHERE id = ?`, answer);
    refused(`UPDATE messages SET ${column} = ${value} WHERE id = ?`, streaming);
    refused(`UPDATE OR REPLACE messages SET ${column} = ${value} WHERE id = ?`, streaming);
  });

  it.each([
    ['status', "'complete'"],
    ['status', "'streaming'"],
    ['status', "'interrupted'"],
    ['parts', "'[]'"],
    ['parts', 'parts'],
    ['text', "'other'"],
    ['model', 'NULL'],
    ['usage', "'{}'"],
  ])('[B3] a change of %s to %s of any final row', (column, value) => {
    for (const id of [chat.rootId, question, answer, failed]) {
      refused(`UPDATE messages SET ${column} = ${value} WHERE id = ?`, id);
    }
  });

  it('[B5] deleting a message or a conversation that is not in the trash', () => {
    for (const id of [chat.rootId, question, answer, streaming, failed]) {
      refused('DELETE FROM messages WHERE id = ?', id);
    }
    refused('DELETE FROM messages');
    refused('DELETE FROM conversations WHERE id = ?', chat.id);
  });

  it.each(['id', 'seq'])('[B5] replacing a message by inserting one of the same %s over it', (same) => {
    const [id, seq] = same === 'id' ? ['id', '9999'] : [`'${testId(4090)}'`, 'seq'];
    refused(
      `INSERT OR REPLACE INTO messages
         (seq, id, conversation_id, parent_id, depth, role, status, created_at, text, parts)
       SELECT ${seq}, ${id}, conversation_id, parent_id, depth, 'user', 'complete', created_at, 'forged', '[]'
       FROM messages WHERE id = ?`,
      failed,
    );
  });

  it('[B5] replacing a root or a conversation by inserting over it', () => {
    refused(
      `INSERT OR REPLACE INTO messages (id, conversation_id, depth, role, status, created_at, text, parts)
       VALUES (?, ?, 0, 'root', 'complete', 1, '', '[]')`,
      testId(4091),
      chat.id,
    );
    const others = 'title, title_source, agent_id, tip_id, created_at, updated_at';
    for (const key of ['rowid, id', `9999, id`, `rowid, '${testId(4092)}'`]) {
      refused(
        `INSERT OR REPLACE INTO conversations (rowid, id, ${others})
         SELECT ${key}, ${others} FROM conversations WHERE id = ?`,
        chat.id,
      );
    }
  });

  const insert = (more: Record<string, unknown>) => {
    const row = {
      id: testId(4000),
      conversation_id: chat.id,
      parent_id: answer,
      depth: 3,
      role: 'user',
      agent_id: null,
      status: 'complete',
      created_at: 1,
      text: '',
      parts: '[]',
      ...more,
    };
    const names = Object.keys(row);
    return [
      `INSERT INTO messages (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      ...Object.values(row),
    ] as const;
  };

  it('takes the row that the refusals below are variations of', () => {
    const [sql, ...values] = insert({});
    expect(db.prepare(sql).run(...values).changes).toBe(1);
  });

  it.each([
    ['a parent in another conversation', () => ({ parent_id: other.rootId, depth: 1 })],
    ['a parent that does not exist', () => ({ parent_id: testId(4001) })],
    ['a second root', () => ({ parent_id: null, depth: 0, role: 'root' })],
    ['a message without a parent that is no root', () => ({ parent_id: null, depth: 0 })],
    ['a root with a parent', () => ({ role: 'root' })],
    ['itself as its parent', () => ({ parent_id: testId(4000) })],
    ['a wrong depth', () => ({ depth: 4 })],
    ['a message below a streaming one', () => ({ parent_id: streaming })],
    ['a message below a failed one', () => ({ parent_id: failed })],
    ['an agent message without an agent', () => ({ role: 'agent' })],
    ['a user message with an agent', () => ({ agent_id: workspace.agents.default().id })],
    ['a user message that streams', () => ({ status: 'streaming' })],
    ['parts that are no JSON', () => ({ parts: '[' })],
    ['parts that are no list', () => ({ parts: '{}' })],
    ['a role that does not exist', () => ({ role: 'system' })],
    ['a status that does not exist', () => ({ status: 'done' })],
    ['an id that is too short', () => ({ id: 'x' })],
    ['an id that is taken', () => ({ id: question })],
    ['no conversation', () => ({ conversation_id: null })],
    ['no time', () => ({ created_at: null })],
    ['no text', () => ({ text: null })],
  ])('[B1] %s', (_name, more) => refused(...insert(more())));

  it('[B4] a tip on a streaming or failed message, in another conversation, or nowhere', () => {
    const tips = [streaming, failed, other.rootId, testId(4002), null];
    for (const tip of tips) refused('UPDATE conversations SET tip_id = ? WHERE id = ?', tip, chat.id);
    expect(chat.tip).toBe(answer);
  });

  it('a change of who a conversation is', () => {
    refused('UPDATE conversations SET id = ? WHERE id = ?', testId(4003), chat.id);
    refused('UPDATE conversations SET created_at = 5 WHERE id = ?', chat.id);
    refused('UPDATE conversations SET rowid = 77 WHERE id = ?', chat.id);
  });
});

describe('the search index', () => {
  it('learns of a message once, when it is final: the journal does not write it', async () => {
    const workspace = await openNew();
    const chat = new Chat(workspace);
    chat.ask('Why?');
    const db = rawDatabase(workspace.folder);
    const writes = db.prepare<[], number>('SELECT count(*) FROM messages_fts_data').pluck();
    const before = writes.get();
    const id = chat.start();
    workspace.messages.journal(id, text('written so far, in many words'));
    expect(writes.get()).toBe(before);
    expect(workspace.search.query('written so far', 5)).toEqual([]);
    workspace.messages.finalise(id, { status: 'complete', parts: text('all words'), usage: null });
    expect(workspace.search.query('all words', 5)).toHaveLength(1);
  });

  it('holds what the messages hold, after every way of ending and after deleting', async () => {
    const workspace = await openNew();
    const kept = new Chat(workspace);
    const gone = new Chat(workspace);
    for (const chat of [kept, gone]) {
      chat.ask('The question about elephants');
      chat.answer('An answer about elephants');
      const failed = chat.start();
      workspace.messages.finalise(failed, { status: 'failed', parts: text('half an elephant'), usage: null });
      chat.start();
    }
    workspace.conversations.trash(gone.id);
    expect(workspace.conversations.emptyTrash([gone.id])).toBe(1);
    const db = rawDatabase(workspace.folder);
    db.exec("INSERT INTO messages_fts (messages_fts, rank) VALUES ('integrity-check', 1)");
    expect(workspace.search.query('elephant', 9)).toHaveLength(3);
  });
});
