import type BetterSqlite from 'better-sqlite3';

/** A count of the table rows that statements looked at, since the last `take`. */
export interface RowsRead {
  take(): number;
}

/**
 * Counts every row of messages and conversations that a statement of this connection visits, whether it returns it
 * or not: temporary views of the same names stand before the tables and call a counter for each row. SQLite merges
 * the views into the statements, so their plans stay the same. For statements that are prepared afterwards.
 */
export function countRowsRead(connection: BetterSqlite.Database): RowsRead {
  let rows = 0;
  connection.function('row_read', (id: string) => {
    rows += 1;
    return id === null ? 0 : 1;
  });
  for (const table of ['messages', 'conversations']) {
    connection.exec(`CREATE TEMP VIEW ${table} AS SELECT * FROM main.${table} WHERE row_read(id)`);
  }
  return {
    take: () => {
      const taken = rows;
      rows = 0;
      return taken;
    },
  };
}
