import { statfs } from 'node:fs/promises';
import { BoughError } from '#core/errors.ts';
import { guardedFiles } from './failures.ts';

/** Left free beside what is about to be written: a disk that is full to the last byte stops every program. */
const reserve = 64 * 1024 * 1024;

/** Throws `disk_full` where a folder's disk has no room for so many bytes, before anything is written. */
export async function refuseFullDisk(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await guardedFiles(() => statfs(folder));
  const free = bavail * bsize;
  if (free >= bytes + reserve) return;
  throw new BoughError('disk_full', 'There is not enough room on the disk', {
    detail: `${free} of ${bytes} bytes`,
  });
}

/**
 * What a failure means where a disk is full: SQLite says of some of its files only that they could not be made or
 * written. Any other failure comes back as it is.
 */
export async function orFullDisk(folder: string, failure: unknown): Promise<unknown> {
  if (!(failure instanceof BoughError) || failure.code !== 'not_writable') return failure;
  const found = await statfs(folder).catch(() => null);
  if (!found || found.bavail * found.bsize >= reserve) return failure;
  const { detail, cause } = failure;
  return new BoughError('disk_full', 'The disk is full', { cause, ...(detail !== undefined && { detail }) });
}
