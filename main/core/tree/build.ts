import { BoughError } from '../errors.ts';
import type { TreeRow } from './types.ts';

/** A conversation's messages as a tree. Built from rows in any order. */
export interface Tree<Row extends TreeRow> {
  root: Row;
  byId: ReadonlyMap<string, Row>;
  /** Children in the order they were made; empty for a leaf. */
  childrenOf(id: string): readonly Row[];
}

function damaged(message: string): BoughError {
  return new BoughError('workspace_unreadable', message);
}

/**
 * Builds the tree of one conversation. Only `parentId` makes the structure and only `seq` the order of siblings,
 * so that the order of the rows and their clocks do not matter [B1] [B6].
 * Throws `workspace_unreadable` when an id occurs twice, a parent is missing, there is not exactly one root, or
 * messages continue from each other in a circle: a damaged tree is never shown in part.
 */
export function buildTree<Row extends TreeRow>(rows: Iterable<Row>): Tree<Row> {
  const byId = new Map<string, Row>();
  for (const row of rows) {
    if (byId.has(row.id)) throw damaged(`Message ${row.id} occurs twice`);
    byId.set(row.id, row);
  }
  const children = new Map<string, Row[]>();
  let root: Row | undefined;
  for (const row of byId.values()) {
    if (row.parentId === null) {
      if (root) throw damaged(`Two roots: ${root.id} and ${row.id}`);
      root = row;
      continue;
    }
    if (!byId.has(row.parentId))
      throw damaged(`Message ${row.id} continues from ${row.parentId}, which is missing`);
    const siblings = children.get(row.parentId);
    if (siblings) siblings.push(row);
    else children.set(row.parentId, [row]);
  }
  if (!root) throw damaged('A conversation without a root message');
  for (const siblings of children.values()) siblings.sort((a, b) => a.seq - b.seq);
  const tree: Tree<Row> = { root, byId, childrenOf: (id) => children.get(id) ?? [] };
  assertReachable(tree);
  return tree;
}

/** Every row has a parent among the rows, so what the root does not reach must be a circle. */
function assertReachable(tree: Tree<TreeRow>): void {
  let reached = 0;
  const open: TreeRow[] = [tree.root];
  for (let row = open.pop(); row; row = open.pop()) {
    reached += 1;
    for (const child of tree.childrenOf(row.id)) open.push(child);
  }
  if (reached < tree.byId.size) {
    throw damaged(`${tree.byId.size - reached} messages continue from each other in a circle`);
  }
}
