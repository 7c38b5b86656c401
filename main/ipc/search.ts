import type { searchMethods } from '#contract/search.ts';
import type { SearchStore } from '../storage/search.ts';
import type { HandlersOf } from './handlers.ts';

export function searchHandlers(search: SearchStore): HandlersOf<typeof searchMethods> {
  return { 'search.query': ({ limit, ...request }) => search.query(request, limit) };
}
