import { type Layout, spotOf } from '../model/layout.ts';

/** Where an arrow key leads. */
export type Step = 'parent' | 'child' | 'left' | 'right' | 'first' | 'tip';

/**
 * The item that a step leads to from another: its parent, its child on the current branch or else the one that goes
 * straight on, the sibling on a side, or where there is none the nearest item in that direction on the same row.
 */
export function walk(layout: Layout, from: number, step: Step): number {
  const { items, current } = layout;
  const item = items[from];
  if (!item) return from;
  if (step === 'tip') return layout.tip;
  if (step === 'first') return items[0]?.children[0] ?? from;
  if (step === 'parent') return item.parent > 0 ? item.parent : from;
  if (step === 'child') {
    const straight = (child: number) => layout.columns.columnOf[child] === layout.columns.columnOf[from];
    return (
      item.children.find((child) => current[child]) ??
      item.children.find(straight) ??
      item.children[0] ??
      from
    );
  }
  return beside(layout, from, step === 'left' ? -1 : 1);
}

function beside(layout: Layout, from: number, direction: -1 | 1): number {
  const { items, columns } = layout;
  const siblings = items[items[from]?.parent ?? -1]?.children ?? [];
  const sibling = byColumn(layout, siblings)[byColumn(layout, siblings).indexOf(from) + direction];
  if (sibling !== undefined) return sibling;
  const row = columns.rows[columns.rowOf[from] ?? 0] ?? [];
  return row[row.indexOf(from) + direction] ?? from;
}

function byColumn(layout: Layout, items: readonly number[]): number[] {
  return items.toSorted((a, b) => spotOf(layout, a).x - spotOf(layout, b).x);
}

/**
 * The part of the outline around an item that screen readers are given: what leads to it, what is beside it, and what
 * follows. Every item stands right below its parent or what follows a sibling, as the levels of an outline say.
 */
export function around(layout: Layout, item: number): number[] {
  const { items } = layout;
  const above: number[] = [];
  for (let at = items[item]?.parent ?? 0; at > 0 && above.length < reach; at = items[at]?.parent ?? 0)
    above.unshift(at);
  const siblings = items[items[item]?.parent ?? -1]?.children ?? [];
  const at = siblings.indexOf(item);
  const near = siblings.slice(Math.max(0, at - reach), at + reach);
  const below: number[] = [];
  const after: number[] = [];
  for (let next = items[item]?.children; next !== undefined && below.length < reach; ) {
    const [first, ...others] = next.slice(0, reach);
    if (first === undefined) break;
    below.push(first);
    after.unshift(...others);
    next = items[first]?.children;
  }
  return [
    ...above,
    ...near.flatMap((sibling) => (sibling === item ? [sibling, ...below, ...after] : [sibling])),
  ];
}

const reach = 12;
