import BetterSqlite from 'better-sqlite3';
import type { Environment } from '#core/environment.ts';
import type { Log } from '#core/log.ts';
import { backUp } from './backup.ts';
import { guarded } from './failures.ts';
import { Database } from './handle.ts';
import { inspect } from './inspect.ts';
import { type Migration, migrate, newestVersion } from './migrate.ts';
import { migrations as released } from './migrations/index.ts';

export interface DatabaseOptions {
  file: string;
  environment: Environment;
  log: Log;
  /** Where the copy goes that is made before the schema changes. */
  backupDir: string;
  nativeBinding?: string | undefined;
  /** Default: all that were released. */
  migrations?: readonly Migration[];
}

/** Durability before speed: a commit survives a power cut. Each choice is explained in docs/decisions. */
const pragmas = [
  'journal_mode = WAL',
  'synchronous = FULL',
  'fullfsync = ON',
  'checkpoint_fullfsync = ON',
  'journal_size_limit = 67108864',
  'foreign_keys = ON',
  'secure_delete = ON',
  'trusted_schema = OFF',
  'cell_size_check = ON',
  'mmap_size = 0',
  'temp_store = MEMORY',
];

/** Milliseconds to wait for another process, such as a backup program, that reads the database. */
const busyTimeout = 5000;

/**
 * Opens the database of a workspace, makes it when there is none, and brings its schema up to date after a
 * verified backup. Throws `workspace_newer` and `workspace_unreadable` before anything of it is changed.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const { file, nativeBinding, log } = options;
  const migrations = options.migrations ?? released;
  const newest = newestVersion(migrations);
  const found = inspect(file, newest, nativeBinding);
  return guarded(() => {
    const connection = connect(file, nativeBinding);
    try {
      if (found.kind === 'database' && found.version < newest) {
        const stamp = new Date(options.environment.now()).toISOString().replaceAll(/[:.]/g, '-');
        const name = `before-version-${newest}-${stamp}`;
        const copy = backUp(connection, { folder: options.backupDir, name, nativeBinding });
        log.info('Backed up before changing the schema', { from: found.version, to: newest, copy });
      }
      migrate(connection, migrations);
      return new Database(connection);
    } catch (thrown) {
      connection.close();
      throw thrown;
    }
  });
}

/**
 * A second connection to a database that this process has open, for a worker: nothing is looked at or brought up to
 * date.
 */
export function joinDatabase(file: string, nativeBinding?: string): Database {
  return guarded(() => new Database(connect(file, nativeBinding)));
}

function connect(file: string, nativeBinding: string | undefined): BetterSqlite.Database {
  const connection = new BetterSqlite(file, {
    timeout: busyTimeout,
    ...(nativeBinding !== undefined && { nativeBinding }),
  });
  try {
    for (const pragma of pragmas) connection.pragma(pragma);
    return connection;
  } catch (thrown) {
    connection.close();
    throw thrown;
  }
}
