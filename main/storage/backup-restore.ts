import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { StartupNotice } from '#contract';
import type { Environment } from '#core/environment.ts';
import { BoughError } from '#core/errors.ts';
import type { Log } from '#core/log.ts';
import { isWhole, storeOf } from './backup-keep.ts';
import { verifyBackup } from './backup-make.ts';
import { type BackupManifest, backupSuffix } from './backup-set.ts';
import { copyNew, renameStubbornly, syncFolder, writeDurably } from './durable-file.ts';
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

type Outcome = 'backup_restored' | 'restore_failed';

const orderFile = (folder: string): string => join(folder, 'restore.json');

/** The order once it is over, until a session ends well that told of it. A rename: it works on a full disk, too. */
const outcomeFiles: Record<Outcome, string> = {
  backup_restored: 'restore-done.json',
  restore_failed: 'restore-failed.json',
};
const outcomes = Object.keys(outcomeFiles) as Outcome[];

/**
 * Asks for a backup to be restored at the next opening of the workspace. Throws `backup_unreadable`, `backup_newer` or
 * `disk_full` where it cannot be, and nothing is changed.
 */
export async function askForRestore(place: RestorePlace, backup: string): Promise<void> {
  const { folder, environment } = place;
  const manifest = await verifyBackup(folder, backup);
  await refuseFullDisk(folder, await roomNeeded(folder, backup, manifest));
  const aside = new Date(environment.now()).toISOString().replaceAll(/[:.]/g, '-');
  await writeOrder(place, { backup, aside, phase: 'asked' });
}

/** Bytes of what stands beside the workspace until it takes its place. */
async function roomNeeded(folder: string, backup: string, manifest: BackupManifest): Promise<number> {
  const lost = manifest.attachments.filter(({ hash }) => !existsSync(join(folder, 'attachments', hash)));
  const { size } = await guardedFiles(() => stat(databaseOf(folder, backup)));
  return [...manifest.transcripts, ...lost].reduce((sum, { bytes }) => sum + bytes, size);
}

const databaseOf = (folder: string, backup: string): string =>
  join(folder, 'backups', `${backup}${backupSuffix}`, 'bough.db');

/**
 * Restores what was asked for, before the workspace is opened; whoever calls holds its lock. Cut short at any moment, it
 * goes on where it was. What it takes the place of is kept in `replaced`. Returns what people should be told: also what
 * an earlier start may not have come to tell.
 */
export async function finishRestore(place: RestorePlace): Promise<StartupNotice[]> {
  const { folder, log } = place;
  const coming = join(folder, 'restoring');
  const order = await readOrder(folder);
  if (!order) {
    await guardedFiles(() => rm(coming, { recursive: true, force: true }));
    return tellOutcomes(place);
  }
  if (order.phase === 'asked') {
    try {
      await stage(place, order, coming);
      await writeOrder(place, { ...order, phase: 'swapping' });
    } catch (thrown) {
      log.warn('A backup could not be restored', { backup: order.backup, error: String(thrown) });
      await conclude(folder, 'restore_failed');
      await rm(coming, { recursive: true, force: true });
      return tellOutcomes(place);
    }
  }
  await guardedFiles(() => swap(folder, coming, join(folder, 'replaced', order.aside)));
  await conclude(folder, 'backup_restored');
  await rm(coming, { recursive: true, force: true });
  return tellOutcomes(place);
}

/** The restore is over. Whatever an earlier one had to tell is not true any more. */
async function conclude(folder: string, outcome: Outcome): Promise<void> {
  await guardedFiles(async () => {
    await forgetOutcomes(folder);
    await renameStubbornly(orderFile(folder), join(folder, outcomeFiles[outcome]));
    syncFolder(folder);
  });
}

