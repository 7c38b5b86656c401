import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../main/storage/database.ts';
import { migrations } from '../../../main/storage/migrations/index.ts';
import {
  Chat,
  codeOf,
  open,
  openNew,
  rawDatabase,
  temporaryFolder,
  testEnvironment,
  testLog,
  workspaceOptions,
} from './support.ts';

/** Every file of a folder with its bytes. */
function bytesIn(folder: string, names = readdirSync(folder)): Record<string, string> {
  return Object.fromEntries(
    names
      .filter((name) => existsSync(join(folder, name)) && statSync(join(folder, name)).isFile())
      .map((name) => [name, readFileSync(join(folder, name)).toString('base64')]),
  );
}

/** A closed workspace with a little in it. */
async function closedWorkspace(): Promise<{ folder: string; file: string; question: string }> {
  const workspace = await openNew();
  const question = new Chat(workspace).ask('What was said must never be lost.');
  await workspace.close();
  return { folder: workspace.folder, file: join(workspace.folder, 'bough.db'), question };
}

describe('a new workspace', () => {
  it('opens with the chosen pragmas, one agent, and nothing to tell', async () => {
    const workspace = await openNew();
    expect(workspace.notices).toEqual([]);
    expect(workspace.agents.list()).toEqual([workspace.agents.default()]);
    expect(workspace.conversations.list({ trashed: false, limit: 10 })).toEqual({ items: [], next: null });
    const db = rawDatabase(workspace.folder);
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(db.pragma('application_id', { simple: true })).toBe(0x426f7567);
    expect(db.pragma('user_version', { simple: true })).toBe(migrations.at(-1)?.version);
  });

  it('is one database file after closing: nothing is left in the log', async () => {
    const { folder } = await closedWorkspace();
    expect(readdirSync(folder).filter((name) => name.startsWith('bough.db'))).toEqual(['bough.db']);
  });

  it('opens after a start that was cut short before anything was committed', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'bough.db'), '');
    await (await open(workspaceOptions(folder))).close();
    const cut = temporaryFolder();
    const half = new BetterSqlite(join(cut, 'bough.db'));
    half.pragma('journal_mode = WAL');
    half.close();
    const workspace = await open(workspaceOptions(cut));
    expect(workspace.agents.list()).toHaveLength(1);
  });
});

describe('what cannot be read is refused and left as it is', () => {
  it('a newer database, byte for byte', async () => {
    const { folder, file } = await closedWorkspace();
    const db = new BetterSqlite(file);
    db.pragma('user_version = 999');
    db.close();
    const before = bytesIn(folder, ['bough.db', 'bough.db-wal', 'bough.db-shm']);
    expect(await codeOf(() => open(workspaceOptions(folder)))).toBe('workspace_newer');
    expect(bytesIn(folder, ['bough.db', 'bough.db-wal', 'bough.db-shm'])).toEqual(before);
  });

  it('a newer database whose version is only in the log, byte for byte', async () => {
    const { folder, file } = await closedWorkspace();
    const db = new BetterSqlite(file);
    db.pragma('user_version = 999');
    const copy = temporaryFolder();
    for (const name of ['bough.db', 'bough.db-wal']) copyFileSync(join(folder, name), join(copy, name));
    db.close();
    expect(readFileSync(join(copy, 'bough.db')).readInt32BE(60)).not.toBe(999);
    const before = bytesIn(copy, ['bough.db', 'bough.db-wal']);
    expect(await codeOf(() => open(workspaceOptions(copy)))).toBe('workspace_newer');
    expect(bytesIn(copy, ['bough.db', 'bough.db-wal'])).toEqual(before);
  });

  it.each([
    ['another file', (file: string) => writeFileSync(file, 'Dear diary, '.repeat(100))],
    ['a file that is too short', (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 60))],
    [
      'a database that was cut',
      (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 3 * 4096)),
    ],
    [
      'a database with a page of garbage',
      (file: string) => {
        const descriptor = openSync(file, 'r+');
        const { size } = statSync(file);
        for (let page = 2; page * 4096 < size; page += 1)
          writeSync(descriptor, Buffer.alloc(4096, page), 0, 4096, page * 4096);
        closeSync(descriptor);
      },
    ],
    [
      "another program's database",
      (file: string) => {
        rmSync(file);
        const db = new BetterSqlite(file);
        db.exec('CREATE TABLE songs (name TEXT); INSERT INTO songs VALUES (1)');
        db.close();
      },
    ],
  ])('%s', async (_name, damage) => {
    const { folder, file } = await closedWorkspace();
    damage(file);
    const before = bytesIn(folder, ['bough.db']);
    expect(await codeOf(() => open(workspaceOptions(folder)))).toBe('workspace_unreadable');
    expect(bytesIn(folder, ['bough.db'])).toEqual(before);
  });

  it('a large database whose end is missing, though it is too large to be checked whole at every start', async () => {
    const { folder, file } = await closedWorkspace();
    const db = new BetterSqlite(file);
    db.prepare("INSERT INTO settings VALUES ('large', ?)").run(JSON.stringify('x'.repeat(17 * 1024 * 1024)));
    db.close();
    const whole = readFileSync(file);
    writeFileSync(file, whole.subarray(0, whole.length - 4096));
    expect(await codeOf(() => open(workspaceOptions(folder)))).toBe('workspace_unreadable');
    writeFileSync(file, whole);
    await (await open(workspaceOptions(folder))).close();
  });

  it.each([
    ['gone', (file: string) => rmSync(file)],
    ['empty', (file: string) => writeFileSync(file, '')],
  ])('a database that is %s beside transcripts: no new one takes its place', async (_name, damage) => {
    const { folder, file } = await closedWorkspace();
    writeFileSync(join(folder, 'transcripts', 'x.json'), '{}');
    damage(file);
    expect(await codeOf(() => open(workspaceOptions(folder)))).toBe('workspace_unreadable');
    expect(existsSync(file) ? statSync(file).size : 0).toBe(0);
  });

  it('gives the lock back, so that the workspace opens when it is put right', async () => {
    const { folder, file } = await closedWorkspace();
    const whole = readFileSync(file);
    writeFileSync(file, 'garbage'.repeat(50));
    expect(await codeOf(() => open(workspaceOptions(folder)))).toBe('workspace_unreadable');
    writeFileSync(file, whole);
    await (await open(workspaceOptions(folder))).close();
  });
});

