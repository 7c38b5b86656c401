import type { SearchHit } from '#contract';
import type { Readable } from './handle.ts';

export interface HitRow {
  seq: number;
  id: string;
  conversation_id: string;
  title: string;
  parts: string;
  role: 'user' | 'agent';
  depth: number;
  created_at: number;
  branch_count: number;
}

export interface TitleRow {
  id: string;
  title: string;
  created_at: number;
}

export interface SearchFilter {
  from: number;
  to: number;
  agentId: string | null;
  role: string | null;
  /** Only messages that were made before this one. */
  before?: number;
}

type Wanted = {
  terms: string;
  limit: number;
  from: number;
  to: number;
  agentId: string | null;
  role: string | null;
  after: number;
  before: number;
};

/** Trigrams of a query that are looked up: enough to leave few candidates, whatever is pasted into the box. */
const maxTrigrams = 48;
/** Newest messages that are read for words of two characters; a word that is frequent is found enough in them. */
const newest = 8000;
/** Trigrams that begin with a word of two characters; more of them means that reading is not slower. */
const mostBeginnings = 3000;

const columns =
  'm.seq, m.id, m.conversation_id, c.title, m.parts, m.role, m.depth, m.created_at, c.branch_count';
/** Every word is compared with the text itself: trigrams alone do not tell their order. */
const conditions = `
  NOT EXISTS (SELECT 1 FROM json_each(@terms) WHERE instr(m.text, value) = 0)
  AND c.trashed_at IS NULL AND m.seq > @after AND m.seq < @before
  AND m.created_at >= @from AND m.created_at < @to
  AND (@role IS NULL OR m.role = @role) AND (@agentId IS NULL OR m.agent_id = @agentId)`;

/** The rows in which all words of a query occur: by index from three characters on, below that by other ways. */
export class SearchRows {
  readonly #titles;
  readonly #indexed;
  readonly #read;
  readonly #ending;
  readonly #beginnings;
  readonly #last;
  readonly #path;
  readonly #named;
  readonly #name;
  readonly #state;
  #titlesKnown: { state: string; titles: TitleRow[] } | null = null;

