import { create } from 'zustand';
import { onEvent } from '../../bridge/events.ts';

/** Which conversations are chosen, to be exported or moved to the trash together. */
interface Selection {
  /** Null: nothing is being chosen, and a click opens. */
  ids: ReadonlySet<string> | null;
  /** Where a stretch begins that Shift extends. */
  anchor: string | null;
  /** What was chosen before the stretch from the anchor: it stays while the stretch grows and shrinks. */
  before: ReadonlySet<string>;
}

const none: Selection = { ids: null, anchor: null, before: new Set() };

const useSelection = create<Selection>(() => none);
const { getState: get, setState: set } = useSelection;

/** What is chosen; null while nothing is being chosen. */
export function useChosen(): ReadonlySet<string> | null {
  return useSelection(({ ids }) => ids);
}

/** Whether a click chooses now. */
export function isChoosing(): boolean {
  return get().ids !== null;
}

/** What is chosen now, in no order. */
export function chosenIds(): string[] {
  return [...(get().ids ?? [])];
}

/** Begins to choose, with nothing or with one. */
export function beginChoosing(id?: string): void {
  if (id === undefined) set({ ...none, ids: new Set() });
  else toggleChosen(id);
}

/** Chooses one or lets go of it; the next stretch begins at it. */
export function toggleChosen(id: string): void {
  const ids = new Set(get().ids);
  if (!ids.delete(id)) ids.add(id);
  set({ ids, anchor: id, before: ids });
}

/**
 * Chooses a stretch: from where one was last chosen by itself to `id`.
 *
 * @param order the ids of the list from its top
 * @param from where the stretch begins when nothing was chosen yet
 */
export function extendChosen(order: readonly string[], from: string | undefined, id: string): void {
  const { anchor, before } = get();
  const start = order.indexOf(anchor ?? from ?? id);
  const end = order.indexOf(id);
  if (end === -1) return;
  const [first, last] = start === -1 ? [end, end] : [Math.min(start, end), Math.max(start, end)];
  const ids = new Set([...before, ...order.slice(first, last + 1)]);
  set({ ids, anchor: order[start] ?? id, before });
}

export function chooseAll(ids: readonly string[]): void {
  const chosen = new Set(ids);
  set({ ids: chosen, anchor: null, before: chosen });
}

export function stopChoosing(): void {
  set(none);
}

/** Lets go of conversations that leave the list meanwhile. Returns the function that ends it and chooses nothing. */
export function followChosen(): () => void {
  const stops = [
    onEvent('conversation', ({ conversation }) => {
      if (conversation.trashedAt !== null) drop([conversation.id]);
    }),
    onEvent('conversations', (event) =>
      drop(event.conversations.flatMap(({ id, trashedAt }) => (trashedAt === null ? [] : [id]))),
    ),
    onEvent('conversationsDeleted', ({ ids }) => drop(ids)),
  ];
  return () => {
    for (const stop of stops) stop();
    stopChoosing();
  };
}

function drop(gone: readonly string[]): void {
  const { ids, before } = get();
  if (!ids || !gone.some((id) => ids.has(id) || before.has(id))) return;
  const without = new Set(gone);
  const left = (all: ReadonlySet<string>) => new Set([...all].filter((id) => !without.has(id)));
  set({ ids: left(ids), before: left(before) });
}
