import { closeSync, constants, fsyncSync, openSync } from 'node:fs';
import { copyFile, type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Ends the name of a file that is being written. One that is found at start-up was left by a crash. */
export const temporarySuffix = '.tmp';

/** The moments of a durable write, in order. */
export type WriteMoment = 'temp-created' | 'temp-written' | 'temp-synced' | 'renamed' | 'folder-synced';

/**
 * Replaces a file atomically and durably [T3]: whoever reads sees the old bytes or the new ones, whole, and the new
 * ones once this returns, also after a power cut. Our own and not `atomically`: that does not sync the folder
 * (without which a rename may be lost) and takes a short write for a full one.
 *
 * @param unique makes the temporary name new in its folder
 */
export async function writeDurably(
  file: string,
  bytes: Uint8Array,
  unique: string,
  passed: (moment: WriteMoment) => void = () => {},
): Promise<void> {
  const temporary = `${file}.${unique}${temporarySuffix}`;
  const handle = await open(temporary, 'wx', 0o600);
  try {
    try {
      passed('temp-created');
      await writeFully(handle, bytes);
      passed('temp-written');
      await handle.sync();
      passed('temp-synced');
    } finally {
      await handle.close();
    }
    await renameStubbornly(temporary, file);
  } catch (thrown) {
    await rm(temporary, { force: true });
    throw thrown;
  }
  passed('renamed');
  await syncFolderBeside(dirname(file));
  passed('folder-synced');
}

/**
 * Writes what comes in pieces to a new file, which is on disk when this returns. One that fails is removed.
 * Returns how many bytes it has.
 */
export async function writeNew(file: string, pieces: AsyncIterable<Uint8Array>): Promise<number> {
  const handle = await open(file, 'wx', 0o600);
  let bytes = 0;
  try {
    for await (const piece of pieces) {
      await writeFully(handle, piece);
      bytes += piece.length;
    }
    await handle.sync();
  } catch (thrown) {
    await handle.close();
    await rm(file, { force: true });
    throw thrown;
  }
  await handle.close();
  return bytes;
}

/** Copies to a new file, which is on disk when this returns; a clone where the file system can: it takes no room. */
export async function copyNew(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  await syncFile(to);
}

/** Has the bytes of a file on disk when it returns. */
export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.sync().finally(() => handle.close());
}

async function writeFully(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, written);
    written += bytesWritten;
  }
}

/** Virus scanners and indexers hold files open on Windows, for up to a second or so. */
const renameDelays = process.platform === 'win32' ? [10, 20, 50, 100, 200, 400, 800] : [];

/** Renames, again and again while another program holds the target open (Windows only). */
export async function renameStubbornly(from: string, to: string): Promise<void> {
  for (const delay of renameDelays) {
    try {
      return await rename(from, to);
    } catch (thrown) {
      if (!isHeldOpen(thrown)) throw thrown;
      await wait(delay);
    }
  }
  await rename(from, to);
}

function isHeldOpen(thrown: unknown): boolean {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : '';
  return code === 'EPERM' || code === 'EACCES' || code === 'EBUSY';
}

/** As `syncFolder`, without holding up the process: a slow disk takes its time. */
async function syncFolderBeside(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes the names in a folder durable. Windows has no such call: there NTFS journals them. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