  constructor(db: Readable) {
    this.#titles = db.query<Record<string, never>, TitleRow>(
      'SELECT id, title, created_at FROM conversations WHERE trashed_at IS NULL ORDER BY updated_at DESC, id DESC',
    );
    this.#state = db.query<Record<string, never>, { own: number; others: number }>(
      'SELECT total_changes() AS own, data_version AS others FROM pragma_data_version',
    );
    this.#indexed = db.query<Wanted & { match: string }, HitRow>(`
      SELECT ${columns}
      FROM messages_fts f CROSS JOIN messages m ON m.seq = f.rowid JOIN conversations c ON c.id = m.conversation_id
      WHERE messages_fts MATCH @match AND f.rowid > @after AND f.rowid < @before AND ${conditions}
      ORDER BY f.rowid DESC LIMIT @limit`);
    this.#read = db.query<Wanted, HitRow>(`
      SELECT ${columns}
      FROM messages m JOIN conversations c ON c.id = m.conversation_id
      WHERE m.text <> '' AND ${conditions}
      ORDER BY m.seq DESC LIMIT @limit`);
    this.#ending = db.query<Wanted & { end: string }, HitRow>(`
      SELECT ${columns}
      FROM messages m INDEXED BY messages_ends JOIN conversations c ON c.id = m.conversation_id
      WHERE m.text <> '' AND substr(m.text, -2) = @end AND ${conditions}
      ORDER BY m.seq DESC LIMIT @limit`);
    this.#beginnings = db.query<{ from: string; to: string; limit: number }, { term: string }>(
      'SELECT term FROM messages_trigrams WHERE term >= @from AND term < @to LIMIT @limit',
    );
    this.#last = db.query<Record<string, never>, { seq: number }>(
      'SELECT coalesce(max(seq), 0) AS seq FROM messages',
    );
    this.#path = db.query<{ conversationId: string; depth: number }, { id: string }>(`
      WITH RECURSIVE path AS (
        SELECT m.id, m.parent_id, m.depth FROM conversations c JOIN messages m ON m.id = c.tip_id
        WHERE c.id = @conversationId
        UNION ALL
        SELECT m.id, m.parent_id, m.depth FROM path JOIN messages m ON m.id = path.parent_id
        WHERE m.depth >= @depth
      )
      SELECT id FROM path`);
    this.#named = db.query<{ conversationId: string }, object>(
      'SELECT 1 FROM branch_names WHERE conversation_id = @conversationId LIMIT 1',
    );
    this.#name = db.query<{ id: string }, { name: string }>(`
      WITH RECURSIVE path AS (
        SELECT m.id, m.parent_id, 0 AS walked FROM messages m WHERE m.id = @id
        UNION ALL
        SELECT m.id, m.parent_id, walked + 1 FROM path JOIN messages m ON m.id = path.parent_id WHERE walked < 2000
      )
      SELECT n.name FROM path JOIN branch_names n ON n.message_id = path.id ORDER BY walked LIMIT 1`);
  }

  /** Of all conversations in use, newest activity first. Read anew only when the database has changed. */
  titles(): readonly TitleRow[] {
    const { own, others } = this.#state.get({}) ?? { own: 0, others: 0 };
    const state = `${own} ${others}`;
    if (this.#titlesKnown?.state !== state) this.#titlesKnown = { state, titles: this.#titles.all({}) };
    return this.#titlesKnown.titles;
  }

  /** Newest first. */
  find(terms: readonly string[], filter: SearchFilter, limit: number): HitRow[] {
    const wanted = wantedOf(terms, filter, limit);
    const match = matchOf(terms);
    return match === '' ? this.#findShort(terms, wanted) : this.#indexed.all({ ...wanted, match });
  }

  /** Those with a pair of characters, without reading any text that does not have it. Newest first. */
  findPair(pair: string, filter: SearchFilter, limit: number): HitRow[] {
    return this.#findPair(pair, wantedOf([pair], filter, limit));
  }

  /** The branch of each message: the current one or another, and its name where somebody gave it one. */
  branches(rows: readonly HitRow[]): Map<string, NonNullable<SearchHit['branch']>> {
    const branches = new Map<string, NonNullable<SearchHit['branch']>>();
    const byConversation = new Map<string, HitRow[]>();
    for (const row of rows) {
      // Where there is one branch, everything stands on it.
      if (row.branch_count <= 1) branches.set(row.id, { current: true, name: null });
      else byConversation.set(row.conversation_id, [...(byConversation.get(row.conversation_id) ?? []), row]);
    }
    for (const [conversationId, hits] of byConversation) {
      const depth = Math.min(...hits.map((hit) => hit.depth));
      const path = new Set(this.#path.all({ conversationId, depth }).map(({ id }) => id));
      const named = this.#named.get({ conversationId }) !== undefined;
      for (const { id } of hits) {
        const name = named ? (this.#name.get({ id })?.name ?? null) : null;
        branches.set(id, { current: path.has(id), name });
      }
    }
    return branches;
  }

  /**
   * Words of one or two characters. The newest messages are read; what is so rare that they do not hold enough of it
   * is found by the trigrams that begin with it, and at the ends of texts.
   */
  #findShort(terms: readonly string[], wanted: Wanted): HitRow[] {
    const pair = terms.find((term) => [...term].length === 2);
    const after = Math.min(wanted.before, (this.#last.get({})?.seq ?? 0) + 1) - newest;
    const recent = this.#read.all({ ...wanted, after: Math.max(0, after) });
    if (recent.length >= wanted.limit || after <= 0) return recent;
    const older = { ...wanted, before: after + 1, limit: wanted.limit - recent.length };
    return [...recent, ...(pair === undefined ? this.#read.all(older) : this.#findPair(pair, older))];
  }

  #findPair(pair: string, wanted: Wanted): HitRow[] {
    const to = `${pair}\u{10FFFF}`;
    const beginnings = this.#beginnings.all({ from: pair, to, limit: mostBeginnings + 1 });
    if (beginnings.length > mostBeginnings) return this.#read.all(wanted);
    const match = beginnings.map(({ term }) => quoted(term)).join(' OR ');
    const inside = match === '' ? [] : this.#indexed.all({ ...wanted, match });
    const rows = new Map(
      [...inside, ...this.#ending.all({ ...wanted, end: pair })].map((row) => [row.seq, row]),
    );
    return [...rows.values()].sort((a, b) => b.seq - a.seq).slice(0, wanted.limit);
  }
}

function wantedOf(terms: readonly string[], filter: SearchFilter, limit: number): Wanted {
  const { from, to, agentId, role, before = Number.MAX_SAFE_INTEGER } = filter;
  return { terms: JSON.stringify(terms), limit, from, to, agentId, role, after: 0, before };
}

/** All trigrams of all words, as a query of the index; empty when every word is shorter. */
function matchOf(terms: readonly string[]): string {
  const trigrams = new Set<string>();
  for (const term of terms) {
    const characters = [...term];
    for (let at = 0; at + 3 <= characters.length && trigrams.size < maxTrigrams; at += 1) {
      trigrams.add(characters.slice(at, at + 3).join(''));
    }
  }
  return [...trigrams].map(quoted).join(' AND ');
}

const quoted = (trigram: string): string => `"${trigram.replaceAll('"', '""')}"`;
