import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Refusal } from '../tool.ts';

const moved = () => new Refusal('The file changed while it was opened. Nothing was read or written.');

/**
 * Opens a regular file for reading and makes sure that it is the one that was checked: links are not followed again,
 * and what was opened is compared with what lies at the path.
 *
 * @param path real path, as it was checked
 * @param afterCheck for tests: what happens between check and opening
 */
export async function openForReading(
  path: string,
  afterCheck: () => Promise<void> = async () => {},
): Promise<FileHandle> {
  const before = await lstat(path, { bigint: true });
  if (!before.isFile()) throw new Refusal('This is no ordinary file.');
  await afterCheck();
  // Without waiting: a pipe put in its place would block for ever.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(path, flags).catch((error: unknown) => {
    throw isLink(error) ? moved() : error;
  });
  try {
    const opened = await file.stat({ bigint: true });
    const same = opened.isFile() && opened.ino === before.ino && opened.dev === before.dev;
    if (!same || (await placeOf(file, path)) !== path) throw moved();
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * Makes a new file in a folder that was checked, and makes sure that it came to lie there.
 *
 * @param path of a file that is not there; its folder is a real path
 */
export async function openForWriting(
  path: string,
  afterCheck: () => Promise<void> = async () => {},
): Promise<FileHandle> {
  await afterCheck();
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  const file = await open(path, flags, 0o644);
  if ((await placeOf(file, path)) === path) return file;
  await file.close();
  throw moved();
}

/** Where an open file lies. Linux knows it of the file itself; elsewhere its path is followed once more. */
async function placeOf(file: FileHandle, path: string): Promise<string> {
  if (process.platform === 'linux') return readlink(`/proc/self/fd/${file.fd}`);
  const folder = await realpath(dirname(path));
  return folder === dirname(path) ? path : folder;
}

const isLink = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ELOOP' || error.code === 'ENXIO');
