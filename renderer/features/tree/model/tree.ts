import type { Message, MessageStatus, TreeSkeleton } from '#contract';

/** A conversation's messages by their place in the skeleton, the root at 0. */
export interface Tree {
  ids: readonly string[];
  parents: readonly number[];
  roles: readonly ('root' | 'user' | 'agent')[];
  statuses: readonly MessageStatus[];
  /** Id of the agent that wrote it; null for the root and the user's messages. */
  agents: readonly (string | null)[];
  depths: readonly number[];
  /** Place of the first message of the branch that each is on. */
  branches: readonly number[];
  /** In the order they were made. */
  children: readonly (readonly number[])[];
  placeOf: ReadonlyMap<string, number>;
  /** Given names by the place of the first message of their branch. */
  names: ReadonlyMap<number, string>;
  /** Conversations that were forked after a message. */
  forks: ReadonlyMap<number, readonly string[]>;
  tip: number;
}

/** Reads a skeleton into the shape that everything here works on. */
export function treeOf(skeleton: TreeSkeleton): Tree {
  const { ids, parents, roles, statuses, depths, branches } = skeleton;
  const placeOf = new Map(ids.map((id, place) => [id, place]));
  const children: number[][] = ids.map(() => []);
  parents.forEach((parent, place) => {
    if (parent >= 0) children[parent]?.push(place);
  });
  const names = new Map<number, string>();
  for (const { messageId, name } of skeleton.names) {
    const place = placeOf.get(messageId);
    if (place !== undefined) names.set(branches[place] ?? place, name);
  }
  const forks = new Map<number, string[]>();
  for (const { messageId, conversationId } of skeleton.forks) {
    const place = placeOf.get(messageId);
    if (place !== undefined) forks.set(place, [...(forks.get(place) ?? []), conversationId]);
  }
  const agents = skeleton.agents.map((agent) => skeleton.agentIds[agent] ?? null);
  const tip = placeOf.get(skeleton.tipId) ?? 0;
  return { ids, parents, roles, statuses, agents, depths, branches, children, placeOf, names, forks, tip };
}

/** The tree with the tip elsewhere; the same tree where the message is not in it. */
export function withTip(tree: Tree, tipId: string): Tree {
  const tip = tree.placeOf.get(tipId);
  return tip === undefined || tip === tree.tip ? tree : { ...tree, tip };
}

/**
 * The tree with the new status of a message that it holds.
 *
 * @returns null for a message that it does not hold yet, or whose failing may move it to another branch
 */
export function withStatus(tree: Tree, { id, status }: Pick<Message, 'id' | 'status'>): Tree | null {
  const place = tree.placeOf.get(id);
  if (place === undefined) return null;
  const before = tree.statuses[place];
  if (before === status) return tree;
  const siblings = tree.children[tree.parents[place] ?? 0]?.length ?? 0;
  if ((status === 'failed' || before === 'failed') && siblings > 1) return null;
  const statuses = [...tree.statuses];
  statuses[place] = status;
  return { ...tree, statuses };
}

/** Places from the first message to a message, the root left out. */
export function pathTo(tree: Tree, place: number): number[] {
  const path: number[] = [];
  for (let at = place; at > 0; at = tree.parents[at] ?? 0) path.push(at);
  return path.reverse();
}

/** The last message that two paths share; the root's place, 0, where that is none. */
export function sharedOf(tree: Tree, left: number, right: number): number {
  let [a, b] = [left, right];
  const depth = (place: number) => tree.depths[place] ?? 0;
  while (a !== b) {
    if (depth(a) >= depth(b)) a = tree.parents[a] ?? 0;
    else b = tree.parents[b] ?? 0;
  }
  return a;
}

/** Whether the tip may stand on a message. */
export function canContinue(tree: Tree, place: number): boolean {
  const status = tree.statuses[place];
  return place > 0 && (status === 'complete' || status === 'interrupted');
}

/** Where a branch ends: from a message on along its branch, or along the current branch where it is on that. */
export function endOf(tree: Tree, place: number): number {
  if (place === tree.tip || sharedOf(tree, place, tree.tip) === place) return tree.tip;
  let end = place;
  for (;;) {
    const children = tree.children[end] ?? [];
    const next = children.find((child) => tree.branches[child] === tree.branches[end]) ?? children[0];
    if (next === undefined) return end;
    end = next;
  }
}

/** What happens when the tip moves to a message: how many messages leave the current branch and join it. */
export function moveOf(tree: Tree, to: number): { leaving: number[]; joining: number[] } {
  const shared = sharedOf(tree, tree.tip, to);
  const after = (place: number) => pathTo(tree, place).slice(tree.depths[shared] ?? 0);
  return { leaving: after(tree.tip), joining: after(to) };
}

/**
 * The tree with a new message in it.
 *
 * @returns null where that may move others to another branch: the skeleton has to be read again
 */
export function withMessage(
  tree: Tree,
  message: Pick<Message, 'id' | 'parentId' | 'role' | 'status' | 'agentId' | 'depth'>,
): Tree | null {
  const parent = tree.placeOf.get(message.parentId);
  if (parent === undefined) return null;
  const siblings = tree.children[parent] ?? [];
  const failed = (place: number) => tree.statuses[place] === 'failed';
  if (siblings.length > 0 && siblings.every(failed)) return null;
  const place = tree.ids.length;
  const branch = siblings.length > 0 || parent === 0 ? place : (tree.branches[parent] ?? place);
  const children = [...tree.children, []];
  children[parent] = [...siblings, place];
  return {
    ...tree,
    ids: [...tree.ids, message.id],
    parents: [...tree.parents, parent],
    roles: [...tree.roles, message.role],
    statuses: [...tree.statuses, message.status],
    agents: [...tree.agents, message.agentId],
    depths: [...tree.depths, message.depth],
    branches: [...tree.branches, branch],
    children,
    placeOf: new Map(tree.placeOf).set(message.id, place),
  };
}
