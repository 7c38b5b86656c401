import type { ErrorCode } from '#contract';
import { BoughError } from '#core/errors.ts';

/** Codes of SQLite (extended codes start with these) and of the operating system, and what people are told. */
const codes: readonly (readonly [prefix: string, code: ErrorCode])[] = [
  ['SQLITE_FULL', 'disk_full'],
  ['ENOSPC', 'disk_full'],
  ['EDQUOT', 'disk_full'],
  ['SQLITE_CORRUPT', 'workspace_unreadable'],
  ['SQLITE_NOTADB', 'workspace_unreadable'],
  ['SQLITE_IOERR_READ', 'workspace_unreadable'],
  ['SQLITE_IOERR_SHORT_READ', 'workspace_unreadable'],
  ['SQLITE_IOERR_CORRUPTFS', 'workspace_unreadable'],
  ['SQLITE_IOERR', 'not_writable'],
  ['SQLITE_READONLY', 'not_writable'],
  ['SQLITE_CANTOPEN', 'not_writable'],
  ['SQLITE_PERM', 'not_writable'],
  ['EACCES', 'not_writable'],
  ['EPERM', 'not_writable'],
  ['EROFS', 'not_writable'],
  ['ENOTDIR', 'not_writable'],
  ['EIO', 'not_writable'],
  ['SQLITE_BUSY', 'busy'],
];

const sentences: Partial<Record<ErrorCode, string>> = {
  disk_full: 'The disk is full',
  not_writable: 'The workspace folder cannot be written to',
  workspace_unreadable: 'The workspace cannot be read',
  busy: 'Another program is using the workspace',
};

/**
 * What a failure of the database or the file system means for people. The one place that knows their codes.
 * Anything else, a BoughError among it, comes back as it is.
 */
export function storageFailure(thrown: unknown): unknown {
  if (thrown instanceof BoughError || !(thrown instanceof Error) || !('code' in thrown)) return thrown;
  const own = String(thrown.code);
  const code = codes.find(([prefix]) => own.startsWith(prefix))?.[1];
  if (code === undefined) return thrown;
  return new BoughError(code, sentences[code] ?? code, {
    detail: `${own}: ${thrown.message}`,
    cause: thrown,
  });
}

/** Runs database work; its failures come out as `storageFailure` names them. */
export function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw storageFailure(thrown);
  }
}

/** Runs file work; its failures come out as `storageFailure` names them. */
export async function guardedFiles<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw storageFailure(thrown);
  }
}
