import type BetterSqlite from 'better-sqlite3';
import { BoughError } from '#core/errors.ts';
import { guarded } from './failures.ts';

type Parameters = Record<string, string | number | null>;

/** A statement that only reads, prepared on first use. */
export interface Query<P extends Parameters, Row> {
  get(parameters: P): Row | undefined;
  all(parameters: P): Row[];
}

/** A statement that writes, prepared on first use. */
export interface Command<P extends Parameters> {
  /** Returns the number of rows of the named table that were written. */
  run(parameters: P): number;
}

/** A handle that cannot write: `query` refuses any statement that does. */
export interface Readable {
  query<P extends Parameters, Row>(sql: string): Query<P, Row>;
}

/** A handle that can write. Only one exists for a workspace. */
export interface Writable extends Readable {
  command<P extends Parameters>(sql: string): Command<P>;
  /** All of `work` or nothing of it. Inside another transaction it becomes a part of that one. */
  transaction<T>(work: () => T): T;
}

/** The open database of a workspace: prepared statements, and errors that say what they mean for people. */
export class Database implements Writable {
  readonly #connection: BetterSqlite.Database;

  constructor(connection: BetterSqlite.Database) {
    this.#connection = connection;
  }

  query<P extends Parameters, Row>(sql: string): Query<P, Row> {
    const prepared = this.#prepareLater<P, Row>(sql, true);
    return {
      get: (parameters) => guarded(() => prepared().get(parameters)),
      all: (parameters) => guarded(() => prepared().all(parameters)),
    };
  }

  command<P extends Parameters>(sql: string): Command<P> {
    const prepared = this.#prepareLater<P, never>(sql, false);
    return { run: (parameters) => guarded(() => prepared().run(parameters).changes) };
  }

  transaction<T>(work: () => T): T {
    return guarded(() => this.#connection.transaction(work).immediate());
  }

  /**
   * Moves the log into the database file, so that the file alone is the whole workspace, and closes it. No statistics
   * are gathered: those of a small workspace make SQLite scan a table that has grown since.
   */
  close(): void {
    guarded(() => {
      this.#connection.pragma('wal_checkpoint(TRUNCATE)');
      this.#connection.close();
    });
  }

  /** Closes a connection beside another one, which goes on with the log. */
  leave(): void {
    guarded(() => this.#connection.close());
  }

  #prepareLater<P extends Parameters, Row>(
    sql: string,
    readonly: boolean,
  ): () => BetterSqlite.Statement<[P], Row> {
    let statement: BetterSqlite.Statement<[P], Row> | undefined;
    return () => {
      if (!statement) {
        statement = this.#connection.prepare<[P], Row>(sql);
        if (statement.readonly !== readonly)
          throw new BoughError('internal', `Not what it says it is: ${sql}`);
      }
      return statement;
    };
  }
}
