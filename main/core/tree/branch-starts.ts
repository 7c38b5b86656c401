import type { Tree } from './build.ts';
import type { TreeRow } from './types.ts';

/**
 * The first message of the branch that each message is on. A branch goes on with the first child that did not fail, or
 * the first where all did; every other child begins one, and so do all children of the root. The start of a branch
 * stays its start while the tree grows, so that a name can be kept there.
 *
 * @param ordered all rows, parents before their children
 */
export function branchStarts<Row extends TreeRow>(
  tree: Tree<Row>,
  ordered: readonly Row[],
): Map<string, string> {
  const starts = new Map<string, string>();
  for (const row of ordered) {
    const { parentId } = row;
    const goesOn = parentId !== null && parentId !== tree.root.id && row === nextOnBranch(tree, parentId);
    starts.set(row.id, (goesOn ? starts.get(parentId) : undefined) ?? row.id);
  }
  return starts;
}

function nextOnBranch<Row extends TreeRow>(tree: Tree<Row>, id: string): Row | undefined {
  const children = tree.childrenOf(id);
  return children.find((child) => child.status !== 'failed') ?? children[0];
}
