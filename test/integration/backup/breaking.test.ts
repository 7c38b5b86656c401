import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { Conversation, Message } from '#contract';
import { whenOpen } from '../../../main/opening.ts';
import { createRecovery } from '../../../main/recovery.ts';
import { saveWorkspace, takeWorkspace } from '../../../main/storage/backup-file.ts';
import { makeBackup, verifyBackup } from '../../../main/storage/backup-make.ts';
import { askForRestore } from '../../../main/storage/backup-restore.ts';
import { backupNames } from '../../../main/storage/backup-set.ts';
import { checkData } from '../../../main/storage/data-check.ts';
import { addLabRoutes, expectOk } from '../../host/lab-routes.ts';
import { openTestServices, silentLog, systemEnvironment } from '../../host/test-services.ts';
import { startLab } from '../../lab/index.ts';
import { temporaryFolder } from '../storage/support.ts';
import { addConversation, contents, filesIn, open, place, titles } from './rig.ts';

const asking = (folder: string) => ({ folder, environment: systemEnvironment, log: silentLog });
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A workspace with one conversation and one backup, closed. */
async function prepared(): Promise<{ folder: string; name: string }> {
  const folder = temporaryFolder();
  const workspace = await open(folder);
  await addConversation(workspace, 'Harbour');
  const { name } = await makeBackup(place(folder), 'asked');
  await workspace.close();
  return { folder, name };
}

/** Changes the database of a backup and what its manifest says of it. */
function changeDatabase(folder: string, name: string, change: (db: BetterSqlite.Database) => void): void {
  const own = join(folder, `backups/${name}.backup`);
  const db = new BetterSqlite(join(own, 'bough.db'));
  change(db);
  db.close();
  const manifest = JSON.parse(readFileSync(join(own, 'manifest.json'), 'utf8')) as object;
  const database = sha256(readFileSync(join(own, 'bough.db')));
  writeFileSync(join(own, 'manifest.json'), JSON.stringify({ ...manifest, database }));
}

describe('a restore is refused before anything is changed', () => {
  it('of a backup whose database is of a newer app', async () => {
    const { folder, name } = await prepared();
    changeDatabase(folder, name, (db) => db.pragma('user_version = 99'));
    await expect(askForRestore(asking(folder), name)).rejects.toMatchObject({ code: 'backup_newer' });
    expect(filesIn(folder)).not.toContain('restore.json');
    // One that is not damaged is not called damaged.
    expect(await checkData(folder, undefined)).toMatchObject({ backups: { checked: 1, damaged: 0 } });
  });

  it('of one whose manifest is of a newer app, is no manifest, or names files that lead elsewhere', async () => {
    const { folder, name } = await prepared();
    const file = join(folder, `backups/${name}.backup/manifest.json`);
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as { transcripts: { name: string }[] };
    const [transcript] = manifest.transcripts;
    for (const [text, code] of [
      [JSON.stringify({ ...manifest, version: 2, new: true }), 'backup_newer'],
      ['{"format":', 'backup_unreadable'],
      ['', 'backup_unreadable'],
      ...['../bough.db', '..', 'a/b.json', '.json', 'x.db'].map((odd) => [
        JSON.stringify({ ...manifest, transcripts: [{ ...transcript, name: odd }] }),
        'backup_unreadable',
      ]),
    ] as const) {
      writeFileSync(file, text ?? '');
      await expect(askForRestore(asking(folder), name)).rejects.toMatchObject({ code });
    }
    const workspace = await open(folder);
    expect(titles(workspace)).toEqual(['Harbour']);
    expect(workspace.notices).toEqual([]);
    await workspace.close();
  });

  it.each(['truncated', 'gone', 'another'])('of one whose database is %s', async (how) => {
    const { folder, name } = await prepared();
    const file = join(folder, `backups/${name}.backup/bough.db`);
    if (how === 'truncated') truncateSync(file, 4096);
    if (how === 'gone') rmSync(file);
    if (how === 'another') writeFileSync(file, 'no database');
    await expect(askForRestore(asking(folder), name)).rejects.toMatchObject({ code: 'backup_unreadable' });
  });
});

it('a restore brings back attachments that were lost and damaged since, and leaves the whole ones', async () => {
  const folder = temporaryFolder();
  const workspace = await open(folder);
  for (const title of ['One', 'Two', 'Three']) await addConversation(workspace, title);
  const before = await contents(workspace);
  const { name } = await makeBackup(place(folder), 'asked');
  await workspace.close();
  const [lost = '', torn = ''] = filesIn(join(folder, 'attachments'));
  rmSync(join(folder, 'attachments', lost));
  truncateSync(join(folder, 'attachments', torn), 5);
  await askForRestore(asking(folder), name);
  const restored = await open(folder);
  expect(await contents(restored)).toEqual(before);
  await restored.close();
  expect(await checkData(folder, undefined)).toMatchObject({
    attachments: { checked: 3, missing: 0, damaged: 0 },
  });
});

