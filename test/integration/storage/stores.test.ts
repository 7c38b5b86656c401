import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Database } from '../../../main/storage/handle.ts';
import { KeyedQueue } from '../../../main/storage/queue.ts';
import { emptyTranscript } from '../../../main/storage/transcript-file.ts';
import {
  Chat,
  codeOf,
  open,
  openNew,
  rawDatabase,
  testEnvironment,
  testId,
  workspaceOptions,
} from './support.ts';

describe('conversations', () => {
  it('[B6] are listed by their newest activity, page by page, each once, also at the same time', async () => {
    const environment = testEnvironment();
    const workspace = await openNew({ environment });
    const chats = Array.from({ length: 7 }, (_, at) => {
      environment.time += at < 4 ? 0 : 10;
      return new Chat(workspace);
    });
    environment.time += 10;
    chats[1]?.ask('the newest activity');
    const seen: string[] = [];
    let next: string | null = '';
    while (next !== null) {
      const page = workspace.conversations.list({ trashed: false, limit: 3, ...(next && { after: next }) });
      seen.push(...page.items.map((item) => item.id));
      next = page.next;
    }
    const [a, b, c, d, e, f, g] = chats.map((chat) => chat.id);
    expect(seen).toEqual([b, g, f, e, d, c, a]);
  });

  it('have an automatic title until the user gives one', async () => {
    const workspace = await openNew();
    const { id } = workspace.conversations.create();
    expect(workspace.conversations.rename(id, 'Auto', 'auto')).toMatchObject({
      title: 'Auto',
      titleSource: 'auto',
    });
    workspace.conversations.rename(id, 'Cafe\u0301', 'user');
    expect(workspace.conversations.rename(id, 'Auto again', 'auto')).toMatchObject({
      title: 'Caf\u00e9',
      titleSource: 'user',
    });
  });

  it('keep their reader and agent', async () => {
    const workspace = await openNew();
    const { id } = workspace.conversations.create({ agentId: workspace.agents.default().id });
    const reader = { routeId: 'r', modelId: 'm' };
    expect(workspace.conversations.setReader(id, reader).reader).toEqual(reader);
    expect(workspace.conversations.setReader(id, null).reader).toBeNull();
  });

  it('[B5] are deleted only from the trash, with all that is theirs', async () => {
    const workspace = await openNew();
    const chats = [new Chat(workspace), new Chat(workspace)] as const;
    for (const chat of chats) {
      chat.ask('one');
      chat.answer('two');
      workspace.drafts.save(chat.id, { text: 'soon', attachments: [] });
    }
    const ids = chats.map((chat) => chat.id);
    expect(workspace.conversations.emptyTrash(ids)).toBe(0);
    expect(workspace.conversations.trash(chats[0].id).trashedAt).not.toBeNull();
    expect(workspace.conversations.list({ trashed: true, limit: 9 }).items.map((item) => item.id)).toEqual([
      chats[0].id,
    ]);
    expect(workspace.conversations.emptyTrash([...ids, testId(9999)])).toBe(1);
    expect(await codeOf(() => workspace.conversations.get(chats[0].id))).toBe('not_found');
    const db = rawDatabase(workspace.folder);
    for (const table of ['messages', 'drafts', 'view_memory', 'attachment_uses', 'transcripts']) {
      const left = db
        .prepare(`SELECT count(*) FROM ${table} WHERE conversation_id = ?`)
        .pluck()
        .get(chats[0].id);
      expect(left).toBe(0);
    }
    expect(workspace.messages.skeleton(chats[1].id).ids).toHaveLength(3);
  });

  it('[B5] leave nothing of their words in the files of the workspace once they are deleted', async () => {
    const workspace = await openNew();
    const chat = new Chat(workspace);
    chat.ask('qxzylophone secrets');
    chat.answer('qxzylophone answers '.repeat(400));
    const agentId = workspace.agents.default().id;
    await workspace.transcripts.save(emptyTranscript({ conversationId: chat.id, agentId }));
    workspace.conversations.trash(chat.id);
    // Three letters, as the search index keeps them.
    const holdsWords = () => readFileSync(join(workspace.folder, 'bough.db')).includes('qxz');
    workspace.conversations.emptyTrash([chat.id]);
    await workspace.close();
    expect(holdsWords()).toBe(false);
    expect(readdirSync(join(workspace.folder, 'transcripts'))).toEqual([]);
    const again = await open(workspaceOptions(workspace.folder));
    new Chat(again).ask('qxzylophone again');
    await again.close();
    expect(holdsWords()).toBe(true);
  });

  it.each(['get', 'trash', 'restore'] as const)(
    '%s says when there is no such conversation',
    async (method) => {
      const workspace = await openNew();
      expect(await codeOf(() => workspace.conversations[method](testId(9999)))).toBe('not_found');
      expect(await codeOf(() => workspace.conversations.rename(testId(9999), 'x', 'user'))).toBe('not_found');
      expect(await codeOf(() => workspace.conversations.list({ trashed: false, after: 'x', limit: 1 }))).toBe(
        'bad_request',
      );
    },
  );
});

