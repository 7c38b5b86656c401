import { type Layout, spotOf } from './layout.ts';

/** How a line or mark is drawn. */
export type Stroke = 'other' | 'current' | 'leaving' | 'joining';

/** SVG path data by how it is drawn. */
export type Strokes = Record<Stroke, string>;

/** How the move of a tip that is being dragged would change the drawing: items by what becomes of them. */
export type Preview = ReadonlyMap<number, 'leaving' | 'joining'>;

const none: Strokes = { other: '', current: '', leaving: '', joining: '' };

/** The lines that lead to items from those above: straight down, or to the right with a rounded corner. */
export function linesTo(layout: Layout, items: readonly number[], preview: Preview): Strokes {
  const strokes = { ...none };
  const radius = Math.min(14, layout.metrics.row / 3);
  for (const item of items) {
    const parent = layout.items[item]?.parent ?? -1;
    if (parent < 0) continue;
    const from = spotOf(layout, parent);
    const to = spotOf(layout, item);
    strokes[strokeOf(layout, item, preview)] +=
      from.x === to.x ? `M${from.x} ${from.y}V${to.y}` : bend(from, to, radius);
  }
  return strokes;
}

/** Marks as dots, for a drawing so small that nothing more could be seen of them. */
export function dotsOf(layout: Layout, items: readonly number[], preview: Preview): Strokes {
  const strokes = { ...none };
  for (const item of items) {
    const { x, y } = spotOf(layout, item);
    strokes[strokeOf(layout, item, preview)] += `M${x} ${y}h0`;
  }
  return strokes;
}

function strokeOf(layout: Layout, item: number, preview: Preview): Stroke {
  return preview.get(item) ?? (layout.current[item] ? 'current' : 'other');
}

interface Spot {
  x: number;
  y: number;
}

function bend(from: Spot, to: Spot, radius: number): string {
  const middle = (from.y + to.y) / 2;
  const start = `M${from.x} ${from.y}V${middle - radius}`;
  const first = `Q${from.x} ${middle} ${from.x + radius} ${middle}`;
  const second = `H${to.x - radius}Q${to.x} ${middle} ${to.x} ${middle + radius}V${to.y}`;
  return start + first + second;
}

/**
 * The whole drawing in few strokes: one for each stretch of a column. For a drawing so small that corners are not seen.
 */
export function coarseLines(layout: Layout): string {
  const { items, columns } = layout;
  const head = new Int32Array(items.length);
  const ends = new Uint8Array(items.length).fill(1);
  let path = '';
  items.forEach(({ parent }, item) => {
    const straight = parent >= 0 && columns.columnOf[parent] === columns.columnOf[item];
    head[item] = straight ? (head[parent] ?? item) : item;
    if (straight) ends[parent] = 0;
  });
  items.forEach((_, item) => {
    if (ends[item] === 0) return;
    const first = head[item] ?? item;
    const above = items[first]?.parent ?? -1;
    const from = spotOf(layout, first);
    const to = spotOf(layout, item);
    const start =
      above < 0
        ? `M${from.x} ${from.y}`
        : `M${spotOf(layout, above).x} ${from.y - layout.metrics.row / 2}H${from.x}`;
    path += `${start}V${Math.max(to.y, from.y + 1)}`;
  });
  return path;
}
