import type BetterSqlite from 'better-sqlite3';
import { BoughError } from '#core/errors.ts';

/** One step of the schema. A released step never changes: a new one is written instead. */
export interface Migration {
  /** Becomes `user_version`; counts up by one. */
  version: number;
  sql: string;
}

/** `user_version` of the newest schema that this app knows. */
export function newestVersion(migrations: readonly Migration[]): number {
  return migrations.at(-1)?.version ?? 0;
}

/**
 * Brings the schema up to date: every missing step in one transaction, so that a crash or a failure leaves the
 * database as it was. Foreign keys are off meanwhile, as SQLite wants it for rebuilding a table, and all of them
 * are checked before the commit.
 */
export function migrate(connection: BetterSqlite.Database, migrations: readonly Migration[]): void {
  const from = Number(connection.pragma('user_version', { simple: true }));
  const missing = migrations.filter((migration) => migration.version > from);
  if (missing.length === 0) return;
  connection.pragma('foreign_keys = OFF');
  try {
    connection
      .transaction(() => {
        for (const migration of missing) connection.exec(migration.sql);
        const broken = connection.pragma('foreign_key_check');
        if (Array.isArray(broken) && broken.length > 0) {
          throw new BoughError('workspace_unreadable', 'The new schema does not fit the data', {
            detail: JSON.stringify(broken.slice(0, 5)),
          });
        }
        connection.pragma(`user_version = ${newestVersion(missing)}`);
      })
      .exclusive();
  } finally {
    connection.pragma('foreign_keys = ON');
  }
  // The version in the file itself, not only in the log: an older app reads it there and leaves all untouched.
  connection.pragma('wal_checkpoint(TRUNCATE)');
}
