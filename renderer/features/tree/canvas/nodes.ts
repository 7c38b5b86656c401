import type { Node } from '@xyflow/react';
import { type Layout, roomOf, spotOf, wordsMost } from '../model/layout.ts';
import type { Tree } from '../model/tree.ts';

/** What a node of the canvas stands for. */
export interface NodeData extends Record<string, unknown> {
  item: number;
  /** Of the first message. */
  id: string;
  /** The branch ends here. */
  leaf: boolean;
}

export type TreeNode = Node<NodeData, 'mark'>;

/** The nodes of items, for react-flow. Sizes are given, so that it measures nothing. */
export function nodesOf(tree: Tree, layout: Layout, items: readonly number[]): TreeNode[] {
  const { column, row, inset } = layout.metrics;
  return items.map((item): TreeNode => {
    const { x, y } = spotOf(layout, item);
    const first = layout.items[item]?.first ?? 0;
    const id = tree.ids[first] ?? '';
    const width = roomOf(layout, item, wordsMost) * column - inset / 3;
    return {
      id,
      type: 'mark',
      position: { x: x - inset / 2, y: y - row / 2 },
      data: { item, id, leaf: layout.items[item]?.children.length === 0 },
      width,
      height: row,
      measured: { width, height: row },
      handles: [],
      draggable: false,
      selectable: false,
      focusable: false,
    };
  });
}
