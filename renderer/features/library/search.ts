import { useEffect, useState } from 'react';
import type { MethodInput, SearchHit } from '#contract';
import { call } from '../../bridge/call.ts';

/** How long typing must rest before a search starts, in ms. */
const rest = 150;

/** Characters from which on a search makes sense. */
const shortest = 2;

/** Where to look. */
export const searchWhere = ['all', 'title', 'user', 'agent'] as const;
/** How far back, in days. */
export const searchTimes = ['any', '7', '30', '365'] as const;

export interface Filters {
  where: (typeof searchWhere)[number];
  when: (typeof searchTimes)[number];
  /** Empty: any. */
  agentId: string;
}

export const noFilters: Filters = { where: 'all', when: 'any', agentId: '' };

/** Milliseconds of a day. */
const day = 24 * 60 * 60 * 1000;

function requestOf(text: string, { where, when, agentId }: Filters): MethodInput<'search.query'> {
  return {
    text,
    ...(where !== 'all' && { kind: where }),
    ...(when !== 'any' && { from: Date.now() - Number(when) * day }),
    ...(agentId !== '' && { agentId }),
  };
}

/** Hits of one conversation stand together, where its first one stood. */
function byConversation(hits: readonly SearchHit[]): SearchHit[] {
  const groups = new Map<string, SearchHit[]>();
  for (const hit of hits) groups.set(hit.conversationId, [...(groups.get(hit.conversationId) ?? []), hit]);
  return [...groups.values()].flat();
}

export type Search =
  | { status: 'idle' }
  | { status: 'loading'; hits: readonly SearchHit[] }
  | { status: 'ready'; hits: readonly SearchHit[] }
  | { status: 'failed'; failure: unknown; again: () => void };

/** Whether a text is long enough to search for, counted in characters as people see them. */
export function isSearchable(text: string): boolean {
  return (
    [...new Intl.Segmenter().segment(text.trim())].length >= shortest || [...text.trim()].length >= shortest
  );
}

/**
 * Searches everything for a text once typing rests. While the next answer is on its way the last one stays in
 * sight, so that the list does not flicker under the eye.
 */
export function useSearch(text: string, filters: Filters): Search {
  const words = text.trim();
  const query = JSON.stringify([words, filters]);
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<{ query: string; search: Search } | null>(null);
  const searchable = isSearchable(words);

  useEffect(() => {
    if (!searchable) {
      setAnswer(null);
      return;
    }
    let stale = false;
    const settle = (search: Search) => {
      if (!stale) setAnswer({ query, search });
    };
    const again = () => setAttempt(attempt + 1);
    const timer = setTimeout(() => {
      call('search.query', requestOf(words, filters)).then(
        (hits) => settle({ status: 'ready', hits: byConversation(hits) }),
        (failure: unknown) => settle({ status: 'failed', failure, again }),
      );
    }, rest);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [query, words, filters, searchable, attempt]);

  if (!searchable) return { status: 'idle' };
  if (answer?.query === query) return answer.search;
  return { status: 'loading', hits: answer?.search.status === 'ready' ? answer.search.hits : [] };
}

/** A stretch of an excerpt, marked or not. */
export interface Stretch {
  at: number;
  text: string;
  marked: boolean;
}

/** Cuts an excerpt at its highlights. Ranges that overlap or lie outside are clipped, never lost text. */
export function cutHighlights(
  excerpt: string,
  highlights: readonly (readonly [number, number])[],
): Stretch[] {
  const stretches: Stretch[] = [];
  let at = 0;
  const push = (until: number, marked: boolean) => {
    if (until > at) stretches.push({ at, text: excerpt.slice(at, until), marked });
    at = Math.max(at, until);
  };
  for (const [start, end] of [...highlights].sort((a, b) => a[0] - b[0])) {
    push(Math.min(start, excerpt.length), false);
    push(Math.min(end, excerpt.length), true);
  }
  push(excerpt.length, false);
  return stretches;
}
