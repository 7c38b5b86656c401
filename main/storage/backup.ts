import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { BoughError } from '#core/errors.ts';
import { syncFolder } from './durable-file.ts';
import { refuseDamaged } from './inspect.ts';

/** Where a copy goes, and what its name says. */
export interface BackupTarget {
  folder: string;
  /** Without the extension; must be new in the folder. */
  name: string;
  nativeBinding?: string | undefined;
}

/**
 * Writes a copy of an open database as one file, and believes in it only after opening it: SQLite's check passes,
 * the version is the same, and every table has as many rows. A copy that fails is removed and the failure thrown.
 * Returns the copy's path.
 */
export function backUp(connection: BetterSqlite.Database, target: BackupTarget): string {
  mkdirSync(target.folder, { recursive: true, mode: 0o700 });
  const unverified = join(target.folder, `${target.name}.db.tmp`);
  const file = join(target.folder, `${target.name}.db`);
  try {
    connection.prepare('VACUUM INTO ?').run(unverified);
    verify(connection, unverified, target.nativeBinding);
    const descriptor = openSync(unverified, 'r+');
    fsyncSync(descriptor);
    closeSync(descriptor);
    renameSync(unverified, file);
    syncFolder(target.folder);
  } catch (thrown) {
    rmSync(unverified, { force: true });
    throw thrown;
  }
  return file;
}

function verify(original: BetterSqlite.Database, file: string, nativeBinding: string | undefined): void {
  const copy = new BetterSqlite(file, {
    readonly: true,
    fileMustExist: true,
    ...(nativeBinding !== undefined && { nativeBinding }),
  });
  try {
    refuseDamaged(copy);
    if (fingerprint(copy) !== fingerprint(original)) {
      throw new BoughError('workspace_unreadable', 'The backup does not hold what the database holds');
    }
  } finally {
    copy.close();
  }
}

/** The version and the number of rows of every table. */
function fingerprint(connection: BetterSqlite.Database): string {
  const tables = connection
    .prepare<[], { name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .all();
  const counts = tables.map(({ name }) => {
    const quoted = name.replaceAll('"', '""');
    return [name, connection.prepare(`SELECT count(*) FROM "${quoted}"`).pluck().get()];
  });
  return JSON.stringify([connection.pragma('user_version', { simple: true }), counts]);
}
