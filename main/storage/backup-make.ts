import { constants } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import type { BackupInfo } from '#contract';
import type { Environment } from '#core/environment.ts';
import { keptBackups } from './backup-retention.ts';
import {
  type BackupManifest,
  backupFiles,
  backupInfo,
  backupNames,
  backupSuffix,
  hashOfFile,
  readManifest,
  unreadable,
} from './backup-set.ts';
import { syncFolder, writeDurably } from './durable-file.ts';
import { guardedFiles, storageFailure } from './failures.ts';
import { refuseFullDisk } from './free-space.ts';
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
  const name = new Date(createdAt).toISOString().replaceAll(/[:.]/g, '-');
  const made = join(backups, `${name}${backupSuffix}`);
  const temporary = `${made}.tmp`;
  try {
    await guardedFiles(() => mkdir(join(backups, backupFiles), { recursive: true, mode: 0o700 }));
    await refuseFullDisk(backups, await roomNeeded(folder));
    await guardedFiles(() => mkdir(temporary, { mode: 0o700 }));
    const counts = await copyDatabase(place, join(temporary, 'bough.db'));
    const manifest: BackupManifest = {
      format: 'bough-backup',
      version: 1,
      createdAt,
      reason,
      ...counts,
      database: await hashOfFile(join(temporary, 'bough.db')),
      transcripts: await keepTranscripts(place),
      attachments: await keepAttachments(place),
    };
    const text = new TextEncoder().encode(`${JSON.stringify(manifest)}\n`);
    await guardedFiles(() => writeDurably(join(temporary, 'manifest.json'), text, environment.newId()));
    await guardedFiles(() => rename(temporary, made));
    syncFolder(backups);
    await removeOld(backups, createdAt);
    return backupInfo(name, manifest);
  } catch (thrown) {
    await rm(temporary, { recursive: true, force: true });
    throw storageFailure(thrown);
  }
}

/** Bytes that a backup may need: the database, and the files that no backup holds yet. */
async function roomNeeded(folder: string): Promise<number> {
  const size = async (file: string): Promise<number> => (await stat(file).catch(() => null))?.size ?? 0;
  let bytes = (await size(join(folder, 'bough.db'))) + (await size(join(folder, 'bough.db-wal')));
  for (const name of await guardedFiles(() => readdir(join(folder, 'attachments')))) {
    if ((await size(join(backupsOf(folder), backupFiles, name))) === 0)
      bytes += await size(join(folder, 'attachments', name));
  }
  return bytes;
}

async function copyDatabase(
  { folder, nativeBinding }: BackupPlace,
  target: string,
): Promise<{ conversations: number; messages: number }> {
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
  const handle = await open(target, 'r+');
  await handle.sync().finally(() => handle.close());
  return openCopy(target, nativeBinding);
}

/** Believes in a copy only after opening it. Throws `workspace_unreadable`. */
export function openCopy(
  file: string,
  nativeBinding: string | undefined,
): { conversations: number; messages: number } {
  const copy = new BetterSqlite(file, {
    fileMustExist: true,
    ...(nativeBinding !== undefined && { nativeBinding }),
  });
  try {
    // No log beside it: the copy is one file.
    copy.pragma('journal_mode = DELETE');
    refuseDamaged(copy);
    const number = (sql: string): number => Number(copy.prepare(sql).pluck().get());
    return {
      conversations: number('SELECT count(*) FROM conversations'),
      messages: number("SELECT count(*) FROM messages WHERE role <> 'root'"),
    };
  } finally {
    copy.close();
  }
}

/** One that disappears meanwhile was deleted by the user. */
async function keepTranscripts({ folder, environment }: BackupPlace): Promise<BackupManifest['transcripts']> {
  const store = join(backupsOf(folder), backupFiles);
  const kept: BackupManifest['transcripts'] = [];
  for (const name of await guardedFiles(() => readdir(join(folder, 'transcripts')))) {
    if (!name.endsWith('.json')) continue;
    const hash = await keepFile(join(folder, 'transcripts', name), store, environment);
    if (hash === null) continue;
    kept.push({ name, hash, bytes: (await guardedFiles(() => stat(join(store, hash)))).size });
  }
  syncFolder(store);
  return kept;
}

/** Named by their content and never changed: what is kept already is not copied again, what is damaged is not kept. */
async function keepAttachments({ folder, environment }: BackupPlace): Promise<BackupManifest['attachments']> {
  const store = join(backupsOf(folder), backupFiles);
  const kept: BackupManifest['attachments'] = [];
  for (const name of await guardedFiles(() => readdir(join(folder, 'attachments')))) {
    if (!/^[0-9a-f]{64}$/.test(name)) continue;
    const known = await stat(join(store, name)).catch(() => null);
    const hash = known ? name : await keepFile(join(folder, 'attachments', name), store, environment);
    if (hash === name) kept.push({ hash, bytes: (await guardedFiles(() => stat(join(store, hash)))).size });
  }
  syncFolder(store);
  return kept;
}

/** Copies a file to where its hash names it, if it is not there. Null for one that is gone. */
export async function keepFile(
  file: string,
  store: string,
  environment: Environment,
): Promise<string | null> {
  const temporary = join(store, `${environment.newId()}.tmp`);
  try {
    // A clone where the file system can: it takes no room.
    await copyFile(file, temporary, constants.COPYFILE_FICLONE);
    const hash = await hashOfFile(temporary);
    if (await stat(join(store, hash)).catch(() => null)) {
      await rm(temporary);
      return hash;
    }
    const handle = await open(temporary, 'r+');
    await handle.sync().finally(() => handle.close());
    await rename(temporary, join(store, hash));
    return hash;
  } catch (thrown) {
    await rm(temporary, { force: true });
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return null;
    throw storageFailure(thrown);
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

/** A backup whose manifest cannot be read might need any of the files: then none is removed. */
async function removeUnneeded(backups: string, names: readonly string[]): Promise<void> {
  const needed = new Set<string>();
  for (const name of names) {
    const manifest = await readManifest(backups, name).catch(() => null);
    if (!manifest) return;
    for (const { hash } of [...manifest.transcripts, ...manifest.attachments]) needed.add(hash);
  }
  for (const name of await guardedFiles(() => readdir(join(backups, backupFiles)))) {
    if (!needed.has(name)) await rm(join(backups, backupFiles, name), { force: true });
  }
}

/** Looks whether everything that a backup names is there and whole. Throws `backup_unreadable`. */
export async function verifyBackup(folder: string, name: string): Promise<BackupManifest> {
  const backups = backupsOf(folder);
  const manifest = await readManifest(backups, name);
  const whole = async (file: string, hash: string): Promise<boolean> =>
    (await hashOfFile(file).catch(() => '')) === hash;
  if (!(await whole(join(backups, `${name}${backupSuffix}`, 'bough.db'), manifest.database)))
    throw unreadable('bough.db');
  for (const { hash } of [...manifest.transcripts, ...manifest.attachments]) {
    if (!(await whole(join(backups, backupFiles, hash), hash))) throw unreadable(hash);
  }
  return manifest;
}
