import type { MessageStatus, TreeSkeleton } from '#contract';

/** A stretch of a tree that is read in one go: from where it leaves another to its leaf. */
export interface Branch {
  /** 1 for the one that begins with the first message. */
  number: number;
  /** The number of the branch that it leaves, and the message there that it continues from; null where it begins anew. */
  from: { branch: number; messageId: string } | null;
  /** Messages of this branch alone, in reading order. */
  ids: string[];
  /** Depth in the map: 0 for the first and for those that begin anew. */
  level: number;
}

/**
 * The whole tree as branches. The first one is the path to `leafId` and goes on with the newest children; each other
 * begins where it leaves one that stands before it. Every message is in exactly one branch.
 */
export function branchesOf(skeleton: TreeSkeleton, leafId: string): Branch[] {
  const tree = indexTree(skeleton);
  const preferred = new Set(pathOf(skeleton, leafId));
  const branches: Branch[] = [];
  const open: { start: number; from: Branch['from']; level: number }[] = [];
  const pushStarts = (starts: number[], from: Branch['from'], level: number) => {
    // The one that is taken first is pushed last.
    for (const start of starts.toReversed()) open.push({ start, from, level });
  };
  pushStarts(inOrder(tree, tree.children[0] ?? [], preferred), null, 0);
  for (let next = open.pop(); next; next = open.pop()) {
    const branch: Branch = { number: branches.length + 1, from: next.from, ids: [], level: next.level };
    branches.push(branch);
    const leaving: { messageId: string; starts: number[] }[] = [];
    for (let at: number | undefined = next.start; at !== undefined; ) {
      const id = skeleton.ids[at] ?? '';
      branch.ids.push(id);
      const [on, ...others]: number[] = inOrder(tree, tree.children[at] ?? [], preferred);
      if (others.length > 0) leaving.push({ messageId: id, starts: others });
      at = on;
    }
    for (const { messageId, starts } of leaving.toReversed()) {
      pushStarts(starts, { branch: branch.number, messageId }, next.level + 1);
    }
  }
  return branches;
}

/** Ids of the messages from the first to `leafId`, the root left out; empty for one that is not there. */
export function pathOf({ ids, parents }: TreeSkeleton, leafId: string): string[] {
  const path: string[] = [];
  for (let at = ids.indexOf(leafId); at > 0; at = parents[at] ?? -1) path.push(ids[at] ?? '');
  return path.reverse();
}

interface TreeIndex {
  ids: string[];
  statuses: MessageStatus[];
  /** By place in `ids`, in the order they were made. */
  children: number[][];
}

function indexTree({ ids, parents, statuses }: TreeSkeleton): TreeIndex {
  const children: number[][] = ids.map(() => []);
  parents.forEach((parent, at) => {
    if (parent >= 0) children[parent]?.push(at);
  });
  return { ids, statuses, children };
}

/** The child that a branch goes on with comes first: on the preferred path, or else the newest that did not fail. */
function inOrder(tree: TreeIndex, children: number[], preferred: ReadonlySet<string>): number[] {
  const first =
    children.find((at) => preferred.has(tree.ids[at] ?? '')) ??
    children.findLast((at) => tree.statuses[at] !== 'failed') ??
    children.at(-1);
  if (first === undefined) return [];
  return [first, ...children.filter((at) => at !== first)];
}