async function tellOutcomes({ folder, environment, log }: RestorePlace): Promise<StartupNotice[]> {
  const notices: StartupNotice[] = [];
  for (const kind of outcomes) {
    const text = await readIfThere(join(folder, outcomeFiles[kind]));
    const order = text === null ? null : orderSchema.safeParse(jsonOf(text)).data;
    if (order) notices.push({ id: environment.newId(), kind, conversationId: null, detail: order.backup });
    else if (text !== null) log.warn('What became of a restore is not known', { kind });
  }
  return notices;
}

/** A session ended well: whatever was to be told of a restore was told. */
export async function forgetOutcomes(folder: string): Promise<void> {
  for (const kind of outcomes) await rm(join(folder, outcomeFiles[kind]), { force: true });
}

/** Copies everything beside the workspace first, so that nothing of it is touched before all is there, on disk. */
async function stage({ folder }: RestorePlace, { backup }: Order, coming: string): Promise<void> {
  const { transcripts, attachments } = await verifyBackup(folder, backup);
  await guardedFiles(async () => {
    await rm(coming, { recursive: true, force: true });
    for (const each of ['transcripts', 'attachments'])
      await mkdir(join(coming, each), { recursive: true, mode: 0o700 });
    await copyNew(databaseOf(folder, backup), join(coming, 'bough.db'));
    for (const { name, hash } of transcripts) {
      await copyNew(join(storeOf(folder), hash), join(coming, 'transcripts', name));
    }
    for (const { hash, bytes } of attachments) {
      // Named by their content: those that are there and whole stay.
      if (await isWhole(join(folder, 'attachments', hash), hash, bytes, true)) continue;
      await copyNew(join(storeOf(folder), hash), join(coming, 'attachments', hash));
    }
    for (const each of ['transcripts', 'attachments', '']) syncFolder(join(coming, each));
  });
}

/** Moves by name alone. Whatever still stands in `coming` has not taken its place yet. */
async function swap(folder: string, coming: string, aside: string): Promise<void> {
  await mkdir(aside, { recursive: true, mode: 0o700 });
  await mkdir(join(folder, 'attachments'), { recursive: true, mode: 0o700 });
  const putAside = async (name: string): Promise<void> => {
    if (existsSync(join(folder, name)) && !existsSync(join(aside, name)))
      await renameStubbornly(join(folder, name), join(aside, name));
  };
  // Before the database that names them.
  const files = join(coming, 'attachments');
  for (const hash of existsSync(files) ? await readdir(files) : [])
    await renameStubbornly(join(files, hash), join(folder, 'attachments', hash));
  syncFolder(join(folder, 'attachments'));
  if (existsSync(join(coming, 'bough.db'))) {
    // The log first: it must never stand beside a database that is not its own.
    for (const name of ['bough.db-wal', 'bough.db-shm', 'bough.db']) await putAside(name);
    syncFolder(aside);
    syncFolder(folder);
    await renameStubbornly(join(coming, 'bough.db'), join(folder, 'bough.db'));
    syncFolder(folder);
  }
  if (existsSync(join(coming, 'transcripts'))) {
    await putAside('transcripts');
    await renameStubbornly(join(coming, 'transcripts'), join(folder, 'transcripts'));
    syncFolder(folder);
  }
}

async function readOrder(folder: string): Promise<Order | null> {
  const text = await guardedFiles(() => readIfThere(orderFile(folder)));
  if (text === null) return null;
  const read = orderSchema.safeParse(jsonOf(text));
  if (read.success) return read.data;
  const more = { detail: read.error.message, cause: read.error };
  throw new BoughError('workspace_unreadable', 'A restore was asked for, but not how', more);
}

async function readIfThere(file: string): Promise<string | null> {
  return existsSync(file) ? readFile(file, 'utf8') : null;
}

/** Undefined for what is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function writeOrder({ folder, environment }: RestorePlace, order: Order): Promise<void> {
  const bytes = new TextEncoder().encode(JSON.stringify(order));
  await guardedFiles(() => writeDurably(orderFile(folder), bytes, environment.newId()));
}
