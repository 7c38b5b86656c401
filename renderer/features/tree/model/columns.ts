import type { Item } from './fold.ts';

/** Where everything stands, in columns and rows from 0. */
export interface Columns {
  rowOf: Int32Array;
  columnOf: Int32Array;
  /** Items of each row, from left to right. */
  rows: readonly (readonly number[])[];
  /** Number of columns. */
  width: number;
}

/**
 * Tidy columns: a branch runs straight down, and each branch that leaves it takes the nearest column to the right that
 * is free over its whole length. Branches that leave further down are placed first, so that no line crosses another.
 * Takes time in proportion to the number of items.
 *
 * @param items parents before their children
 * @param goesOn whether an item continues the branch of the one above
 */
export function columnsOf(items: readonly Item[], goesOn: (item: number) => boolean): Columns {
  const rowOf = new Int32Array(items.length);
  const columnOf = new Int32Array(items.length);
  items.forEach((item, place) => {
    rowOf[place] = item.parent < 0 ? 0 : (rowOf[item.parent] ?? 0) + 1;
  });
  const height = items.length === 0 ? 0 : rowOf.reduce((most, row) => Math.max(most, row)) + 1;
  const taken = new Int32Array(height).fill(-1);
  let width = 0;
  const waiting = items.length > 0 ? [0] : [];
  for (let head = waiting.pop(); head !== undefined; head = waiting.pop()) {
    const chain = chainFrom(items, head, goesOn);
    let column = 0;
    for (const place of chain) column = Math.max(column, (taken[rowOf[place] ?? 0] ?? -1) + 1);
    width = Math.max(width, column + 1);
    for (const place of chain) {
      columnOf[place] = column;
      taken[rowOf[place] ?? 0] = column;
      const children = items[place]?.children ?? [];
      const next = nextOf(children, goesOn);
      for (const child of children.toReversed()) if (child !== next) waiting.push(child);
    }
  }
  const rows: number[][] = Array.from({ length: height }, () => []);
  for (const place of byColumn(columnOf, width)) rows[rowOf[place] ?? 0]?.push(place);
  return { rowOf, columnOf, rows, width };
}

function chainFrom(
  items: readonly Item[],
  head: number,
  goesOn: (item: number) => boolean,
): readonly number[] {
  const chain: number[] = [];
  for (let at: number | undefined = head; at !== undefined; ) {
    chain.push(at);
    at = nextOf(items[at]?.children ?? [], goesOn);
  }
  return chain;
}

function nextOf(children: readonly number[], goesOn: (item: number) => boolean): number | undefined {
  return children.find(goesOn) ?? children[0];
}

/** Items by their column, each column in their own order: a counting sort. */
function byColumn(columnOf: Int32Array, width: number): Int32Array {
  const starts = new Int32Array(width + 1);
  for (const column of columnOf) starts[column + 1] = (starts[column + 1] ?? 0) + 1;
  for (let column = 0; column < width; column += 1)
    starts[column + 1] = (starts[column + 1] ?? 0) + (starts[column] ?? 0);
  const sorted = new Int32Array(columnOf.length);
  columnOf.forEach((column, place) => {
    const at = starts[column] ?? 0;
    sorted[at] = place;
    starts[column] = at + 1;
  });
  return sorted;
}
