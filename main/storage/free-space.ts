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
