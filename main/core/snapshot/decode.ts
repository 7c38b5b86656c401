import { type Atlas, marks } from './atlas.ts';
import { bitmapOf, type Composer, keyOf } from './compose.ts';
import { readBrackets } from './escape.ts';
import type { Bits } from './raster.ts';

/**
 * Reads pages back to the exact text they were made from, from their pixels alone [S6]. For tests: it proves that
 * nothing was lost.
 *
 * @throws RangeError where a cell is not on the atlas, or the end mark is missing
 */
export function createDecoder(atlas: Atlas, composer: Composer): (pages: Bits[]) => string {
  const { narrow, wide, wideStarts } = indexOf(atlas);
  const end = String.fromCodePoint(marks.end);
  const filler = String.fromCodePoint(marks.filler);

  return (pages) => {
    const pieces: string[] = [];
    for (const page of pages) {
      const cells = cellsOf(page, atlas);
      for (let i = 0; i < cells.length; i++) {
        const cell = cells[i] ?? new Uint8Array();
        const key = keyOf(cell);
        const next = cells[i + 1];
        const isWide = wideStarts.has(key) && next !== undefined;
        const text = isWide ? wide.get(key + keyOf(next)) : (narrow.get(key) ?? composer.readings(cell)[0]);
        if (text === undefined) throw new RangeError(`cell ${i} is on no atlas`);
        if (text === end) return readBrackets(pieces.join(''));
        if (text !== filler) pieces.push(text);
        if (isWide) i++;
      }
    }
    throw new RangeError('the end mark is missing');
  };
}

function indexOf(atlas: Atlas) {
  const narrow = new Map<string, string>();
  const wide = new Map<string, string>();
  const wideStarts = new Set<string>();
  for (const glyph of atlas.glyphs()) {
    const first = keyOf(bitmapOf(atlas, glyph.first));
    const text = String.fromCodePoint(glyph.codePoint);
    if (glyph.cells === 1) narrow.set(first, text);
    else {
      wide.set(first + keyOf(bitmapOf(atlas, glyph.first + 1)), text);
      wideStarts.add(first);
    }
  }
  return { narrow, wide, wideStarts };
}

/** Cuts a picture into its cells, row by row. */
function cellsOf(page: Bits, atlas: Atlas): Uint8Array[] {
  const columns = Math.floor(page.width / atlas.cellWidth);
  const rows = Math.floor(page.height / atlas.cellHeight);
  const cells: Uint8Array[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const cell = new Uint8Array(atlas.cellHeight);
      for (let y = 0; y < atlas.cellHeight; y++) {
        cell[y] = bitsAt(page, column * atlas.cellWidth, row * atlas.cellHeight + y, atlas.cellWidth);
      }
      cells.push(cell);
    }
  }
  return cells;
}

/** Up to 8 pixels from (x, y) to the right, in the highest bits of a byte. */
function bitsAt(page: Bits, x: number, y: number, width: number): number {
  const at = y * page.stride + (x >>> 3);
  const pair = ((page.data[at] ?? 0) << 8) | (page.data[at + 1] ?? 0);
  return (pair >>> (8 - (x & 7))) & 0xff & (0xff << (8 - width));
}
