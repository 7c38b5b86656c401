import { useCallback, useMemo, useRef, useState } from 'react';
import type { Conversation } from '#contract';
import type { RowKey } from './row-keys.ts';

export type Move = Exclude<RowKey, 'rename' | 'trash'>;

export interface ListFocus {
  /** The one row that Tab reaches: where the focus last was, else the open conversation, else the first. */
  tabbableId: string | undefined;
  /** The row that is to take the focus. */
  wantedId: string | null;
  /** The focus arrived on a row by itself. */
  reach: (id: string) => void;
  /** Moves the focus; the Page keys by `page` rows. Returns where to. */
  move: (move: Move, page: number) => string | undefined;
  /** Gives the focus to a row. */
  want: (id: string) => void;
  /** Gives the focus to the row after one that is about to go, or before it at the end. */
  wantNeighbour: (id: string) => void;
}

/** A roving focus over conversations. */
export function useListFocus(items: readonly Conversation[], currentId: string | null): ListFocus {
  const [reachedId, setReached] = useState<string | null>(null);
  const [wantedId, setWanted] = useState<string | null>(null);
  const known = useMemo(() => new Map(items.map(({ id }, index) => [id, index])), [items]);
  const tabbableId = [reachedId, currentId].find((id) => id !== null && known.has(id)) ?? items[0]?.id;

  const newest = useRef({ items, known, tabbableId });
  newest.current = { items, known, tabbableId };

  const want = useCallback((id: string) => {
    setReached(id);
    setWanted(id);
  }, []);
  const reach = useCallback((id: string) => {
    setReached(id);
    setWanted(null);
  }, []);
  const move = useCallback(
    (key: Move, page: number) => {
      const { items: all, known: places, tabbableId: from } = newest.current;
      const here = (from === undefined ? undefined : places.get(from)) ?? 0;
      const id = all[target(key, here, all.length - 1, page)]?.id;
      if (id) want(id);
      return id;
    },
    [want],
  );
  const wantNeighbour = useCallback(
    (id: string) => {
      const { items: all, known: places } = newest.current;
      const here = places.get(id) ?? 0;
      const neighbour = all[here + 1] ?? all[here - 1];
      if (neighbour) want(neighbour.id);
    },
    [want],
  );
  return { tabbableId, wantedId, reach, move, want, wantNeighbour };
}

/** The index a key leads to, from one index in a list that ends at `last`. */
export function target(key: Move, here: number, last: number, page: number): number {
  const wanted = {
    down: here + 1,
    up: here - 1,
    first: 0,
    last,
    pageDown: here + page,
    pageUp: here - page,
  }[key];
  return Math.min(last, Math.max(0, wanted));
}
