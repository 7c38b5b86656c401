import { access, constants, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import type { BackupInfo } from '#contract';
import type { Environment } from '#core/environment.ts';
import { BoughError } from '#core/errors.ts';
import { keepAttachments, keepTranscripts, removeUnneeded, storeOf } from './backup-keep.ts';
import { keptBackups } from './backup-retention.ts';
import {
  type BackupManifest,
  backupInfo,
  backupNames,
  backupSuffix,
  hashOfFile,
  listBackups,
  readManifest,
  refuseNewerCopy,
  unreadable,
} from './backup-set.ts';
import { syncFile, syncFolder, temporarySuffix, writeDurably } from './durable-file.ts';
import { guardedFiles, storageFailure } from './failures.ts';
import { orFullDisk, refuseFullDisk } from './free-space.ts';
import { refuseDamaged } from './inspect.ts';

export interface BackupPlace {
  /** Of the workspace. */
  folder: string;
  environment: Environment;
  nativeBinding?: string | undefined;
}

const backupsOf = (folder: string): string => join(folder, 'backups');

/**
 * Copies the whole workspace while it is in use: the database by SQLite's own backup, transcripts and attachments by
 * their hash, each once over all backups. The copy is opened and compared before it counts; then backups beyond the
 * rule are removed. Throws `disk_full` before anything is written where the room is not there, and `not_writable`.
 */
export async function makeBackup(place: BackupPlace, reason: BackupManifest['reason']): Promise<BackupInfo> {
  const { folder, environment } = place;
  const backups = backupsOf(folder);
  const createdAt = environment.now();
  const name = backupName(createdAt);
  const made = join(backups, `${name}${backupSuffix}`);
  const temporary = `${made}${temporarySuffix}`;
  await refuseImpossible(folder);
  try {
    await guardedFiles(() => mkdir(temporary, { mode: 0o700 }));
    const { attachments, ...counts } = await copyDatabase(place, join(temporary, 'bough.db'));
    // Whoever asks for one may have read that another is damaged.
    const keep = { ...place, thorough: reason !== 'daily' };
    const manifest: BackupManifest = {
      format: 'bough-backup',
      version: 1,
      createdAt,
      reason,
      ...counts,
      database: await hashOfFile(join(temporary, 'bough.db')),
      transcripts: await keepTranscripts(keep),
      attachments: await keepAttachments(keep, attachments),
    };
    const text = new TextEncoder().encode(`${JSON.stringify(manifest)}\n`);
    await guardedFiles(() => writeDurably(join(temporary, 'manifest.json'), text, environment.newId()));
    await guardedFiles(() => rename(temporary, made));
    syncFolder(backups);
    await removeOld(backups, createdAt);
    return backupInfo(name, manifest);
  } catch (thrown) {
    // The first failure is the one to be told; what stays now is removed at the next start.
    await removeHalf(backups, temporary).catch(() => {});
    throw await orFullDisk(folder, storageFailure(thrown));
  }
}

/** Begins with its time, so that names are in the order of the backups. @param time milliseconds since the epoch */
export function backupName(time: number): string {
  return new Date(time).toISOString().replaceAll(/[:.]/g, '-');
}

/** What a backup that failed has written so far: on a full disk it would take up what room there is. */
export async function removeHalf(backups: string, temporary: string): Promise<void> {
  await rm(temporary, { recursive: true, force: true });
  await removeUnneeded(backups, await backupNames(backups));
}

/** Looks whether a backup can be made at all, before anything of it is. Throws `disk_full` and `not_writable`. */
export async function refuseImpossible(folder: string): Promise<void> {
  await refuseUnwritable(folder);
  await refuseFullDisk(backupsOf(folder), await roomNeeded(folder));
}

/** Makes the folders of the backups and looks whether they can be written to. Throws `not_writable`. */
export async function refuseUnwritable(folder: string): Promise<void> {
  try {
    await mkdir(storeOf(folder), { recursive: true, mode: 0o700 });
    for (const each of [backupsOf(folder), storeOf(folder)]) {
      await access(each, constants.R_OK | constants.W_OK | constants.X_OK);
    }
  } catch (thrown) {
    const failure = storageFailure(thrown);
    if (failure instanceof BoughError) throw failure;
    // A file in the way, or a drive that is gone.
    const more = { detail: String(thrown), cause: thrown };
    throw new BoughError('not_writable', 'The folder of the backups cannot be used', more);
  }
}

/** Bytes that a backup may need: the database, and the files that no backup holds yet. */
async function roomNeeded(folder: string): Promise<number> {
  const facts = async (file: string) => (await stat(file).catch(() => null)) ?? { size: 0, mtimeMs: 0 };
  const size = async (file: string): Promise<number> => (await facts(file)).size;
  let bytes = (await size(join(folder, 'bough.db'))) + (await size(join(folder, 'bough.db-wal')));
  for (const name of await guardedFiles(() => readdir(join(folder, 'attachments')))) {
    if ((await size(join(storeOf(folder), name))) === 0)
      bytes += await size(join(folder, 'attachments', name));
  }
  const [newest] = await listBackups(backupsOf(folder));
  for (const name of await guardedFiles(() => readdir(join(folder, 'transcripts')))) {
    const transcript = await facts(join(folder, 'transcripts', name));
    if (!newest || transcript.mtimeMs >= newest.createdAt) bytes += transcript.size;
  }
  return bytes;
}

interface CopyFacts {
  conversations: number;
  messages: number;
  /** Hashes. */
  attachments: string[];
}

async function copyDatabase({ folder, nativeBinding }: BackupPlace, target: string): Promise<CopyFacts> {
  const options = {
    fileMustExist: true,
    timeout: 5000,
    ...(nativeBinding !== undefined && { nativeBinding }),
  };
  const source = new BetterSqlite(join(folder, 'bough.db'), { ...options, readonly: true });
  try {
    // In one step: a copy in many would begin anew with every message that is written meanwhile.
    await source.backup(target, { progress: () => 0x7fff_ffff });
  } finally {
    source.close();
  }
  await syncFile(target);
  return openCopy(target, nativeBinding);
}

/** Believes in a copy only after opening it. Throws `workspace_unreadable`. */
export function openCopy(file: string, nativeBinding: string | undefined): CopyFacts {
  const copy = new BetterSqlite(file, {
    fileMustExist: true,
    ...(nativeBinding !== undefined && { nativeBinding }),
  });
  try {
    // It may have come from anywhere.
    copy.pragma('trusted_schema = OFF');
    // No log beside it: the copy is one file.
    copy.pragma('journal_mode = DELETE');
    refuseDamaged(copy);
    const number = (sql: string): number => Number(copy.prepare(sql).pluck().get());
    return {
      conversations: number('SELECT count(*) FROM conversations'),
      messages: number("SELECT count(*) FROM messages WHERE role <> 'root'"),
      attachments: copy.prepare<[], string>('SELECT hash FROM attachments').pluck().all(),
    };
  } finally {
    copy.close();
  }
}

/** Removes backups beyond the rule, and the files that only they needed. */
async function removeOld(backups: string, now: number): Promise<void> {
  const names = await backupNames(backups);
  const kept = new Set(keptBackups(names, now));
  for (const name of names) {
    if (!kept.has(name)) await rm(join(backups, `${name}${backupSuffix}`), { recursive: true, force: true });
  }
  await removeUnneeded(backups, [...kept]);
}

/**
 * Looks whether everything that a backup names is there and whole, and of a version that this app opens. Throws
 * `backup_unreadable` and `backup_newer`.
 */
export async function verifyBackup(folder: string, name: string): Promise<BackupManifest> {
  const backups = backupsOf(folder);
  const manifest = await readManifest(backups, name);
  const database = join(backups, `${name}${backupSuffix}`, 'bough.db');
  const whole = async (file: string, hash: string): Promise<boolean> =>
    (await hashOfFile(file).catch(() => '')) === hash;
  if (!(await whole(database, manifest.database))) throw unreadable('bough.db');
  refuseNewerCopy(database);
  for (const { hash } of [...manifest.transcripts, ...manifest.attachments]) {
    if (!(await whole(join(storeOf(folder), hash), hash))) throw unreadable(hash);
  }
  return manifest;
}