it('a backup that is asked for puts damaged copies right, and keeps attachments that the workspace has lost', async () => {
  const folder = temporaryFolder();
  const workspace = await open(folder);
  for (const title of ['One', 'Two']) await addConversation(workspace, title);
  const first = await makeBackup(place(folder), 'asked');
  const [lost = '', torn = ''] = filesIn(join(folder, 'attachments'));
  rmSync(join(folder, 'attachments', lost));
  const copy = join(folder, 'backups/files', torn);
  writeFileSync(copy, Buffer.alloc(readFileSync(copy).length, 1));
  expect(await checkData(folder, undefined)).toMatchObject({ backups: { checked: 1, damaged: 1 } });
  const later = { ...systemEnvironment, now: () => Date.now() + 1000 };
  const second = await makeBackup({ folder, environment: later }, 'asked');
  for (const { name, attachments } of [first, second]) {
    await verifyBackup(folder, name);
    expect(attachments).toBe(2);
  }
  await workspace.close();
});

it('a restore asked for in words that nobody wrote is refused, and another backup can be restored all the same', async () => {
  const { folder, name } = await prepared();
  writeFileSync(join(folder, 'restore.json'), '{"backup":"../../x","phase":"swapping"}');
  await expect(open(folder)).rejects.toMatchObject({ code: 'workspace_unreadable' });
  await askForRestore(asking(folder), name);
  const workspace = await open(folder);
  expect(workspace.notices).toMatchObject([{ kind: 'backup_restored' }]);
  expect(titles(workspace)).toEqual(['Harbour']);
  await workspace.close();
});

it('a restore while an answer streams ends the answer, keeps what it replaces, and opens what was saved', async () => {
  const folder = temporaryFolder();
  const lab = await startLab();
  const recovery = createRecovery(join(folder, 'workspace'), systemEnvironment, silentLog);
  const opening = whenOpen(() => openTestServices({ folder, log: silentLog }), recovery);
  const services = await opening.services();
  const { openai } = await addLabRoutes(services, lab);
  await expectOk(services, 'providers.setDefaultReader', { reader: openai });
  const { id } = (await expectOk(services, 'conversations.create', {})) as Conversation;
  await expectOk(services, 'conversations.rename', { id, title: 'Before' });
  services.workspace.messages.appendUser({
    conversationId: id,
    parentId: services.workspace.conversations.get(id).rootId,
    parts: [{ type: 'text', text: 'Saved' }],
  });
  const made = (await opening.call('backup.create', {})) as { ok: true; data: { name: string } };
  const growing = new Promise<void>((resolve) => {
    services.connect((event) => {
      if (event.type === 'delta') resolve();
    });
  });
  const text = 'A long one [[lab: tokens 4000]] [[lab: slow 20]]';
  const sent = (await opening.call('turns.send', {
    conversationId: id,
    content: { text, attachments: [] },
  })) as { ok: true; data: { agentMessageId: string } };
  expect(sent.ok).toBe(true);
  await growing;
  expect(await opening.call('backup.restore', { name: made.data.name })).toEqual({
    ok: true,
    data: { restored: true },
  });
  const restored = await opening.services();
  expect(titles(restored.workspace)).toEqual(['Before']);
  expect(restored.workspace.conversations.get(id).pathLength).toBe(1);
  expect(restored.workspace.messages.streaming()).toEqual([]);
  await restored.close();
  const [aside = ''] = filesIn(join(folder, 'workspace/replaced'));
  const db = new BetterSqlite(join(folder, 'workspace/replaced', aside, 'bough.db'));
  const answer = db
    .prepare<[string], Pick<Message, 'status'>>('SELECT status FROM messages WHERE id = ?')
    .get(sent.data.agentMessageId);
  db.close();
  expect(answer).toEqual({ status: 'interrupted' });
  await lab.close();
});

