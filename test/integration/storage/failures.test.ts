import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BoughError } from '#core/errors.ts';
import { storageFailure } from '../../../main/storage/failures.ts';
import { Database } from '../../../main/storage/handle.ts';
import { emptyTranscript } from '../../../main/storage/transcript-file.ts';
import { Chat, codeOf, open, openNew, temporaryFolder, text, workspaceOptions } from './support.ts';

describe('what a failure means for people', () => {
  it.each([
    ['SQLITE_FULL', 'disk_full'],
    ['ENOSPC', 'disk_full'],
    ['EDQUOT', 'disk_full'],
    ['EACCES', 'not_writable'],
    ['EROFS', 'not_writable'],
    ['SQLITE_READONLY_DBMOVED', 'not_writable'],
    ['SQLITE_IOERR_WRITE', 'not_writable'],
    ['SQLITE_IOERR_READ', 'workspace_unreadable'],
    ['SQLITE_CORRUPT_VTAB', 'workspace_unreadable'],
    ['SQLITE_NOTADB', 'workspace_unreadable'],
    ['SQLITE_BUSY_SNAPSHOT', 'busy'],
  ])('%s is %s, with the code one click away', (code, expected) => {
    const cause = Object.assign(new Error('deep down'), { code });
    const failure = storageFailure(cause);
    expect(failure).toBeInstanceOf(BoughError);
    expect(failure).toMatchObject({ code: expected, detail: `${code}: deep down`, cause });
  });

  it('leaves alone what it does not know', () => {
    for (const thrown of [
      new Error('plain'),
      Object.assign(new Error('trigger'), { code: 'SQLITE_CONSTRAINT_TRIGGER' }),
      new BoughError('not_found', 'gone'),
      'text',
    ]) {
      expect(storageFailure(thrown)).toBe(thrown);
    }
  });
});

describe('a full disk', () => {
  it('fails a message with its meaning, keeps everything that was there, and goes on when there is room', async () => {
    const workspace = await openNew();
    const chat = new Chat(workspace);
    const kept = chat.ask('kept');
    await workspace.close();
    const connection = new BetterSqlite(join(workspace.folder, 'bough.db'));
    const db = new Database(connection);
    const insert = db.command<{ value: string }>("INSERT INTO settings VALUES ('large', @value)");
    const large = { value: JSON.stringify('x'.repeat(1_000_000)) };
    connection.pragma(`max_page_count = ${Number(connection.pragma('page_count', { simple: true })) + 2}`);
    expect(await codeOf(() => db.transaction(() => insert.run(large)))).toBe('disk_full');
    connection.pragma('max_page_count = 1000000');
    expect(insert.run(large)).toBe(1);
    db.close();
    const again = await open(workspaceOptions(workspace.folder));
    expect(again.messages.get(kept).parts).toEqual([{ type: 'text', text: 'kept' }]);
  });

  /** A small disk of its own, where the system lets the test have one. */
  function smallDisk(options: string): string | null {
    const folder = temporaryFolder();
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' });
    } catch {
      // Not root, or not Linux: then there is no such disk to be had.
      return null;
    }
    onTestFinished(() => void execFileSync('umount', ['-l', folder]));
    return folder;
  }

  it('[T3] leaves the old transcript whole, the database in order and no half-written file', async (context) => {
    const folder = smallDisk('size=2m');
    if (folder === null) return context.skip('needs a disk of its own');
    const workspace = await open(workspaceOptions(folder));
    const chat = new Chat(workspace);
    const { conversationId, agentId, ...rest } = emptyTranscript({
      conversationId: chat.id,
      agentId: workspace.agents.default().id,
    });
    const old = { conversationId, agentId, ...rest };
    await workspace.transcripts.save(old);
    const kept = chat.ask('kept');
    fill(join(folder, 'ballast'));

    const large = { ...old, checkpoints: [{ label: 'x'.repeat(500_000), messageId: kept, createdAt: 1 }] };
    expect(await codeOf(() => workspace.transcripts.save(large))).toBe('disk_full');
    expect(await codeOf(() => workspace.attachments.add('a.txt', Buffer.alloc(500_000, 'a')))).toBe(
      'disk_full',
    );
    expect(await codeOf(() => chat.ask('y'.repeat(500_000)))).toBe('disk_full');
    expect(readdirSync(join(folder, 'attachments'))).toEqual([]);
    expect(readdirSync(join(folder, 'transcripts'))).toEqual([`${conversationId}.${agentId}.json`]);

    rmSync(join(folder, 'ballast'));
    expect(await workspace.transcripts.load(conversationId, agentId)).toMatchObject({ transcript: old });
    expect(chat.tip).toBe(kept);
    chat.ask('there is room again');
    await workspace.transcripts.save(large);
    await workspace.close();
    const again = await open(workspaceOptions(folder));
    expect(again.messages.page({ conversationId }).messages.map((message) => message.parts)).toEqual([
      text('kept'),
      text('there is room again'),
    ]);
    await again.close();
  });

  it('says so of a folder that cannot be written to', async (context) => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'w'));
    chmodSync(join(folder, 'w'), 0o500);
    if (process.getuid?.() === 0) {
      const disk = smallDisk('size=1m,ro');
      if (disk === null) return context.skip('needs a disk of its own');
      expect(await codeOf(() => open(workspaceOptions(disk)))).toBe('not_writable');
      return;
    }
    expect(await codeOf(() => open(workspaceOptions(join(folder, 'w'))))).toBe('not_writable');
  });
});

/** Writes until nothing more fits. */
function fill(file: string): void {
  for (const size of [65_536, 4096, 512]) {
    try {
      for (;;) appendFileSync(file, Buffer.alloc(size));
    } catch (thrown) {
      expect(storageFailure(thrown)).toMatchObject({ code: 'disk_full' });
    }
  }
}
