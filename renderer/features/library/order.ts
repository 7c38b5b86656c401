import type { Conversation } from '#contract';

/** Newest activity first; the id decides between equal moments, so that the order never flickers. */
export function compareActivity(a: Conversation, b: Conversation): number {
  return b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);
}

/**
 * Puts one conversation where it belongs, in place of what was known of it.
 *
 * @param complete false while older pages are missing: one that sorts below the last loaded is left for them
 * @returns a new array, ordered
 */
export function place(
  items: readonly Conversation[],
  conversation: Conversation,
  complete: boolean,
): readonly Conversation[] {
  const others = without(items, [conversation.id]);
  const index = others.findIndex((other) => compareActivity(conversation, other) < 0);
  if (index === -1) return complete ? [...others, conversation] : others;
  return [...others.slice(0, index), conversation, ...others.slice(index)];
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
): readonly Conversation[] {
  const known = new Set(items.map(({ id }) => id));
  const fresh = page.filter(({ id }) => !known.has(id) && !gone.has(id));
  return [...items, ...fresh].sort(compareActivity);
}