describe('drafts', () => {
  it('survive a restart, and are gone when they are emptied', async () => {
    const workspace = await openNew();
    const { id } = workspace.conversations.create();
    const draft = {
      text: 'half a thought \ud800',
      attachments: [await workspace.attachments.add('a.txt', Buffer.from('a'))],
    };
    expect(workspace.drafts.get(id)).toBeNull();
    workspace.drafts.save(id, { text: 'older', attachments: [] });
    workspace.drafts.save(id, draft);
    await workspace.close();
    const again = await open(workspaceOptions(workspace.folder));
    expect(again.drafts.get(id)).toEqual(draft);
    again.drafts.save(id, { text: '', attachments: [] });
    expect(again.drafts.get(id)).toBeNull();
    expect(await codeOf(() => again.drafts.save(testId(9999), draft))).toBe('not_found');
  });
});

describe('settings', () => {
  it('come back as they were set, fall back only when never set, and are not guessed when unreadable', async () => {
    const workspace = await openNew();
    const schema = z.strictObject({ size: z.number() });
    expect(workspace.settings.get('s', schema, { size: 1 })).toEqual({ size: 1 });
    workspace.settings.set('s', { size: 2 });
    workspace.settings.set('s', { size: 3 });
    expect(workspace.settings.get('s', schema, { size: 1 })).toEqual({ size: 3 });
    workspace.settings.set('s', { size: 'large' });
    expect(await codeOf(() => workspace.settings.get('s', schema, { size: 1 }))).toBe('workspace_unreadable');
    workspace.settings.remove('s');
    expect(workspace.settings.get('s', schema, { size: 1 })).toEqual({ size: 1 });
  });
});

describe('a handle', () => {
  it('that reads refuses a statement that writes, and the other way round', async () => {
    const workspace = await openNew();
    const db = new Database(rawDatabase(workspace.folder));
    expect(await codeOf(() => db.query('DELETE FROM settings').all({}))).toBe('internal');
    expect(await codeOf(() => db.command('SELECT 1').run({}))).toBe('internal');
  });

  it('does all of a transaction or nothing of it, also inside another', async () => {
    const workspace = await openNew();
    const db = new Database(rawDatabase(workspace.folder));
    const set = db.command<{ key: string }>("INSERT INTO settings VALUES (@key, '1')");
    const keys = db.query<Record<string, never>, { key: string }>('SELECT key FROM settings');
    const fail = () => {
      set.run({ key: 'inner' });
      throw new Error('no');
    };
    db.transaction(() => {
      set.run({ key: 'outer' });
      expect(() => db.transaction(fail)).toThrow('no');
    });
    expect(keys.all({})).toEqual([{ key: 'outer' }]);
    expect(() => db.transaction(fail)).toThrow('no');
    expect(keys.all({})).toEqual([{ key: 'outer' }]);
  });
});

describe('a queue', () => {
  it('runs one after the other for a key, goes on after a failure, and is idle when all ended', async () => {
    const queue = new KeyedQueue();
    const order: string[] = [];
    let openGate = () => {};
    const gate = new Promise<void>((resolve) => {
      openGate = resolve;
    });
    const first = queue.run('a', async () => {
      await gate;
      order.push('first');
      throw new Error('no');
    });
    const second = queue.run('a', async () => void order.push('second'));
    const other = queue.run('b', async () => void order.push('other'));
    await other;
    expect(order).toEqual(['other']);
    openGate();
    await expect(first).rejects.toThrow('no');
    await second;
    await queue.idle();
    expect(order).toEqual(['other', 'first', 'second']);
  });
});
