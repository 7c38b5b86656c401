import type { MethodRequest, SearchHit } from '#contract';
import { plainWords } from '#core/plain-words.ts';
import { beginsWords, type SearchTerm, searchTerms } from '#core/search-terms.ts';
import { plainText } from '#core/tree/text.ts';
import { excerptOf } from './excerpt.ts';
import { fold } from './fold.ts';
import type { Readable } from './handle.ts';
import { parseParts } from './message-rows.ts';
import { type HitRow, type SearchFilter, SearchRows } from './search-rows.ts';

export type SearchRequest = Omit<MethodRequest<'search.query'>, 'limit'>;

/** Pages of hits that are looked through for words that begin with a term. */
const mostPages = 20;

/** Finds any substring in any script, whatever its case. */
export class SearchStore {
  readonly #rows: SearchRows;
  /** Titles as they are searched: few change between two searches. */
  readonly #folded = new Map<string, string>();

  constructor(db: Readable) {
    this.#rows = new SearchRows(db);
  }

  /**
   * Every word of the query must occur. Titles come first, then messages, newest first; the trash is left out.
   * A query of fewer than two characters finds nothing.
   */
  query(request: SearchRequest | string, limit: number): SearchHit[] {
    const { text, kind, agentId, from, to } =
      typeof request === 'string' ? ({ text: request } as SearchRequest) : request;
    const terms = searchTerms(fold(text));
    if ([...terms.map((term) => term.text).join('')].length < 2) return [];
    const within = { from: from ?? 0, to: to ?? Number.MAX_SAFE_INTEGER };
    const hasTitles = agentId === undefined && (kind === undefined || kind === 'title');
    const titles = hasTitles ? this.#inTitles(terms, within, limit) : [];
    if (kind === 'title') return titles;
    const filter = { ...within, agentId: agentId ?? null, role: kind ?? null };
    return [...titles, ...this.#inMessages(terms, filter, limit - titles.length)];
  }

  #inTitles(
    terms: readonly SearchTerm[],
    { from, to }: { from: number; to: number },
    limit: number,
  ): SearchHit[] {
    return this.#rows
      .titles()
      .filter(({ title, created_at }) => {
        if (created_at < from || created_at >= to) return false;
        const folded = this.#fold(title);
        return terms.every((term) => folded.includes(term.text)) && beginsWords(folded, terms);
      })
      .slice(0, limit)
      .map(({ id, title, created_at }) => ({
        conversationId: id,
        title,
        messageId: null,
        ...excerptOf(title, texts(terms)),
        createdAt: created_at,
        kind: 'title',
        branch: null,
      }));
  }

  #fold(title: string): string {
    const known = this.#folded.get(title);
    if (known !== undefined) return known;
    if (this.#folded.size > 200_000) this.#folded.clear();
    const folded = fold(title);
    this.#folded.set(title, folded);
    return folded;
  }

  #inMessages(terms: readonly SearchTerm[], filter: SearchFilter, limit: number): SearchHit[] {
    if (limit <= 0) return [];
    const rows = terms.some(({ prefix }) => prefix)
      ? this.#beginning(terms, filter, limit)
      : this.#rows.find(texts(terms), filter, limit);
    const branches = this.#rows.branches(rows);
    return rows.map((row) => ({
      conversationId: row.conversation_id,
      title: row.title,
      messageId: row.id,
      ...wordsAround(plainText(parseParts(row)), texts(terms)),
      createdAt: row.created_at,
      kind: row.role,
      branch: branches.get(row.id) ?? null,
    }));
  }

  /** Page by page, until enough of the hits begin a word. */
  #beginning(terms: readonly SearchTerm[], filter: SearchFilter, limit: number): HitRow[] {
    const found: HitRow[] = [];
    let before = Number.MAX_SAFE_INTEGER;
    for (let page = 0; page < mostPages && found.length < limit; page += 1) {
      const rows = this.#rows.find(texts(terms), { ...filter, before }, limit);
      found.push(...rows.filter((row) => beginsWords(fold(plainText(parseParts(row))), terms)));
      before = rows.at(-1)?.seq ?? 0;
      if (rows.length < limit) break;
    }
    return found.slice(0, limit);
  }
}

const texts = (terms: readonly SearchTerm[]): string[] => terms.map(({ text }) => text);

/** Without Markdown's signs, where what was found is not among them. */
function wordsAround(text: string, terms: readonly string[]): Pick<SearchHit, 'excerpt' | 'highlights'> {
  const plain = excerptOf(plainWords(text), terms);
  return plain.highlights.length > 0 ? plain : excerptOf(text, terms);
}
