import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import BetterSqlite from 'better-sqlite3';
import { BoughError } from '#core/errors.ts';
import { guarded } from './failures.ts';
import { applicationId } from './migrations/0001-first-schema.ts';

/** What was found where the database should be, without changing a byte of it. */
export type Found = { kind: 'none' } | { kind: 'database'; version: number };

/** A database of this size is checked whole at every start (about 2 ms a megabyte); a larger one after a crash. */
const alwaysCheckedBytes = 16 * 1024 * 1024;

/** Length of the header of a database file, https://sqlite.org/fileformat2.html#the_database_header */
const headerBytes = 100;

/**
 * Looks at a database file before it is opened for writing.
 * Throws `workspace_newer` for one of a newer app, `workspace_unreadable` for one that is damaged or not ours.
 */
export function inspect(file: string, newest: number, nativeBinding?: string): Found {
  const logBytes = sizeOf(`${file}-wal`);
  if (sizeOf(file) === 0 && logBytes === 0) return { kind: 'none' };
  refuseNewer(versionInHeader(file), newest);
  return guarded(() => {
    const connection = new BetterSqlite(file, {
      readonly: true,
      fileMustExist: true,
      ...(nativeBinding !== undefined && { nativeBinding }),
    });
    try {
      // Once more: a crash may have left a newer version in the log.
      const version = Number(connection.pragma('user_version', { simple: true }));
      refuseNewer(version, newest);
      if (isEmpty(connection)) return { kind: 'none' };
      refuseForeign(connection);
      if (isCheckedWhole(file)) refuseDamaged(connection);
      return { kind: 'database', version };
    } finally {
      connection.close();
    }
  });
}

/** Whether a database that is about to be opened is looked through whole: a small one, or one that was not closed. */
export function isCheckedWhole(file: string): boolean {
  return sizeOf(`${file}-wal`) > 0 || sizeOf(file) <= alwaysCheckedBytes;
}

/** Throws `workspace_unreadable` when SQLite's own check finds anything. */
export function refuseDamaged(connection: BetterSqlite.Database): void {
  const verdict = connection.pragma('quick_check(5)', { simple: true });
  if (verdict !== 'ok') {
    throw new BoughError('workspace_unreadable', 'The database is damaged', { detail: String(verdict) });
  }
}

function sizeOf(file: string): number {
  return existsSync(file) ? statSync(file).size : 0;
}

/** `user_version` of a database file, without opening it. Throws `workspace_unreadable` for any other file. */
export function versionInHeader(file: string): number {
  const header = Buffer.alloc(headerBytes);
  const descriptor = guarded(() => openSync(file, 'r'));
  try {
    const length = readSync(descriptor, header);
    // Nothing but the log may exist yet when the first start was cut short.
    if (length === 0) return 0;
    if (length < headerBytes || header.toString('latin1', 0, 16) !== 'SQLite format 3\0') {
      throw new BoughError('workspace_unreadable', 'The database file is not a database');
    }
  } finally {
    closeSync(descriptor);
  }
  return header.readInt32BE(60);
}

function refuseNewer(version: number, newest: number): void {
  if (version <= newest) return;
  throw new BoughError('workspace_newer', 'The workspace was made by a newer version of Bough', {
    params: { version, newest },
  });
}

function isEmpty(connection: BetterSqlite.Database): boolean {
  return connection.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
}

function refuseForeign(connection: BetterSqlite.Database): void {
  if (connection.pragma('application_id', { simple: true }) === applicationId) return;
  throw new BoughError('workspace_unreadable', 'The database belongs to another program');
}
