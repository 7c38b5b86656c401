import { createReadStream } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { BackupInfo } from '#contract';
import { BoughError } from '#core/errors.ts';
import { temporaryOf } from '../export/unfinished.ts';
import { ZipWriter } from '../export/zip-writer.ts';
import { type ArchiveFile, readWhole } from '../import/archive.ts';
import { openZip } from '../import/zip-archive.ts';
import { isWhole, storeOf } from './backup-keep.ts';
import {
  type BackupPlace,
  backupName,
  makeBackup,
  openCopy,
  refuseUnwritable,
  removeHalf,
  verifyBackup,
} from './backup-make.ts';
import {
  type BackupManifest,
  backupInfo,
  backupSuffix,
  hashOfFile,
  parseManifest,
  refuseNewerCopy,
  unreadable,
} from './backup-set.ts';
import { renameStubbornly, syncFolder, temporarySuffix, writeDurably, writeNew } from './durable-file.ts';
import { guardedFiles, storageFailure } from './failures.ts';
import { orFullDisk, refuseFullDisk } from './free-space.ts';

/** Bytes of a manifest. */
const largestManifest = 64 * 1024 * 1024;

/** Bytes of one entry: those of a zip end before 4 GB, and a database goes on in `bough.db.1`, `bough.db.2`, ... */
const entryBytes = 2 * 1024 ** 3;

export interface SaveOptions {
  /** What the user chose: its folder is there. */
  target: string;
  /** Makes the temporary name new in its folder. */
  unique: string;
  /** Default: 2 GB. */
  entryBytes?: number;
}

/**
 * Writes the whole workspace as one file: a fresh backup in a zip. The file has its name only when it is whole. Throws
 * `disk_full` and `not_writable`.
 */
export async function saveWorkspace(place: BackupPlace, options: SaveOptions): Promise<void> {
  const { folder } = place;
  const { target, unique } = options;
  const { name } = await makeBackup(place, 'asked');
  const manifest = await verifyBackup(folder, name);
  const own = join(folder, 'backups', `${name}${backupSuffix}`);
  const files = new Map([...manifest.transcripts, ...manifest.attachments].map((each) => [each.hash, each]));
  const database = (await guardedFiles(() => stat(join(own, 'bough.db')))).size;
  const beside = [...files.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  await refuseFullDisk(dirname(target), database + beside);
  const temporary = temporaryOf(target, unique);
  const handle = await guardedFiles(() => open(temporary, 'wx', 0o600));
  try {
    const out = { write: async (piece: string | Uint8Array) => void (await handle.writeFile(piece)) };
    const zip = new ZipWriter(out);
    const add = async (entry: string, path: string, start = 0, bytes = Number.POSITIVE_INFINITY) => {
      const file = await zip.entry(entry);
      const end = start + bytes - 1;
      for await (const piece of createReadStream(path, { start, end })) await file.write(piece as Uint8Array);
      await file.close();
    };
    await add('manifest.json', join(own, 'manifest.json'));
    const most = options.entryBytes ?? entryBytes;
    for (let part = 0; part === 0 || part * most < database; part += 1) {
      await add(databaseEntry(part), join(own, 'bough.db'), part * most, most);
    }
    for (const hash of files.keys()) await add(`files/${hash}`, join(storeOf(folder), hash));
    await zip.finish();
    await handle.sync();
    await handle.close();
    await renameStubbornly(temporary, target);
    syncFolder(dirname(target));
  } catch (thrown) {
    await handle.close();
    await rm(temporary, { force: true });
    throw storageFailure(thrown);
  }
}

const databaseEntry = (part: number): string => (part === 0 ? 'bough.db' : `bough.db.${part}`);

/**
 * Keeps the workspace in such a file as a backup, to be restored. Throws `backup_unreadable` for any other file,
 * `backup_newer` for one of a newer app, and `disk_full` before anything is unpacked.
 */
export async function takeWorkspace(place: BackupPlace, file: string): Promise<BackupInfo> {
  const { folder, environment } = place;
  const backups = join(folder, 'backups');
  const zip = await openZip(file, 'file').catch((thrown: unknown) => {
    throw thrown instanceof BoughError ? unreadable(thrown.detail ?? thrown.message) : thrown;
  });
  const name = backupName(environment.now());
  const made = join(backups, `${name}${backupSuffix}`);
  const temporary = `${made}${temporarySuffix}`;
  try {
    await refuseUnwritable(folder);
    const entries = new Map(zip.files.map((each) => [each.path.slice('file/'.length), each]));
    const text = await readWhole(entryOf(entries, 'manifest.json'), largestManifest);
    const manifest: BackupManifest = {
      ...parseManifest(Buffer.from(text).toString('utf8')),
      reason: 'moved',
    };
    await refuseFullDisk(
      backups,
      zip.files.reduce((sum, { size }) => sum + size, 0),
    );
    await guardedFiles(() => mkdir(temporary, { mode: 0o700 }));
    manifest.database = await takeDatabase(place, entries, manifest, join(temporary, 'bough.db'));
    for (const { hash, bytes } of [...manifest.transcripts, ...manifest.attachments]) {
      if (await isWhole(join(storeOf(folder), hash), hash, bytes, true)) continue;
      const piece = join(temporary, hash);
      await writeNew(piece, await entryOf(entries, `files/${hash}`).open());
      if ((await hashOfFile(piece)) !== hash) throw unreadable(hash);
      await renameStubbornly(piece, join(storeOf(folder), hash));
    }
    syncFolder(storeOf(folder));
    const bytes = new TextEncoder().encode(`${JSON.stringify(manifest)}\n`);
    await guardedFiles(() => writeDurably(join(temporary, 'manifest.json'), bytes, environment.newId()));
    await guardedFiles(() => renameStubbornly(temporary, made));
    syncFolder(backups);
    return backupInfo(name, manifest);
  } catch (thrown) {
    // The first failure is the one to be told; what stays now is removed at the next start.
    await removeHalf(backups, temporary).catch(() => {});
    const failure = await orFullDisk(folder, storageFailure(thrown));
    throw failure instanceof BoughError ? failure : unreadable(String(thrown));
  } finally {
    await zip.close();
  }
}

type Entries = ReadonlyMap<string, ArchiveFile>;

/** Returns the hash of the database's file: opening it changes its header. */
async function takeDatabase(
  { nativeBinding }: BackupPlace,
  entries: Entries,
  { database }: BackupManifest,
  target: string,
): Promise<string> {
  await writeNew(target, databasePieces(entries));
  if ((await hashOfFile(target)) !== database) throw unreadable('bough.db');
  refuseNewerCopy(target);
  openCopy(target, nativeBinding);
  return hashOfFile(target);
}

async function* databasePieces(entries: Entries): AsyncGenerator<Uint8Array> {
  entryOf(entries, databaseEntry(0));
  for (let part = 0; entries.has(databaseEntry(part)); part += 1) {
    const stream: Readable = await entryOf(entries, databaseEntry(part)).open();
    for await (const piece of stream) yield piece as Uint8Array;
  }
}

function entryOf(entries: Entries, name: string): ArchiveFile {
  const found = entries.get(name);
  if (!found) throw unreadable(`${name} is not in it`);
  return found;
}
