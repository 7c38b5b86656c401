import { type Columns, columnsOf } from './columns.ts';
import { foldRuns, type Item } from './fold.ts';
import { pathTo, type Tree } from './tree.ts';

/** Sizes of the drawing, in px. */
export interface Metrics {
  column: number;
  row: number;
  /** From the corner of the drawing to the middle of the first mark. */
  inset: number;
}

/** A tree as it is drawn. */
export interface Layout {
  items: readonly Item[];
  columns: Columns;
  metrics: Metrics;
  /** Item that each message stands in, by its place in the tree. */
  itemOf: Int32Array;
  /** 1 for items of the current branch. */
  current: Uint8Array;
  /** Item that holds the tip. */
  tip: number;
}

/** A rectangle of the drawing, in px. */
export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The sizes for a text size, 1 being the normal one. */
export function metricsFor(textSize: number): Metrics {
  return { column: 164 * textSize, row: 52 * textSize, inset: 34 * textSize };
}

/**
 * Lays a tree out.
 *
 * @param opened and `pinned`: as for `foldRuns`
 */
export function layOut(
  tree: Tree,
  opened: ReadonlySet<string>,
  pinned: ReadonlySet<number>,
  metrics: Metrics,
): Layout {
  const items = foldRuns(tree, opened, pinned);
  const columns = columnsOf(items, (place) => {
    const item = items[place];
    const above = item && items[item.parent];
    return above !== undefined && tree.branches[item?.first ?? 0] === tree.branches[above.last];
  });
  const itemOf = new Int32Array(tree.ids.length);
  items.forEach((item, place) => {
    for (let at: number | undefined = item.first; at !== undefined; at = tree.children[at]?.[0]) {
      itemOf[at] = place;
      if (at === item.last) break;
    }
  });
  const layout = { items, columns, metrics, itemOf };
  return { ...layout, current: currentItems(tree, layout), tip: itemOf[tree.tip] ?? 0 };
}

/** The same layout with the current branch as it is after a move of the tip that folds nothing otherwise. */
function currentItems(tree: Tree, { items, itemOf }: Pick<Layout, 'items' | 'itemOf'>): Uint8Array {
  const current = new Uint8Array(items.length);
  current[0] = 1;
  for (const place of pathTo(tree, tree.tip)) current[itemOf[place] ?? 0] = 1;
  return current;
}

/** The middle of an item's mark. */
export function spotOf({ columns, metrics }: Layout, item: number): { x: number; y: number } {
  return {
    x: metrics.inset + (columns.columnOf[item] ?? 0) * metrics.column,
    y: metrics.inset + (columns.rowOf[item] ?? 0) * metrics.row,
  };
}

/** Width and height of the whole drawing, the last column's words included. */
export function sizeOf({ columns, metrics }: Layout): { width: number; height: number } {
  return {
    width: 2 * metrics.inset + (columns.width - 1 + wordsMost) * metrics.column,
    height: 2 * metrics.inset + Math.max(columns.rows.length - 1, 0) * metrics.row,
  };
}

/** How much room the words of an item have before the next thing in its row, in columns; at most `most`. */
export function roomOf({ columns }: Layout, item: number, most: number): number {
  const row = columns.rows[columns.rowOf[item] ?? 0] ?? [];
  const column = columns.columnOf[item] ?? 0;
  const next = row[lowerBound(row, columns.columnOf, column + 1)];
  return next === undefined ? most : Math.min(most, (columns.columnOf[next] ?? 0) - column);
}

/** What of the drawing an area shows: items by their marks and words, and those whose line from above crosses it. */
export function itemsIn(layout: Layout, area: Area): { items: number[]; lines: number[] } {
  const { columns, metrics, items } = layout;
  const column = (x: number) => (x - metrics.inset) / metrics.column;
  const row = (y: number) => (y - metrics.inset) / metrics.row;
  const rows = columns.rows.length;
  const firstRow = Math.min(rows, Math.max(0, Math.floor(row(area.top))));
  const lastRow = Math.min(rows - 1, Math.ceil(row(area.bottom)));
  const first = Math.floor(column(area.left)) - 1;
  const last = Math.ceil(column(area.right));
  const shown: { items: number[]; lines: number[] } = { items: [], lines: [] };
  for (let at = firstRow; at <= Math.min(rows - 1, lastRow + 1); at += 1) {
    for (const item of columns.rows[at] ?? []) {
      const here = columns.columnOf[item] ?? 0;
      const above = columns.columnOf[items[item]?.parent ?? -1] ?? here;
      if (above > last && here > last) break;
      if (Math.max(here, above) < first) continue;
      shown.lines.push(item);
      if (here >= first && here <= last && at <= lastRow) shown.items.push(item);
    }
  }
  return shown;
}

/** The item whose mark or words are at a point; null where there is nothing. */
export function itemAt(layout: Layout, point: { x: number; y: number }): number | null {
  const { columns, metrics } = layout;
  const row = columns.rows[Math.round((point.y - metrics.inset) / metrics.row)];
  if (!row) return null;
  const reach = metrics.inset * 0.8;
  const column = Math.floor((point.x - metrics.inset + reach) / metrics.column);
  const item = row[lowerBound(row, columns.columnOf, column + 1) - 1];
  if (item === undefined) return null;
  const { x } = spotOf(layout, item);
  const room = roomOf(layout, item, wordsMost) * metrics.column;
  return point.x >= x - reach && point.x < x + room - reach ? item : null;
}

/** Most columns that the words of one item take. */
export const wordsMost = 1.6;

/** First place in a row whose column is at least `column`. */
function lowerBound(row: readonly number[], columnOf: Int32Array, column: number): number {
  let low = 0;
  let high = row.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((columnOf[row[middle] ?? 0] ?? 0) < column) low = middle + 1;
    else high = middle;
  }
  return low;
}
