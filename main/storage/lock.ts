import BetterSqlite from 'better-sqlite3';
import { BoughError } from '#core/errors.ts';
import { guarded } from './failures.ts';

/**
 * Takes a workspace for this process alone; returns what gives it back. Throws `workspace_locked` while another
 * process has it.
 *
 * The lock is SQLite's exclusive lock on a file of its own: the operating system ends it together with the process,
 * also after kill -9, so a stale lock cannot exist and no process id has to be judged. The database itself stays
 * readable for backup programs.
 */
export function lockWorkspace(file: string, nativeBinding?: string): () => void {
  return guarded(() => {
    const connection = new BetterSqlite(file, {
      timeout: 0,
      ...(nativeBinding !== undefined && { nativeBinding }),
    });
    try {
      connection.exec('BEGIN EXCLUSIVE');
    } catch (thrown) {
      connection.close();
      if (thrown instanceof BetterSqlite.SqliteError && thrown.code.startsWith('SQLITE_BUSY')) {
        throw new BoughError('workspace_locked', 'The workspace is open in another window of Bough');
      }
      throw thrown;
    }
    return () => connection.close();
  });
}
