import type { SearchHit } from '#contract';

export class SearchStore {
  /** Every word of the query must occur. Titles first, then messages, newest first. */
  query(_text: string, _limit: number): SearchHit[] {
    throw new Error('not implemented');
  }
}
