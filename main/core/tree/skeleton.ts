import type { TreeSkeleton } from '#contract';
import { branchStarts } from './branch-starts.ts';
import { buildTree } from './build.ts';
import type { PathNode, TreeRow } from './types.ts';

/** What a skeleton is made of. */
export type SkeletonRow = TreeRow & Pick<PathNode, 'agentId' | 'depth'>;

/** A skeleton without what people and forks added to the tree. */
export type TreeColumns = Omit<TreeSkeleton, 'names' | 'forks'>;

/**
 * The whole tree without texts, in columns: parents before their children, siblings in the order they were made.
 * The rows may come in any order; throws as `buildTree` does when they are not one tree.
 */
export function skeletonOf(rows: Iterable<SkeletonRow>, tipId: string): TreeColumns {
  const tree = buildTree(rows);
  const ordered = [...tree.byId.values()].sort((a, b) => a.seq - b.seq);
  const indexOf = new Map(ordered.map((row, index) => [row.id, index]));
  const starts = branchStarts(tree, ordered);
  const agentIds = [...new Set(ordered.flatMap((row) => row.agentId ?? []))];
  const agentAt = new Map(agentIds.map((id, index) => [id, index]));
  return {
    ids: ordered.map((row) => row.id),
    parents: ordered.map((row) => (row.parentId === null ? -1 : (indexOf.get(row.parentId) ?? -1))),
    roles: ordered.map((row) => row.role),
    statuses: ordered.map((row) => row.status),
    depths: ordered.map((row) => row.depth),
    agentIds,
    agents: ordered.map((row) => (row.agentId === null ? -1 : (agentAt.get(row.agentId) ?? -1))),
    branches: ordered.map((row) => indexOf.get(starts.get(row.id) ?? row.id) ?? -1),
    tipId,
  };
}
