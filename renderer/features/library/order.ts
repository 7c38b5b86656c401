import type { Conversation } from '#contract';

/** Newest activity first; the id decides between equal moments, so that the order never flickers. */
export function compareActivity(a: Conversation, b: Conversation): number {
  return b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);
}

/** Newest arrival in the trash first, as main pages it. */
export function compareArrival(a: Conversation, b: Conversation): number {
  return (b.trashedAt ?? 0) - (a.trashedAt ?? 0) || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);
}

export type Compare = typeof compareActivity;

/**
 * Puts conversations where they belong, in place of what was known of them.
 *
 * @param complete false while older pages are missing: what sorts below the last loaded is left for them
 * @returns a new array, ordered
 */
export function place(
  items: readonly Conversation[],
  fresh: readonly Conversation[],
  complete: boolean,
  compare: Compare,
): readonly Conversation[] {
  const others = without(
    items,
    fresh.map(({ id }) => id),
  );
  const last = others.at(-1);
  const belongs = complete ? fresh : fresh.filter((one) => last && compare(one, last) < 0);
  return [...others, ...belongs].sort(compare);
}

/** The same list without some. The same array when none of them was in it. */
export function without(items: readonly Conversation[], ids: readonly string[]): readonly Conversation[] {
  const gone = new Set(ids);
  return items.some(({ id }) => gone.has(id)) ? items.filter(({ id }) => !gone.has(id)) : items;
}

/**
 * Adds a page to what is loaded. What is known already is newer than the page and stays; what left the list
 * while the page was on its way is not brought back.
 */
export function join(
  items: readonly Conversation[],
  page: readonly Conversation[],
  gone: ReadonlySet<string>,
  compare: Compare,
): readonly Conversation[] {
  const known = new Set(items.map(({ id }) => id));
  const fresh = page.filter(({ id }) => !known.has(id) && !gone.has(id));
  return [...items, ...fresh].sort(compare);
}
