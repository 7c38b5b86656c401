import { constants, existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { StartupNotice } from '#contract';
import type { Environment } from '#core/environment.ts';
import { BoughError } from '#core/errors.ts';
import type { Log } from '#core/log.ts';
import { verifyBackup } from './backup-make.ts';
import { backupFiles, backupSuffix, readManifest } from './backup-set.ts';
import { syncFolder, writeDurably } from './durable-file.ts';
import { guardedFiles } from './failures.ts';
import { refuseFullDisk } from './free-space.ts';

/** What was asked for, and how far it is. `swapping`: what is to come is whole and takes its place now. */
const orderSchema = z.strictObject({
  backup: z.string().regex(/^[0-9A-Za-z-]{1,80}$/),
  /** Folder, below `replaced`, for what it takes the place of. */
  aside: z.string().regex(/^[0-9A-Za-z-]{1,80}$/),
  phase: z.enum(['asked', 'swapping']),
});
type Order = z.infer<typeof orderSchema>;

export interface RestorePlace {
  /** Of the workspace. */
  folder: string;
  environment: Environment;
  log: Log;
}

const orderFile = (folder: string): string => join(folder, 'restore.json');

/**
 * Asks for a backup to be restored at the next opening of the workspace. Throws `backup_unreadable` or `disk_full` where
 * it cannot be, and nothing is changed.
 */
export async function askForRestore(place: RestorePlace, backup: string): Promise<void> {
  const { folder, environment } = place;
  const manifest = await verifyBackup(folder, backup);
  const bytes = manifest.attachments.reduce((sum, each) => sum + each.bytes, 0);
  await refuseFullDisk(folder, bytes);
  const aside = new Date(environment.now()).toISOString().replaceAll(/[:.]/g, '-');
  await writeOrder(place, { backup, aside, phase: 'asked' });
}

/**
 * Restores what was asked for, before the workspace is opened; whoever calls holds its lock. Cut short at any moment, it
 * goes on where it was. What it takes the place of is kept in `replaced`. Returns what people should be told.
 */
export async function finishRestore(place: RestorePlace): Promise<StartupNotice[]> {
  const { folder, environment, log } = place;
  const order = await readOrder(folder);
  if (!order) return [];
  const notice = (kind: StartupNotice['kind']): StartupNotice => ({
    id: environment.newId(),
    kind,
    conversationId: null,
    detail: order.backup,
  });
  const coming = join(folder, 'restoring');
  if (order.phase === 'asked') {
    try {
      await stage(place, order, coming);
    } catch (thrown) {
      await rm(coming, { recursive: true, force: true });
      await guardedFiles(() => rm(orderFile(folder), { force: true }));
      log.warn('A backup could not be restored', { backup: order.backup, error: String(thrown) });
      return [notice('restore_failed')];
    }
    await writeOrder(place, { ...order, phase: 'swapping' });
  }
  await guardedFiles(() => swap(folder, coming, join(folder, 'replaced', order.aside)));
  await guardedFiles(() => rm(orderFile(folder), { force: true }));
  await rm(coming, { recursive: true, force: true });
  syncFolder(folder);
  return [notice('backup_restored')];
}

/** Copies everything beside the workspace first, so that nothing of it is touched before all is there. */
async function stage({ folder }: RestorePlace, { backup }: Order, coming: string): Promise<void> {
  await verifyBackup(folder, backup);
  const backups = join(folder, 'backups');
  const manifest = await readManifest(backups, backup);
  await guardedFiles(async () => {
    await rm(coming, { recursive: true, force: true });
    await mkdir(join(coming, 'transcripts'), { recursive: true, mode: 0o700 });
    const copy = (from: string, to: string): Promise<void> => copyFile(from, to, constants.COPYFILE_FICLONE);
    await copy(join(backups, `${backup}${backupSuffix}`, 'bough.db'), join(coming, 'bough.db'));
    for (const { name, hash } of manifest.transcripts) {
      await copy(join(backups, backupFiles, hash), join(coming, 'transcripts', name));
    }
    await mkdir(join(folder, 'attachments'), { recursive: true, mode: 0o700 });
    for (const { hash } of manifest.attachments) {
      const target = join(folder, 'attachments', hash);
      // Immutable, and named by their content: those that are there stay.
      if (!existsSync(target)) await copy(join(backups, backupFiles, hash), target);
    }
    syncFolder(join(coming, 'transcripts'));
    syncFolder(coming);
    syncFolder(join(folder, 'attachments'));
  });
}

/** Moves by name alone. Whatever still stands in `coming` has not taken its place yet. */
async function swap(folder: string, coming: string, aside: string): Promise<void> {
  await mkdir(aside, { recursive: true, mode: 0o700 });
  const putAside = async (name: string): Promise<void> => {
    if (existsSync(join(folder, name)) && !existsSync(join(aside, name)))
      await rename(join(folder, name), join(aside, name));
  };
  if (existsSync(join(coming, 'bough.db'))) {
    // The log first: it must never stand beside a database that is not its own.
    for (const name of ['bough.db-wal', 'bough.db-shm', 'bough.db']) await putAside(name);
    syncFolder(aside);
    syncFolder(folder);
    await rename(join(coming, 'bough.db'), join(folder, 'bough.db'));
    syncFolder(folder);
  }
  if (existsSync(join(coming, 'transcripts'))) {
    await putAside('transcripts');
    await rename(join(coming, 'transcripts'), join(folder, 'transcripts'));
    syncFolder(folder);
  }
}

async function readOrder(folder: string): Promise<Order | null> {
  if (!existsSync(orderFile(folder))) return null;
  const text = await guardedFiles(() => readFile(orderFile(folder), 'utf8'));
  try {
    return orderSchema.parse(JSON.parse(text));
  } catch (thrown) {
    const more = { detail: String(thrown), cause: thrown };
    throw new BoughError('workspace_unreadable', 'A restore was asked for, but not how', more);
  }
}

async function writeOrder({ folder, environment }: RestorePlace, order: Order): Promise<void> {
  const bytes = new TextEncoder().encode(JSON.stringify(order));
  await guardedFiles(() => writeDurably(orderFile(folder), bytes, environment.newId()));
}
