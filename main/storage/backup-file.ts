import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BackupInfo } from '#contract';
import { BoughError } from '#core/errors.ts';
import { ZipWriter } from '../export/zip-writer.ts';
import { readWhole } from '../import/archive.ts';
import { openZip } from '../import/zip-archive.ts';
import { type BackupPlace, keepFile, makeBackup, openCopy, verifyBackup } from './backup-make.ts';
import {
  type BackupManifest,
  backupFiles,
  backupInfo,
  backupSuffix,
  hashOfFile,
  parseManifest,
  unreadable,
} from './backup-set.ts';
import { syncFolder, writeDurably } from './durable-file.ts';
import { guardedFiles, storageFailure } from './failures.ts';
import { refuseFullDisk } from './free-space.ts';

/** Bytes of a manifest. */
const largestManifest = 64 * 1024 * 1024;

/**
 * Writes the whole workspace as one file: a fresh backup in a zip. The file has its name only when it is whole.
 */
export async function saveWorkspace(place: BackupPlace, target: string): Promise<void> {
  const { folder, environment } = place;
  const { name } = await makeBackup(place, 'asked');
  const manifest = await verifyBackup(folder, name);
  const backups = join(folder, 'backups');
  const temporary = `${target}.${environment.newId()}.tmp`;
  const files = [...manifest.transcripts, ...manifest.attachments];
  const handle = await guardedFiles(() => open(temporary, 'wx', 0o600));
  try {
    const out = { write: async (piece: string | Uint8Array) => void (await handle.writeFile(piece)) };
    const zip = new ZipWriter(out);
    const add = async (entry: string, path: string): Promise<void> => {
      const file = await zip.entry(entry);
      for await (const piece of createReadStream(path)) await file.write(piece as Uint8Array);
      await file.close();
    };
    const own = join(backups, `${name}${backupSuffix}`);
    await add('manifest.json', join(own, 'manifest.json'));
    await add('bough.db', join(own, 'bough.db'));
    for (const hash of new Set(files.map((each) => each.hash)))
      await add(`files/${hash}`, join(backups, backupFiles, hash));
    await zip.finish();
    await handle.sync();
    await handle.close();
    await rename(temporary, target);
  } catch (thrown) {
    await handle.close();
    await rm(temporary, { force: true });
    throw storageFailure(thrown);
  }
}

/**
 * Keeps the workspace in such a file as a backup, to be restored. Throws `backup_unreadable` for any other file, and
 * `disk_full` before anything is unpacked.
 */
export async function takeWorkspace(place: BackupPlace, file: string): Promise<BackupInfo> {
  const { folder, environment } = place;
  const backups = join(folder, 'backups');
  const zip = await openZip(file, 'file').catch((thrown: unknown) => {
    throw thrown instanceof BoughError ? unreadable(thrown.detail ?? thrown.message) : thrown;
  });
  const stamp = new Date(environment.now()).toISOString().replaceAll(/[:.]/g, '-');
  const made = join(backups, `${stamp}${backupSuffix}`);
  const temporary = `${made}.tmp`;
  try {
    const entries = new Map(zip.files.map((each) => [each.path.slice('file/'.length), each]));
    const entry = (name: string) => entries.get(name) ?? failWith(name);
    const manifest: BackupManifest = {
      ...parseManifest(
        Buffer.from(await readWhole(entry('manifest.json'), largestManifest)).toString('utf8'),
      ),
      reason: 'moved',
    };
    const store = join(backups, backupFiles);
    await guardedFiles(() => mkdir(store, { recursive: true, mode: 0o700 }));
    await refuseFullDisk(backups, zip.files.reduce((sum, { size }) => sum + size, 0) * 2);
    await guardedFiles(() => mkdir(temporary, { mode: 0o700 }));
    const unpack = async (name: string, target: string): Promise<void> =>
      pipeline(await entry(name).open(), createWriteStream(target, { flags: 'wx', mode: 0o600 }));
    await unpack('bough.db', join(temporary, 'bough.db'));
    if ((await hashOfFile(join(temporary, 'bough.db'))) !== manifest.database) throw unreadable('bough.db');
    openCopy(join(temporary, 'bough.db'), place.nativeBinding);
    manifest.database = await hashOfFile(join(temporary, 'bough.db'));
    for (const { hash } of [...manifest.transcripts, ...manifest.attachments]) {
      const piece = join(temporary, hash);
      await unpack(`files/${hash}`, piece);
      if ((await keepFile(piece, store, environment)) !== hash) throw unreadable(hash);
      await rm(piece);
    }
    const text = new TextEncoder().encode(`${JSON.stringify(manifest)}\n`);
    await guardedFiles(() => writeDurably(join(temporary, 'manifest.json'), text, environment.newId()));
    await guardedFiles(() => rename(temporary, made));
    syncFolder(backups);
    return backupInfo(stamp, manifest);
  } catch (thrown) {
    await rm(temporary, { recursive: true, force: true });
    const failure = storageFailure(thrown);
    throw failure instanceof BoughError ? failure : unreadable(String(thrown));
  } finally {
    await zip.close();
  }
}

function failWith(name: string): never {
  throw unreadable(`${name} is not in it`);
}
