import type { SiblingPlace } from '#contract';

/**
 * Where `id` stands among the children of its parent, `siblings` being all of them in the order they were made.
 * Throws a RangeError when it is not one of them.
 */
export function siblingPlace(siblings: readonly string[], id: string): SiblingPlace {
  const at = siblings.indexOf(id);
  if (at < 0) throw new RangeError(`${id} is not among the children of its parent`);
  return {
    index: at + 1,
    count: siblings.length,
    previousId: siblings[at - 1] ?? null,
    nextId: siblings[at + 1] ?? null,
  };
}
