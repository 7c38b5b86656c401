import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { StartupNotice } from '#contract';
import { BackupService } from '../../../main/backup/backup-service.ts';
import { makeBackup, verifyBackup } from '../../../main/storage/backup-make.ts';
import { keptBackups } from '../../../main/storage/backup-retention.ts';
import { backupNames } from '../../../main/storage/backup-set.ts';
import { silentLog, systemEnvironment, testWorkers } from '../../host/test-services.ts';
import { temporaryFolder } from '../storage/support.ts';
import { addConversation, filesIn, open } from './rig.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** The service of a workspace with one conversation, and a clock and a timer that the test moves. */
async function rig({ empty = false } = {}) {
  const folder = temporaryFolder();
  const workspace = await open(folder);
  if (!empty) await addConversation(workspace, 'Plum');
  const told: StartupNotice[] = [];
  const clock = { time: Date.parse('2026-03-01T08:00:00.000Z') };
  let waiting: { milliseconds: number; run: () => void } | null = null;
  let scheduled: () => void = () => {};
  const service = new BackupService({
    folder,
    workerFile: testWorkers.backup,
    nativeBinding: undefined,
    environment: { now: () => clock.time, newId: systemEnvironment.newId },
    schedule: (milliseconds, run) => {
      waiting = { milliseconds, run };
      scheduled();
      return () => {
        waiting = null;
      };
    },
    isEmpty: () => empty,
    unfinished: { note: async () => async () => {} },
    tell: (notice) => told.push(notice),
    log: silentLog,
  });
  onTestFinished(async () => {
    await service.close();
    await workspace.close();
  });
  /** Lets so much time pass and the timer run out; resolves when the look that it led to is over. */
  const pass = async (milliseconds: number): Promise<void> => {
    clock.time += milliseconds;
    const over = new Promise<void>((resolve) => {
      scheduled = resolve;
    });
    waiting?.run();
    await over;
  };
  const times = async () =>
    (await service.list()).backups.map(({ createdAt }) => new Date(createdAt).toISOString());
  return { folder, service, clock, told, pass, times, wait: () => waiting?.milliseconds };
}

describe('the daily backup', () => {
  it('is made minutes after the start, and at most once a day, however often is looked', async () => {
    const { pass, times, wait } = await rig();
    expect(wait()).toBe(2 * 60 * 1000);
    await pass(2 * 60 * 1000);
    expect(await times()).toEqual(['2026-03-01T08:02:00.000Z']);
    expect(wait()).toBe(hour);
    await pass(hour);
    await pass(22 * hour);
    expect(await times()).toHaveLength(1);
    await pass(hour);
    expect(await times()).toEqual(['2026-03-02T08:02:00.000Z', '2026-03-01T08:02:00.000Z']);
  });

  it('is made once after a sleep of days', async () => {
    const { pass, times } = await rig();
    await pass(0);
    await pass(9 * day + 5 * hour);
    await pass(hour);
    expect(await times()).toEqual(['2026-03-10T13:00:00.000Z', '2026-03-01T08:00:00.000Z']);
  });

  it('goes on when the clock was a year ahead and is put right, and does not come every hour then', async () => {
    const { pass, times, clock } = await rig();
    clock.time += 365 * day;
    await pass(0);
    clock.time -= 365 * day;
    await pass(hour);
    await pass(hour);
    expect(await times()).toEqual(['2027-03-01T08:00:00.000Z', '2026-03-01T09:00:00.000Z']);
    await pass(day);
    expect(await times()).toContain('2026-03-02T10:00:00.000Z');
    expect(await times()).toHaveLength(3);
  });

  it('of nothing is not made', async () => {
    const { pass, times } = await rig({ empty: true });
    await pass(day);
    expect(await times()).toEqual([]);
  });

  it('that fails is told once and quietly, tried again with each look, and forgotten when it comes through', async () => {
    const { folder, pass, times, told, service } = await rig();
    rmSync(join(folder, 'backups'), { recursive: true });
    writeFileSync(join(folder, 'backups'), 'in the way');
    await pass(0);
    await pass(hour);
    expect(told).toMatchObject([{ kind: 'backup_failed', detail: 'not_writable' }]);
    await expect(service.list()).rejects.toMatchObject({ code: 'not_writable' });
    await expect(service.create('asked')).rejects.toMatchObject({ code: 'not_writable' });
    rmSync(join(folder, 'backups'));
    await pass(hour);
    expect(await times()).toHaveLength(1);
    expect(await service.list()).toMatchObject({ failure: null });
    expect(told).toHaveLength(1);
  });

  it('that will fail is told while there is still time: the folder is looked at every hour', async () => {
    const { folder, pass, told, service } = await rig();
    await pass(0);
    expect(told).toEqual([]);
    rmSync(join(folder, 'backups/files'), { recursive: true });
    writeFileSync(join(folder, 'backups/files'), 'in the way');
    await pass(hour);
    expect(told).toMatchObject([{ kind: 'backup_failed', detail: 'not_writable' }]);
    expect(await service.list()).toMatchObject({ failure: { code: 'not_writable' } });
    rmSync(join(folder, 'backups/files'));
    await pass(hour);
    expect(await service.list()).toMatchObject({ failure: null });
  });

  it('waits for what runs, and a job after the end is refused', async () => {
    const { service } = await rig();
    const [backup, check] = await Promise.all([service.create('asked'), service.check()]);
    expect(backup.reason).toBe('asked');
    expect(check).toMatchObject({ database: null, backups: { checked: 1, damaged: 0 } });
    await service.close();
    await expect(service.create('asked')).rejects.toMatchObject({ code: 'cancelled' });
  });
});

it('over half a year of days those of the rule are kept, each of them whole, and no file that none needs', async () => {
  const folder = temporaryFolder();
  const workspace = await open(folder);
  await addConversation(workspace, 'First');
  const start = Date.parse('2026-01-01T09:00:00.000Z');
  const all: string[] = [];
  let now = start;
  for (let at = 0; at < 30; at += 1) {
    now = start + at * 6 * day;
    const { name } = await makeBackup(
      { folder, environment: { ...systemEnvironment, now: () => now } },
      'daily',
    );
    all.push(name);
    if (at === 14) await addConversation(workspace, 'Second');
  }
  const names = await backupNames(join(folder, 'backups'));
  expect(names.length).toBeLessThan(14);
  expect(names).toEqual(expect.arrayContaining(keptBackups(all, now)));
  const needed = new Set<string>();
  for (const name of names) {
    const { transcripts, attachments } = await verifyBackup(folder, name);
    for (const { hash } of [...transcripts, ...attachments]) needed.add(hash);
  }
  expect(filesIn(join(folder, 'backups/files'))).toEqual([...needed].sort());
  await workspace.close();
}, 60_000);
