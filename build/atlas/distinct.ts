import type { DrawnGlyph } from '../../main/core/snapshot/atlas.ts';

const keyOf = (bitmap: Uint8Array) => Buffer.from(bitmap).toString('latin1');

/**
 * Makes every glyph unmistakable: fonts draw Latin A, Greek Α and Cyrillic А alike, and then no reader, exact or
 * not, can tell them apart. The first of a look-alike class by code point stays as it is; the others get a few
 * pixels in an edge row, which count the place in the class. Nor may a glyph of two cells begin with a cell that is
 * itself a glyph: so the cells of a row can be read from left to right without trying twice.
 *
 * @param isReserved whether a glyph may not begin with this cell
 */
export function makeDistinct(
  glyphs: DrawnGlyph[],
  cell: { width: number; height: number },
  isReserved: (first: Uint8Array) => boolean = () => false,
): DrawnGlyph[] {
  const narrow = new Set<string>();
  const wide = new Set<string>();
  const order = [...glyphs].sort((a, b) => a.cells.length - b.cells.length || a.codePoint - b.codePoint);
  return order.map((glyph) => {
    const [first, second] = glyph.cells;
    if (!first) throw new RangeError(`glyph ${glyph.codePoint} has no cell`);
    for (const candidate of marked(first, cell)) {
      const key = keyOf(candidate);
      const taken = second ? narrow.has(key) || wide.has(key + keyOf(second)) : narrow.has(key);
      if (taken || isReserved(candidate)) continue;
      if (second) wide.add(key + keyOf(second));
      else narrow.add(key);
      return { ...glyph, cells: second ? [candidate, second] : [candidate] };
    }
    throw new RangeError(`no distinct form left for U+${glyph.codePoint.toString(16)}`);
  });
}

/** The bitmap itself, then the same with a counting pattern in its bottom row, then in its top row, then in both. */
function* marked(bitmap: Uint8Array, cell: { width: number; height: number }): Generator<Uint8Array> {
  const patterns = 2 ** cell.width;
  for (let top = 0; top < patterns; top++) {
    for (let bottom = 0; bottom < patterns; bottom++) {
      const form = Uint8Array.from(bitmap);
      const shift = 8 - cell.width;
      form[cell.height - 1] = (form[cell.height - 1] ?? 0) ^ (bottom << shift);
      form[0] = (form[0] ?? 0) ^ (top << shift);
      yield form;
    }
  }
}
