import type { Tree } from './tree.ts';

/** One thing on the canvas: a message, or a run of messages without a branch that stands folded. */
export interface Item {
  kind: 'root' | 'message' | 'run';
  /** Place of the message; of the first one of a run. */
  first: number;
  /** The same place again, or that of a run's last message. */
  last: number;
  /** Number of messages. */
  count: number;
  /** Of the item above; -1 at the root. */
  parent: number;
  children: number[];
  /** Place of the first message of the opened run that it belongs to. */
  run: number | null;
}

/** Runs shorter than this are not worth folding. */
const shortest = 5;

/**
 * The tree as the canvas shows it, parents before children: long runs of messages without a branch, a mark or the tip
 * stand as one item until they are opened.
 *
 * @param opened ids of the first messages of runs that are open
 * @param pinned places of messages that always stand by themselves
 */
export function foldRuns(tree: Tree, opened: ReadonlySet<string>, pinned: ReadonlySet<number>): Item[] {
  const items: Item[] = [];
  const itemOf = new Int32Array(tree.ids.length).fill(-1);
  const add = (item: Omit<Item, 'parent' | 'children'>): void => {
    const above = tree.parents[item.first] ?? -1;
    const parent = above < 0 ? -1 : (itemOf[above] ?? -1);
    const place = items.length;
    items.push({ ...item, parent, children: [] });
    if (parent >= 0) items[parent]?.children.push(place);
    itemOf[item.first] = place;
    itemOf[item.last] = place;
  };
  const waiting: number[] = [0];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { count, last } = runFrom(tree, place, pinned);
    const run = count < shortest ? null : place;
    if (run !== null && !opened.has(tree.ids[place] ?? '')) {
      add({ kind: 'run', first: place, last, count, run });
    } else {
      const end = run === null ? place : last;
      for (let at = place; ; at = tree.children[at]?.[0] ?? end) {
        add({ kind: at === 0 ? 'root' : 'message', first: at, last: at, count: 1, run });
        if (at === end) break;
      }
    }
    const children = tree.children[run === null ? place : last] ?? [];
    for (let at = children.length - 1; at >= 0; at -= 1) waiting.push(children[at] ?? 0);
  }
  return items;
}

/** The messages from `place` on that could stand folded: how many, and the last of them. */
function runFrom(tree: Tree, place: number, pinned: ReadonlySet<number>): { count: number; last: number } {
  let count = 0;
  let last = place;
  for (let at: number | undefined = place; at !== undefined && foldable(tree, at, pinned); ) {
    count += 1;
    last = at;
    at = tree.children[at]?.[0];
  }
  return { count, last };
}

/** Inside of a branch: neither its first message nor its last, and nothing is to be seen on it. */
function foldable(tree: Tree, place: number, pinned: ReadonlySet<number>): boolean {
  const parent = tree.parents[place] ?? -1;
  if (parent <= 0 || place === tree.tip || pinned.has(place)) return false;
  return tree.children[place]?.length === 1 && tree.children[parent]?.length === 1;
}
