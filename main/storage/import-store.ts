import type { ImportReport, ImportState, ImportSummary } from '#contract';
import { BoughError } from '#core/errors.ts';
import type { Writable } from './handle.ts';

type Row = { id: string; name: string; state: ImportState; started_at: number; report: string | null };

/** What was imported, with its reports. */
export class ImportStore {
  readonly #list;
  readonly #get;
  readonly #insert;
  readonly #end;
  readonly #interrupt;
  readonly #count;

  constructor(db: Writable) {
    const columns = 'SELECT id, name, state, started_at, report FROM imports';
    this.#list = db.query<Record<string, never>, Row>(`${columns} ORDER BY started_at DESC, id DESC`);
    this.#get = db.query<{ id: string }, Row>(`${columns} WHERE id = @id`);
    this.#insert = db.command<{ id: string; name: string; now: number }>(`
      INSERT INTO imports (id, name, state, started_at) VALUES (@id, @name, 'running', @now)`);
    this.#end = db.command<{ id: string; state: ImportState; report: string }>(
      "UPDATE imports SET state = @state, report = @report WHERE id = @id AND state = 'running'",
    );
    this.#interrupt = db.command<{ id: string }>("UPDATE imports SET state = 'interrupted' WHERE id = @id");
    this.#count = db.query<{ id: string }, { count: number }>(
      'SELECT count(*) AS count FROM import_origins WHERE import_id = @id',
    );
  }

  begin(id: string, name: string, now: number): void {
    this.#insert.run({ id, name, now });
  }

  end(report: ImportReport): void {
    this.#end.run({ id: report.id, state: report.state, report: JSON.stringify(report) });
  }

  /** Imports that the process ended in: they are marked, with how many conversations came in whole. */
  interrupted(): { id: string; name: string; conversations: number }[] {
    return this.#list
      .all({})
      .filter(({ state }) => state === 'running')
      .map(({ id, name }) => {
        this.#interrupt.run({ id });
        return { id, name, conversations: this.#count.get({ id })?.count ?? 0 };
      });
  }

  /** Newest first. */
  list(): ImportSummary[] {
    return this.#list.all({}).map((row) => {
      const { conversations: _, problems, ...summary } = this.#toReport(row);
      return { ...summary, problemCount: problems.length };
    });
  }

  /** Throws `not_found`. */
  report(id: string): ImportReport {
    const row = this.#get.get({ id });
    if (!row) throw new BoughError('not_found', 'There is no such import');
    return this.#toReport(row);
  }

  /** One that has no report yet, or never got to it, says what the database knows. */
  #toReport(row: Row): ImportReport {
    if (row.report !== null) return JSON.parse(row.report) as ImportReport;
    const imported = this.#count.get({ id: row.id })?.count ?? 0;
    return { ...emptyReport(row.id, row.name, row.started_at), state: row.state, imported };
  }
}

/** A report of an import in which nothing has happened yet. */
export function emptyReport(id: string, name: string, startedAt: number): ImportReport {
  return {
    id,
    name,
    state: 'running',
    sources: [],
    startedAt,
    endedAt: null,
    failure: null,
    entries: 0,
    imported: 0,
    grown: 0,
    duplicates: 0,
    empty: 0,
    unreadable: 0,
    messages: 0,
    attachments: { referenced: 0, found: 0 },
    tally: {
      nodes: 0,
      placeholder: 0,
      hidden: 0,
      reasoning: 0,
      tool: 0,
      shown: 0,
      unreadable: 0,
      unknownType: 0,
      leaves: 0,
    },
    conversations: [],
    problems: [],
  };
}
