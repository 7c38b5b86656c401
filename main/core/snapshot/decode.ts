import { type Atlas, marks } from './atlas.ts';
import { bitmapOf, type Composer, keyOf } from './compose.ts';
import { readBrackets } from './escape.ts';
import type { Bits } from './raster.ts';
import { beginsTall, boxLength, type Font, glyphIn } from './tall.ts';

/** Reads one glyph of a row of cells. */
type ReadGlyph = (cells: readonly Uint8Array[], at: number) => { text: string; cells: number } | null;

/**
 * Reads pages back to the exact text they were made from, from their pixels alone [S6]. For tests: it proves that
 * nothing was lost.
 *
 * @param tall the larger font beside a small one
 * @throws RangeError where a cell is not on the atlas, or the end mark is missing
 */
export function createDecoder(
  { atlas, composer }: Font,
  tall: Font | null = null,
): (pages: Bits[]) => string {
  const small = glyphReader(atlas, composer);
  const large = tall && glyphReader(tall.atlas, tall.composer);
  const readTall = (upper: readonly Uint8Array[], lower: readonly Uint8Array[], at: number) => {
    const columns = boxLength(upper, at, atlas.cellWidth);
    if (!tall || columns === 0) return null;
    const box = { upper: upper.slice(at, at + columns), lower: lower.slice(at, at + columns) };
    const read = large?.(glyphIn(box, tall.atlas, atlas), 0);
    return read ? { text: read.text, cells: columns } : null;
  };
  const end = String.fromCodePoint(marks.end);
  const filler = String.fromCodePoint(marks.filler);

  return (pages) => {
    const pieces: string[] = [];
    for (const page of pages) {
      const rows = rowsOf(page, atlas);
      for (let y = 0; y < rows.length; y++) {
        const row = rows[y] ?? [];
        const isUpper = tall !== null && isUpperRow(row, atlas.cellWidth);
        const upper = isUpper ? row : [];
        const cells = isUpper ? (rows[++y] ?? []) : row;
        for (let at = 0; at < cells.length; ) {
          const glyph = readTall(upper, cells, at) ?? small(cells, at);
          if (!glyph) throw new RangeError(`cell ${at} of row ${y} is on no atlas`);
          if (glyph.text === end) return readBrackets(pieces.join(''));
          if (glyph.text !== filler) pieces.push(glyph.text);
          at += glyph.cells;
        }
      }
    }
    throw new RangeError('the end mark is missing');
  };
}

/** Whether the row is the upper half of one with tall letters: nothing but those and blanks is in it. */
function isUpperRow(row: readonly Uint8Array[], cellWidth: number): boolean {
  const first = row.find((cell) => cell.some((line) => line !== 0));
  return first !== undefined && beginsTall(first, cellWidth);
}

function glyphReader(atlas: Atlas, composer: Composer): ReadGlyph {
  const { narrow, wide, wideStarts } = indexOf(atlas);
  return (cells, at) => {
    const cell = cells[at] ?? new Uint8Array();
    const key = keyOf(cell);
    const next = cells[at + 1];
    const isWide = wideStarts.has(key) && next !== undefined;
    const text = isWide ? wide.get(key + keyOf(next)) : (narrow.get(key) ?? composer.readings(cell)[0]);
    return text === undefined ? null : { text, cells: isWide ? 2 : 1 };
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
function rowsOf(page: Bits, { cellWidth, cellHeight }: Atlas): Uint8Array[][] {
  const rows: Uint8Array[][] = [];
  for (let top = 0; top + cellHeight <= page.height; top += cellHeight) {
    const row: Uint8Array[] = [];
    for (let left = 0; left + cellWidth <= page.width; left += cellWidth) {
      const cell = new Uint8Array(cellHeight);
      for (let y = 0; y < cellHeight; y++) cell[y] = bitsAt(page, left, top + y, cellWidth);
      row.push(cell);
    }
    rows.push(row);
  }
  return rows;
}

/** Up to 8 pixels from (x, y) to the right, in the highest bits of a byte. */
function bitsAt(page: Bits, x: number, y: number, width: number): number {
  const at = y * page.stride + (x >>> 3);
  const pair = ((page.data[at] ?? 0) << 8) | (page.data[at + 1] ?? 0);
  return (pair >>> (8 - (x & 7))) & 0xff & (0xff << (8 - width));
}
