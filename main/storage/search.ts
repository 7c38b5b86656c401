import type { SearchHit } from '#contract';
import { plainText } from '#core/tree/text.ts';
import { excerptOf } from './excerpt.ts';
import { fold } from './fold.ts';
import type { Readable } from './handle.ts';
import { parseParts } from './message-rows.ts';

interface HitRow {
  id: string;
  conversation_id: string;
  title: string;
  parts: string;
  created_at: number;
}

/** Trigrams of a query that are looked up: enough to leave few candidates, whatever is pasted into the box. */
const maxTrigrams = 48;

/** Every word is compared with the text itself: trigrams alone do not tell their order. */
const containsAll = 'NOT EXISTS (SELECT 1 FROM json_each(@terms) WHERE instr(m.text, value) = 0)';
const hitColumns = 'm.id, m.conversation_id, c.title, m.parts, m.created_at';

/** Finds any substring in any script, whatever its case: by index from three characters on, by reading below that. */
export class SearchStore {
  readonly #titles;
  readonly #indexed;
  readonly #read;

  constructor(db: Readable) {
    this.#titles = db.query<Record<string, never>, { id: string; title: string; created_at: number }>(
      'SELECT id, title, created_at FROM conversations WHERE trashed_at IS NULL ORDER BY updated_at DESC, id DESC',
    );
    this.#indexed = db.query<{ match: string; terms: string; limit: number }, HitRow>(`
      SELECT ${hitColumns}
      FROM messages_fts f JOIN messages m ON m.seq = f.rowid JOIN conversations c ON c.id = m.conversation_id
      WHERE messages_fts MATCH @match AND ${containsAll} AND c.trashed_at IS NULL
      ORDER BY f.rowid DESC LIMIT @limit`);
    this.#read = db.query<{ terms: string; limit: number }, HitRow>(`
      SELECT ${hitColumns}
      FROM messages m JOIN conversations c ON c.id = m.conversation_id
      WHERE ${containsAll} AND m.text <> '' AND c.trashed_at IS NULL
      ORDER BY m.seq DESC LIMIT @limit`);
  }

  /**
   * Every word of the query must occur. Titles come first, then messages, newest first; the trash is left out.
   * A query of fewer than two characters finds nothing.
   */
  query(text: string, limit: number): SearchHit[] {
    // Zeros too: the index takes one for the end of a query.
    const terms = fold(text)
      .split(/[\s\0]+/u)
      .filter((term) => term !== '');
    if ([...terms.join('')].length < 2) return [];
    const titles = this.#inTitles(terms, limit);
    return [...titles, ...this.#inMessages(terms, limit - titles.length)];
  }

  #inTitles(terms: readonly string[], limit: number): SearchHit[] {
    return this.#titles
      .all({})
      .filter(({ title }) => {
        const folded = fold(title);
        return terms.every((term) => folded.includes(term));
      })
      .slice(0, limit)
      .map(({ id, title, created_at }) => ({
        conversationId: id,
        title,
        messageId: null,
        ...excerptOf(title, terms),
        createdAt: created_at,
      }));
  }

  #inMessages(terms: readonly string[], limit: number): SearchHit[] {
    if (limit <= 0) return [];
    const match = matchOf(terms);
    const parameters = { terms: JSON.stringify(terms), limit };
    const rows = match === '' ? this.#read.all(parameters) : this.#indexed.all({ ...parameters, match });
    return rows.map((row) => ({
      conversationId: row.conversation_id,
      title: row.title,
      messageId: row.id,
      ...excerptOf(plainText(parseParts(row)), terms),
      createdAt: row.created_at,
    }));
  }
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
  return [...trigrams].map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ');
}
