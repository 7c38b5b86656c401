import { create } from 'zustand';
import type { Conversation, ConversationPage } from '#contract';
import { call } from '../../bridge/call.ts';
import { onEvent } from '../../bridge/events.ts';
import { reportError } from '../../bridge/report.ts';
import { compareActivity, compareArrival, join, place, without } from './order.ts';

/** One list of conversations: those in use, or those in the trash. */
export interface Shelf {
  status: 'loading' | 'ready' | 'failed';
  /** What was caught when the first page could not be read. */
  failure: unknown;
  /** Newest activity first, in the trash newest arrival; the oldest may still be missing. */
  items: readonly Conversation[];
  /** Where the next page begins; null when everything is here. */
  next: string | null;
  more: 'idle' | 'loading' | 'failed';
}

const empty: Shelf = { status: 'loading', failure: null, items: [], next: null, more: 'idle' };

/** Conversations fetched at a time. */
const pageSize = 100;

const isTrashed = ({ trashedAt }: Conversation): boolean => trashedAt !== null;

/** Builds a shelf: a store to read from, and what can be done with it. */
function createShelf(trashed: boolean) {
  const useShelf = create<Shelf>(() => empty);
  const { getState: get, setState: set } = useShelf;
  const compare = trashed ? compareArrival : compareActivity;
  /** What left the shelf since it was opened: a page on its way must not bring it back. */
  const gone = new Set<string>();
  /** Counts the openings: an answer for an earlier one is dropped. */
  let opening = 0;

  /** Takes in what is newly known of conversations, whether they belong here or no longer do. */
  function apply(known: readonly Conversation[]): void {
    const mine = known.filter((one) => isTrashed(one) === trashed);
    remove(known.flatMap((one) => (isTrashed(one) === trashed ? [] : one.id)));
    if (mine.length === 0) return;
    for (const { id } of mine) gone.delete(id);
    set(({ items, next }) => ({ items: place(items, mine, next === null, compare) }));
  }

  function remove(ids: readonly string[]): void {
    for (const id of ids) gone.add(id);
    set(({ items }) => ({ items: without(items, ids) }));
  }

  async function load(): Promise<void> {
    const mine = opening;
    set({ status: 'loading', failure: null });
    try {
      const page = await call('conversations.list', { trashed, limit: pageSize });
      if (mine === opening) accept(page);
    } catch (caught) {
      if (mine === opening) set({ status: 'failed', failure: caught });
    }
  }

  /** Fetches the next page, where there is one and none is on its way. */
  async function loadMore(): Promise<void> {
    const { next, more, status } = get();
    if (next === null || more === 'loading' || status !== 'ready') return;
    const mine = opening;
    set({ more: 'loading' });
    try {
      const page = await call('conversations.list', { trashed, limit: pageSize, after: next });
      if (mine === opening) accept(page);
    } catch (caught) {
      reportError(caught);
      if (mine === opening) set({ more: 'failed' });
    }
  }

  /**
   * Fetches every page that is still missing.
   * @returns all conversations of the shelf
   * @throws BridgeFailure when one could not be read
   */
  async function loadAll(): Promise<readonly Conversation[]> {
    for (let after = get().next; after !== null; after = get().next)
      accept(await call('conversations.list', { trashed, limit: 2 * pageSize, after }));
    return get().items;
  }

  function accept(page: ConversationPage): void {
    const items = join(get().items, page.items, gone, compare);
    set({ status: 'ready', failure: null, items, next: page.next, more: 'idle' });
  }

  /** Fetches the list anew, keeping what is in sight until it is there. */
  function reload(): void {
    opening += 1;
    const mine = opening;
    call('conversations.list', { trashed, limit: pageSize }).then((page) => {
      if (mine === opening)
        set({ status: 'ready', failure: null, items: page.items, next: page.next, more: 'idle' });
    }, reportError);
  }

  /** Loads the first page and follows the changes. Returns the function that ends it and forgets the list. */
  function open(): () => void {
    const stops = [
      onEvent('conversation', (event) => apply([event.conversation])),
      onEvent('conversations', (event) => apply(event.conversations)),
      onEvent('conversationsDeleted', (event) => remove(event.ids)),
      // Old conversations may be new here: they stand anywhere in the list.
      onEvent('imported', () => reload()),
    ];
    void load();
    return () => {
      for (const stop of stops) stop();
      opening += 1;
      gone.clear();
      set(empty);
    };
  }

  /** What is loaded of a conversation. */
  function find(id: string): Conversation | undefined {
    return get().items.find((item) => item.id === id);
  }

  return { useShelf, open, load, loadMore, loadAll, apply, remove, find };
}

export type ShelfHandle = ReturnType<typeof createShelf>;

/** The conversations in use. */
export const conversations = createShelf(false);
/** The conversations in the trash. */
export const trash = createShelf(true);