describe('the workspace as one file', () => {
  async function saved(entryBytes?: number) {
    const from = temporaryFolder();
    const source = await open(from);
    for (const title of ['ตลาดน้ำ', 'Boats']) await addConversation(source, title);
    const before = await contents(source);
    const target = join(from, 'all.boughworkspace');
    await saveWorkspace(place(from), { target, unique: 'one', ...(entryBytes && { entryBytes }) });
    await source.close();
    return { from, before, target, bytes: readFileSync(target) };
  }

  it('holds a database of any size in pieces, and is opened in a folder of another name', async () => {
    const { before, bytes } = await saved(32 * 1024);
    expect(
      Object.keys(unzipSync(bytes)).filter((name) => name.startsWith('bough.db.')).length,
    ).toBeGreaterThan(2);
    const to = join(temporaryFolder(), 'Můj počítač ก');
    await (await open(to)).close();
    const file = join(to, '..', 'carried.boughworkspace');
    writeFileSync(file, bytes);
    const { name } = await takeWorkspace(place(to), file);
    await askForRestore(asking(to), name);
    const moved = await open(to);
    expect(await contents(moved)).toEqual(before);
    await moved.close();
  });

  it('that was changed, cut or made by somebody else is refused, and nothing of it stays', async () => {
    const { bytes } = await saved(32 * 1024);
    const entries = unzipSync(bytes);
    const manifest = JSON.parse(Buffer.from(entries['manifest.json'] ?? []).toString()) as {
      transcripts: { name: string; hash: string; bytes: number }[];
    };
    const without = (name: string) =>
      Object.fromEntries(Object.entries(entries).filter(([each]) => each !== name));
    const withManifest = (change: object) => ({
      ...entries,
      'manifest.json': Buffer.from(JSON.stringify({ ...manifest, ...change })),
    });
    const [piece = ''] = Object.keys(entries).filter((name) => name.startsWith('files/'));
    const [transcript] = manifest.transcripts;
    const files: [Uint8Array, string][] = [
      [bytes.subarray(0, bytes.length - 100), 'backup_unreadable'],
      [zipSync(without('manifest.json')), 'backup_unreadable'],
      [zipSync(without('bough.db')), 'backup_unreadable'],
      [zipSync(without('bough.db.1')), 'backup_unreadable'],
      [zipSync(without(piece)), 'backup_unreadable'],
      [zipSync({ ...entries, [piece]: Buffer.from('other bytes') }), 'backup_unreadable'],
      [zipSync(withManifest({ version: 7 })), 'backup_newer'],
      [
        zipSync(withManifest({ transcripts: [{ ...transcript, name: '../../evil.json' }] })),
        'backup_unreadable',
      ],
      [
        zipSync(withManifest({ transcripts: [{ ...transcript, hash: '../../../evil' }] })),
        'backup_unreadable',
      ],
    ];
    const to = temporaryFolder();
    const workspace = await open(to);
    const file = join(to, 'carried.boughworkspace');
    for (const [content, code] of files) {
      writeFileSync(file, content);
      await expect(takeWorkspace(place(to), file)).rejects.toMatchObject({ code });
      expect(await backupNames(join(to, 'backups'))).toEqual([]);
      const left = readdirSync(join(to, 'backups'), { recursive: true });
      expect(left.filter((each) => each !== 'files')).toEqual([]);
    }
    await workspace.close();
  });

  it('of a newer app is refused as such', async () => {
    const { from, target } = await saved();
    const entries = unzipSync(readFileSync(target));
    const database = join(from, 'newer.db');
    writeFileSync(database, entries['bough.db'] ?? '');
    const db = new BetterSqlite(database);
    db.pragma('user_version = 99');
    db.close();
    const manifest = JSON.parse(Buffer.from(entries['manifest.json'] ?? []).toString()) as object;
    const bytes = readFileSync(database);
    writeFileSync(
      target,
      zipSync({
        ...entries,
        'bough.db': bytes,
        'manifest.json': Buffer.from(JSON.stringify({ ...manifest, database: sha256(bytes) })),
      }),
    );
    await expect(takeWorkspace(place(from), target)).rejects.toMatchObject({ code: 'backup_newer' });
  });
});

describe('the check of all data', () => {
  it('says that the database is damaged, whatever the damage, and checks the rest all the same', async () => {
    const { folder } = await prepared();
    const file = join(folder, 'bough.db');
    const whole = readFileSync(file);
    const pages = whole.length / 4096;
    let told = 0;
    for (let page = 0; page < pages; page += 3) {
      const damaged = Buffer.from(whole);
      damaged.fill(0xa5, page * 4096 + (page === 0 ? 16 : 0), page * 4096 + 2048);
      writeFileSync(file, damaged);
      const { database, attachments, backups } = await checkData(folder, undefined);
      if (database !== null) told += 1;
      expect(attachments.damaged + attachments.missing).toBe(0);
      expect(backups).toEqual({ checked: 1, damaged: 0 });
    }
    // A page that nothing uses may be anything.
    expect(told).toBeGreaterThan(pages / 6);
    writeFileSync(file, 'not even a header');
    expect((await checkData(folder, undefined)).database).toMatch(/not a database/);
  });

  it('misses a transcript that is gone', async () => {
    const { folder } = await prepared();
    const [name = ''] = filesIn(join(folder, 'transcripts'));
    rmSync(join(folder, 'transcripts', name));
    expect(await checkData(folder, undefined)).toMatchObject({ transcripts: { checked: 1, damaged: 1 } });
  });
});