describe('migrations', () => {
  const now = migrations.length;
  const next = {
    version: now + 1,
    sql: 'CREATE TABLE later (x INTEGER) STRICT; INSERT INTO later VALUES (7);',
  };
  const optionsFor = (folder: string, more: readonly { version: number; sql: string }[]) => ({
    file: join(folder, 'bough.db'),
    environment: testEnvironment(),
    log: testLog(),
    backupDir: join(folder, 'backups'),
    migrations: [...migrations, ...more],
  });

  it('make a verified backup first, which opens on its own and holds the same', async () => {
    const { folder, question } = await closedWorkspace();
    openDatabase(optionsFor(folder, [next])).close();
    const [backup, ...others] = readdirSync(join(folder, 'backups'));
    expect(others).toEqual([]);
    expect(backup).toBe(`before-version-${now + 1}-2023-11-14T22-13-20-000Z.db`);
    const copy = new BetterSqlite(join(folder, 'backups', backup as string), { readonly: true });
    expect(copy.pragma('user_version', { simple: true })).toBe(now);
    expect(copy.prepare('SELECT id FROM messages WHERE role = ?').pluck().get('user')).toBe(question);
    copy.close();
    const db = rawDatabase(folder);
    expect(db.pragma('user_version', { simple: true })).toBe(now + 1);
    expect(db.prepare('SELECT x FROM later').pluck().get()).toBe(7);
  });

  it('make no backup of a new or an up-to-date database', async () => {
    const { folder } = await closedWorkspace();
    openDatabase(optionsFor(folder, [])).close();
    expect(readdirSync(join(folder, 'backups'))).toEqual([]);
  });

  it.each([
    ['fails half-way', 'CREATE TABLE half (x INTEGER); CREATE TABLE half (x INTEGER);'],
    ['breaks a foreign key', "UPDATE conversations SET agent_id = 'nobody'"],
  ])('change nothing when one of them %s, and try again the next time', async (_name, sql) => {
    const { folder, question } = await closedWorkspace();
    expect(() => openDatabase(optionsFor(folder, [next, { version: now + 2, sql }]))).toThrow();
    const db = rawDatabase(folder);
    expect(db.pragma('user_version', { simple: true })).toBe(now);
    expect(
      db.prepare("SELECT count(*) FROM sqlite_schema WHERE name IN ('half', 'later')").pluck().get(),
    ).toBe(0);
    expect(db.prepare('SELECT count(*) FROM messages WHERE id = ?').pluck().get(question)).toBe(1);
    openDatabase({ ...optionsFor(folder, [next]), backupDir: join(folder, 'more') }).close();
    expect(db.pragma('user_version', { simple: true })).toBe(now + 1);
  });

  it('do not run when the backup cannot be made', async () => {
    const { folder } = await closedWorkspace();
    rmSync(join(folder, 'backups'), { recursive: true });
    writeFileSync(join(folder, 'backups'), 'in the way');
    expect(() => openDatabase(optionsFor(folder, [next]))).toThrow();
    expect(rawDatabase(folder).pragma('user_version', { simple: true })).toBe(now);
  });

  it('count up by one', () => {
    expect(migrations.map((migration) => migration.version)).toEqual(migrations.map((_, at) => at + 1));
  });
});

describe('the lock', () => {
  const holder = new URL('./hold-workspace.ts', import.meta.url);

  it('keeps a second opening out, in the same process and in another, until the first closes', async () => {
    const workspace = await openNew();
    expect(await codeOf(() => open(workspaceOptions(workspace.folder)))).toBe('workspace_locked');
    const child = fork(holder, [workspace.folder]);
    expect(await once(child, 'message')).toEqual(['workspace_locked', undefined]);
    await once(child, 'exit');
    await workspace.close();
    await (await open(workspaceOptions(workspace.folder))).close();
  });

  it('ends with the process that held it, killed or not: nothing stale keeps the user out', async () => {
    const { folder } = await closedWorkspace();
    const child = fork(holder, [folder]);
    expect(await once(child, 'message')).toEqual(['open', undefined]);
    expect(await codeOf(() => open(workspaceOptions(folder)))).toBe('workspace_locked');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const workspace = await open(workspaceOptions(folder));
    expect(workspace.conversations.list({ trashed: false, limit: 5 }).items).toHaveLength(2);
  });
});
