import type { TreeSkeleton } from '#contract';
import { buildTree } from './build.ts';
import type { TreeRow } from './types.ts';

/**
 * The whole tree without texts, in columns: parents before their children, siblings in the order they were made.
 * The rows may come in any order; throws as `buildTree` does when they are not one tree.
 */
export function skeletonOf(rows: Iterable<TreeRow>, tipId: string): TreeSkeleton {
  const tree = buildTree(rows);
  const ordered = [...tree.byId.values()].sort((a, b) => a.seq - b.seq);
  const indexOf = new Map(ordered.map((row, index) => [row.id, index]));
  return {
    ids: ordered.map((row) => row.id),
    parents: ordered.map((row) => (row.parentId === null ? -1 : (indexOf.get(row.parentId) ?? -1))),
    roles: ordered.map((row) => row.role),
    statuses: ordered.map((row) => row.status),
    tipId,
  };
}
