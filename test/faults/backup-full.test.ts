import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { saveWorkspace, takeWorkspace } from '../../main/storage/backup-file.ts';
import { makeBackup, verifyBackup } from '../../main/storage/backup-make.ts';
import { askForRestore } from '../../main/storage/backup-restore.ts';
import { backupNames } from '../../main/storage/backup-set.ts';
import type * as FreeSpace from '../../main/storage/free-space.ts';
import { silentLog, systemEnvironment } from '../host/test-services.ts';
import { addConversation, contents, filesIn, open, place, titles } from '../integration/backup/rig.ts';
import { disk, mountSmallDisk } from './full-disk.ts';

vi.mock('node:fs/promises', async (original) => (await import('./full-disk.ts')).onDisk(await original()));
vi.mock('../../main/storage/free-space.ts', async (original) => {
  const free = await original<typeof FreeSpace>();
  const refuseFullDisk: typeof free.refuseFullDisk = async (...args) => {
    if (!disk.hidden) await free.refuseFullDisk(...args);
  };
  return { ...free, refuseFullDisk };
});

let base = '';
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'bough-full-'));
});
afterEach(() => {
  disk.free();
  rmSync(base, { recursive: true, force: true });
});

/** More writes than any of the jobs below makes. */
const most = 400;
const failures = [
  ['ENOSPC', 'disk_full', 1],
  ['EROFS', 'not_writable', 4],
] as const;

/** Everything of a workspace's backups, and of the folder beside it. */
const standing = (folder: string): unknown => ({
  backups: readdirSync(join(folder, 'backups'), { recursive: true }).sort(),
  around: filesIn(base),
});

/** A workspace with three conversations and one backup, closed. */
async function prepared(folder: string): Promise<{ first: string; now: unknown }> {
  const workspace = await open(folder);
  for (const name of ['Plum', 'Rope']) await addConversation(workspace, name);
  const { name: first } = await makeBackup(place(folder), 'asked');
  await addConversation(workspace, 'Tide');
  const now = await contents(workspace);
  await workspace.close();
  return { first, now };
}

interface Sweep {
  code: typeof disk.code;
  /** Writes that go well the first time, and how many more each time after that. */
  from?: number;
  step?: number;
}

/** Does a job with more and more writes that go well, until it comes through. Returns how many it needs. */
async function untilItFits(
  { code, from = 0, step = 1 }: Sweep,
  job: () => Promise<unknown>,
  after: (failure: unknown) => Promise<void>,
): Promise<number> {
  for (let left = from; left < most; left += step) {
    disk.fill(left, code);
    const failure = await job().then(
      () => null,
      (thrown: unknown) => thrown,
    );
    disk.free();
    if (failure === null) return left;
    await after(failure);
  }
  throw new Error('It never came through');
}

describe.each(failures)('%s (%s) at every write, or every %ith', (code, told, step) => {
  it('of a backup: it says so, nothing of it stays, and those before are whole', async () => {
    const folder = join(base, 'workspace');
    const { first, now } = await prepared(folder);
    const before = standing(folder);
    const failed = await untilItFits(
      { code },
      () => makeBackup(place(folder), 'asked'),
      async (failure) => {
        expect(failure).toMatchObject({ code: told });
        expect(standing(folder)).toEqual(before);
        await verifyBackup(folder, first);
      },
    );
    expect(failed).toBeGreaterThan(8);
    const names = await backupNames(join(folder, 'backups'));
    expect(names).toHaveLength(2);
    for (const name of names) await verifyBackup(folder, name);
    const again = await open(folder);
    expect(again.notices).toEqual([]);
    expect(await contents(again)).toEqual(now);
    await again.close();
  });

  it('of the workspace as one file, written and taken: nothing half there by its name or beside it', async () => {
    const from = join(base, 'from');
    await prepared(from);
    const target = join(base, 'all.boughworkspace');
    const written = await untilItFits(
      // What comes before is the backup that is written.
      { code, from: 8, step },
      () => saveWorkspace(place(from), { target, unique: 'one' }),
      async (failure) => {
        expect(failure).toMatchObject({ code: told });
        expect(filesIn(base)).toEqual(['from']);
      },
    );
    expect(written).toBeGreaterThan(20);

    const to = join(base, 'to');
    await prepared(to);
    const before = standing(to);
    const taken = await untilItFits(
      { code, step },
      () => takeWorkspace(place(to), target),
      async (failure) => {
        expect(failure).toMatchObject({ code: told });
        expect(standing(to)).toEqual(before);
      },
    );
    expect(taken).toBeGreaterThan(10);
    for (const name of await backupNames(join(to, 'backups'))) await verifyBackup(to, name);
  });

  it('of a restore: all of it or nothing, and the start says which', async () => {
    const template = join(base, 'template');
    const { first, now } = await prepared(template);
    const outcomes = new Set<string>();
    let left = 0;
    for (let done = false; !done && left < most; left += step) {
      const folder = join(base, `workspace-${left}`);
      cpSync(template, folder, { recursive: true });
      await askForRestore({ folder, environment: systemEnvironment, log: silentLog }, first);
      disk.fill(left, code);
      const opened = await open(folder).catch((thrown: unknown) => {
        expect(thrown).toMatchObject({ code: told });
        return null;
      });
      done = disk.left >= 0;
      disk.free();
      const workspace = opened ?? (await open(folder));
      const [{ kind } = { kind: '' }] = workspace.notices;
      outcomes.add(`${opened ? 'at once' : 'next start'}: ${kind}`);
      if (kind === 'restore_failed') {
        expect(await contents(workspace)).toEqual(now);
        expect(filesIn(folder)).not.toContain('replaced');
      } else expect(titles(workspace)).toEqual(['Plum', 'Rope']);
      expect(filesIn(folder)).not.toContain('restoring');
      expect(filesIn(folder)).not.toContain('restore.json');
      await workspace.close();
      const again = await open(folder);
      expect(again.notices).toEqual([]);
      await again.close();
      rmSync(folder, { recursive: true });
    }
    expect(left).toBeGreaterThan(10);
    expect(left).toBeLessThan(most);
    // A full disk leaves the old workspace, or the new one where it was all there.
    if (code === 'ENOSPC') expect(outcomes).toContain('at once: restore_failed');
    expect(outcomes).toContain('at once: backup_restored');
  });
});

