import { readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { whenOpen } from '../../../main/opening.ts';
import { createRecovery } from '../../../main/recovery.ts';
import { saveWorkspace, takeWorkspace } from '../../../main/storage/backup-file.ts';
import { makeBackup, verifyBackup } from '../../../main/storage/backup-make.ts';
import { askForRestore } from '../../../main/storage/backup-restore.ts';
import { keptBackups } from '../../../main/storage/backup-retention.ts';
import { listBackups } from '../../../main/storage/backup-set.ts';
import { checkData } from '../../../main/storage/data-check.ts';
import { openTestServices, silentLog, systemEnvironment } from '../../host/test-services.ts';
import { temporaryFolder } from '../storage/support.ts';
import { addConversation, contents, filesIn, open, place, titles } from './rig.ts';

const asking = (folder: string) => ({ folder, environment: systemEnvironment, log: silentLog });

describe('a backup', () => {
  it('holds everything of a workspace that is in use, and gives it back; what was there is kept aside', async () => {
    const folder = temporaryFolder();
    const workspace = await open(folder);
    await addConversation(workspace, 'Plum jam');
    const before = await contents(workspace);
    const backup = await makeBackup(place(folder), 'asked');
    expect(backup).toMatchObject({ conversations: 1, messages: 1, attachments: 1, reason: 'asked' });
    await addConversation(workspace, 'Written later');
    await workspace.close();

    await askForRestore(asking(folder), backup.name);
    const restored = await open(folder);
    expect(restored.notices).toMatchObject([{ kind: 'backup_restored', detail: backup.name }]);
    expect(await contents(restored)).toEqual(before);
    await restored.close();
    const [aside = ''] = readdirSync(join(folder, 'replaced'));
    expect(filesIn(join(folder, 'replaced', aside))).toEqual(
      expect.arrayContaining(['bough.db', 'transcripts']),
    );
    expect(filesIn(folder)).not.toContain('restore.json');
    expect(filesIn(folder)).not.toContain('restoring');
  });

  it('keeps the bytes of an attachment once, however many backups there are', async () => {
    const folder = temporaryFolder();
    const workspace = await open(folder);
    await addConversation(workspace, 'Rope');
    await makeBackup(place(folder), 'daily');
    const once = filesIn(join(folder, 'backups/files'));
    await makeBackup(
      { ...place(folder), environment: { ...systemEnvironment, now: () => Date.now() + 5000 } },
      'daily',
    );
    expect(filesIn(join(folder, 'backups/files'))).toEqual(once);
    expect(await listBackups(join(folder, 'backups'))).toHaveLength(2);
    await workspace.close();
  });

  it('one that is not whole is refused before anything is changed', async () => {
    const folder = temporaryFolder();
    const workspace = await open(folder);
    await addConversation(workspace, 'Tide');
    const { name } = await makeBackup(place(folder), 'asked');
    const [piece = ''] = filesIn(join(folder, 'backups/files'));
    truncateSync(join(folder, 'backups/files', piece), 3);
    await expect(verifyBackup(folder, name)).rejects.toMatchObject({ code: 'backup_unreadable' });
    await expect(askForRestore(asking(folder), name)).rejects.toMatchObject({ code: 'backup_unreadable' });
    expect(titles(workspace)).toEqual(['Tide']);
    expect(await checkData(folder, undefined)).toMatchObject({
      database: null,
      backups: { checked: 1, damaged: 1 },
    });
    await workspace.close();
  });

  it('one that is damaged between the asking and the start leaves the workspace as it was, and says so', async () => {
    const folder = temporaryFolder();
    const workspace = await open(folder);
    await addConversation(workspace, 'Harbour');
    const { name } = await makeBackup(place(folder), 'asked');
    await workspace.close();
    await askForRestore(asking(folder), name);
    rmSync(join(folder, 'backups/files'), { recursive: true });
    const again = await open(folder);
    expect(again.notices).toMatchObject([{ kind: 'restore_failed' }]);
    expect(titles(again)).toEqual(['Harbour']);
    await again.close();
  });
});

describe('the check of all data', () => {
  it('finds a damaged attachment, one that is gone, and a transcript that cannot be read', async () => {
    const folder = temporaryFolder();
    const workspace = await open(folder);
    const { id, agentId } = await addConversation(workspace, 'One');
    await addConversation(workspace, 'Two');
    expect(await checkData(folder, undefined)).toEqual({
      database: null,
      transcripts: { checked: 2, damaged: 0 },
      attachments: { checked: 2, missing: 0, damaged: 0 },
      backups: { checked: 0, damaged: 0 },
    });
    const [first = '', second = ''] = filesIn(join(folder, 'attachments'));
    rmSync(join(folder, 'attachments', first));
    writeFileSync(join(folder, 'attachments', second), 'x');
    writeFileSync(join(folder, 'transcripts', `${id}.${agentId}.json`), '{');
    expect(await checkData(folder, undefined)).toMatchObject({
      transcripts: { damaged: 1 },
      attachments: { missing: 1, damaged: 1 },
    });
    await workspace.close();
  });
});

describe('the workspace as one file', () => {
  it('goes to another computer and is opened there', async () => {
    const from = temporaryFolder();
    const source = await open(from);
    await addConversation(source, 'ตลาดน้ำ');
    const before = await contents(source);
    const file = join(from, 'all.boughworkspace');
    await saveWorkspace(place(from), { target: file, unique: 'one' });
    await source.close();

    const to = temporaryFolder();
    const target = await open(to);
    await addConversation(target, 'Already here');
    const taken = await takeWorkspace(place(to), file);
    expect(taken).toMatchObject({ reason: 'moved', conversations: 1 });
    await target.close();
    await askForRestore(asking(to), taken.name);
    const moved = await open(to);
    expect(await contents(moved)).toEqual(before);
    await moved.close();
  });

  it('any other file is refused, and nothing is left of it', async () => {
    const folder = temporaryFolder();
    const workspace = await open(folder);
    const file = join(folder, 'other.boughworkspace');
    writeFileSync(file, 'no zip at all');
    await expect(takeWorkspace(place(folder), file)).rejects.toMatchObject({ code: 'backup_unreadable' });
    expect(filesIn(join(folder, 'backups')).filter((name) => name !== 'files')).toEqual([]);
    await workspace.close();
  });
});

describe('a workspace that cannot be opened', () => {
  it('lists its backups and restores one all the same', async () => {
    const folder = temporaryFolder();
    const services = await openTestServices({ folder, log: silentLog });
    await addConversation(services.workspace, 'Saved in time');
    const { name } = await makeBackup(place(join(folder, 'workspace')), 'asked');
    await services.close();
    writeFileSync(join(folder, 'workspace/bough.db'), 'broken to pieces');
    const recovery = createRecovery(join(folder, 'workspace'), systemEnvironment, silentLog);
    const opening = whenOpen(() => openTestServices({ folder, log: silentLog }), recovery);
    expect(await opening.call('conversations.list', {})).toMatchObject({
      ok: false,
      error: { code: 'workspace_unreadable' },
    });
    expect(await opening.call('backup.list', {})).toMatchObject({ ok: true, data: { backups: [{ name }] } });
    expect(await opening.call('backup.restore', { name: '../../etc' })).toMatchObject({
      ok: false,
      error: { code: 'bad_request' },
    });
    expect(await opening.call('backup.restore', { name })).toEqual({ ok: true, data: { restored: true } });
    expect(await opening.call('conversations.list', {})).toMatchObject({
      ok: true,
      data: { items: [{ title: 'Saved in time' }] },
    });
    await (await opening.services()).close();
  });

  it('a restore of an open workspace closes it, and the calls that follow see what was restored', async () => {
    const folder = temporaryFolder();
    const recovery = createRecovery(join(folder, 'workspace'), systemEnvironment, silentLog);
    const opening = whenOpen(() => openTestServices({ folder, log: silentLog }), recovery);
    const { workspace } = await opening.services();
    await addConversation(workspace, 'Old');
    const made = (await opening.call('backup.create', {})) as { ok: true; data: { name: string } };
    expect(made.ok).toBe(true);
    await addConversation(workspace, 'New');
    // Pressed twice: one after the other.
    const pressed = [1, 2].map(() => opening.call('backup.restore', { name: made.data.name }));
    for (const restored of await Promise.all(pressed)) expect(restored).toMatchObject({ ok: true });
    expect(titles((await opening.services()).workspace)).toEqual(['Old']);
    await (await opening.services()).close();
  });
});

it('the newest of each of 7 days, 4 weeks and 6 months are kept, and all of the last two days', () => {
  const day = 24 * 60 * 60 * 1000;
  const now = Date.parse('2026-11-30T12:00:00.000Z');
  const name = (at: number) => new Date(at).toISOString().replaceAll(/[:.]/g, '-');
  const names = Array.from({ length: 800 }, (_, n) => name(now - n * (day / 2)));
  const kept = keptBackups(names, now);
  expect(kept.slice(0, 5)).toEqual(names.slice(0, 5));
  expect(kept.length).toBeGreaterThanOrEqual(14);
  expect(kept.length).toBeLessThanOrEqual(22);
  expect(keptBackups([name(now - 900 * day)], now)).toHaveLength(1);
  expect(keptBackups(['odd-name', name(now)], now)).toContain('odd-name');
});