const megabyte = 1024 * 1024;
const small = mountSmallDisk(72);
afterAll(() => small?.unmount());

describe.runIf(small)('a small file system that is really full', () => {
  const folder = join(small?.folder ?? '', 'workspace');
  let first = '';
  let now: unknown;
  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    ({ first, now } = await prepared(folder));
    // Attachments that do not fit in what is left below.
    const workspace = await open(folder);
    for (const fill of [1, 2]) await workspace.attachments.add('noise.bin', Buffer.alloc(megabyte, fill));
    await workspace.close();
  });

  it('says that it is full before anything is written', async () => {
    const before = readdirSync(folder, { recursive: true }).sort();
    small?.leave(32 * megabyte);
    await expect(makeBackup(place(folder), 'daily')).rejects.toMatchObject({ code: 'disk_full' });
    const asking = askForRestore({ folder, environment: systemEnvironment, log: silentLog }, first);
    await expect(asking).rejects.toMatchObject({ code: 'disk_full' });
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(before);
  });

  it('a backup that it fills up in is not there, wherever that happens', async () => {
    const before = readdirSync(join(folder, 'backups'), { recursive: true }).sort();
    let failed = 0;
    for (let room = 0; room < 8 * megabyte; room += 384 * 1024) {
      disk.hidden = true;
      small?.leave(room);
      const failure = await makeBackup(place(folder), 'asked').then(
        () => null,
        (thrown: unknown) => thrown,
      );
      small?.free();
      if (failure === null) break;
      expect(failure).toMatchObject({ code: 'disk_full' });
      expect(readdirSync(join(folder, 'backups'), { recursive: true }).sort()).toEqual(before);
      failed += 1;
    }
    expect(failed).toBeGreaterThan(3);
    const names = await backupNames(join(folder, 'backups'));
    expect(names).toHaveLength(2);
    for (const name of names) await verifyBackup(folder, name);
  });

  it('a restore that it fills up in leaves the workspace as it was, and says so; or comes through at the next start', async () => {
    const outcomes: (string | undefined)[] = [];
    for (const room of [0, 64 * 1024, 300 * 1024, 1024 * 1024]) {
      const copy = join(small?.folder ?? '', `copy-${room}`);
      cpSync(folder, copy, { recursive: true });
      writeFileSync(
        join(copy, 'restore.json'),
        JSON.stringify({ backup: first, aside: 'then', phase: 'asked' }),
      );
      small?.leave(room);
      const opened = await open(copy).catch((thrown: unknown) => {
        expect(thrown).toMatchObject({ code: 'disk_full' });
        return null;
      });
      small?.free();
      const workspace = opened ?? (await open(copy));
      const [notice] = workspace.notices;
      outcomes.push(notice?.kind);
      expect(notice?.detail).toBe(first);
      if (notice?.kind === 'restore_failed') expect(await contents(workspace)).toEqual(now);
      else expect(titles(workspace)).toEqual(['Plum', 'Rope']);
      await workspace.close();
      expect(filesIn(copy)).not.toContain('restoring');
      rmSync(copy, { recursive: true });
    }
    expect(outcomes).toContain('restore_failed');
  });
});
