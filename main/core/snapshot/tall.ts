import type { Atlas } from './atlas.ts';
import { bitmapOf, type Composer } from './compose.ts';

/** Glyphs, and how they are stacked. */
export interface Font {
  atlas: Atlas;
  composer: Composer;
}

/**
 * A tall letter: what a small font lacks is drawn by the larger one, in a box that is two rows of small cells high. A
 * broken line over the box tells it from small letters, and ends one pixel early: so a page can be read back.
 * Cells from left to right.
 */
export interface Box<Cell> {
  upper: Cell[];
  lower: Cell[];
}

/** Width and height of a small cell, in pixels. */
export interface CellSize {
  cellWidth: number;
  cellHeight: number;
}

/** The row of the box on which the line is: the letters of the row before must not look underlined. */
const lineRow = 1;
/** Rows over the letter: the line among them, the others empty. */
const rowsOver = 4;

/** Whether a cell is the first of a tall letter's upper ones. No small glyph begins like that, see `build/atlas`. */
export function beginsTall(cell: Uint8Array, cellWidth: number): boolean {
  const line = dashOf(cellWidth) << (8 - cellWidth);
  return cell.subarray(0, rowsOver).every((row, y) => row === (y === lineRow ? line : 0));
}

/** A cell's piece of the line, which is broken in the middle: letters with a bar on top are not. */
const dashOf = (cellWidth: number): number => (2 ** cellWidth - 1) & ~(1 << (cellWidth >> 1));

/** Draws the cells of a larger glyph into a box, at its bottom and in its middle. */
export function boxOf(glyph: readonly Uint8Array[], tall: Atlas, small: CellSize): Box<Uint8Array> {
  const { columns, left } = frameOf(glyph.length, tall, small);
  const width = columns * small.cellWidth;
  const shift = width - left - glyph.length * tall.cellWidth;
  const cells = Array.from({ length: 2 * columns }, () => new Uint8Array(small.cellHeight));
  const drawRow = (y: number, bits: number) => {
    for (let column = 0; column < columns; column++) {
      const cell = cells[column + (y < small.cellHeight ? 0 : columns)];
      const inCell = bits >>> (width - (column + 1) * small.cellWidth);
      if (cell) cell[y % small.cellHeight] = (inCell << (8 - small.cellWidth)) & 0xff;
    }
  };
  let line = 0;
  for (let column = 0; column < columns; column++) line = (line << small.cellWidth) | dashOf(small.cellWidth);
  drawRow(lineRow, line & ~1);
  for (let y = 0; y < tall.cellHeight; y++) {
    const bits = glyph.reduce((row, cell) => (row << tall.cellWidth) | (cell[y] ?? 0), 0);
    drawRow(rowsOver + y, bits << shift);
  }
  return { upper: cells.slice(0, columns), lower: cells.slice(columns) };
}

/** The cells of the larger glyph in a box: the reverse of `boxOf`. */
export function glyphIn({ upper, lower }: Box<Uint8Array>, tall: Atlas, small: CellSize): Uint8Array[] {
  const columns = upper.length;
  const count = frameOf(1, tall, small).columns === columns ? 1 : 2;
  const { left } = frameOf(count, tall, small);
  const shift = columns * small.cellWidth - left - count * tall.cellWidth;
  const rows = Array.from({ length: tall.cellHeight }, (_, y) => {
    const below = rowsOver + y - small.cellHeight;
    const [cells, row] = below < 0 ? [upper, rowsOver + y] : [lower, below];
    return (
      cells.reduce(
        (bits, cell) => (bits << small.cellWidth) | ((cell[row] ?? 0) >>> (8 - small.cellWidth)),
        0,
      ) >>> shift
    );
  });
  return Array.from({ length: count }, (_, cell) =>
    Uint8Array.from(rows, (row) => (row >>> ((count - 1 - cell) * tall.cellWidth)) & 0xff),
  );
}

/** How many columns the box takes that begins at a place of an upper row; 0 where none begins there. */
export function boxLength(upper: readonly Uint8Array[], at: number, cellWidth: number): number {
  const first = upper[at];
  if (!first || !beginsTall(first, cellWidth)) return 0;
  let end = at + 1;
  while (end < upper.length && beginsTall(upper[end] ?? first, cellWidth)) end++;
  return end + 1 - at;
}

/** The larger font's bitmaps of a letter with its marks; null where it lacks the letter, or cannot stack them. */
export function tallGlyph({ atlas, composer }: Font, cluster: string): Uint8Array[] | null {
  const [letter = 0, ...over] = Array.from(cluster, (character) => character.codePointAt(0) ?? 0);
  if (over.length > 0) {
    const composed = composer.compose(letter, over);
    return composed && [composed];
  }
  const glyph = atlas.glyph(letter);
  return glyph && Array.from({ length: glyph.cells }, (_, cell) => bitmapOf(atlas, glyph.first + cell));
}

function frameOf(cells: number, tall: Atlas, small: CellSize) {
  const width = cells * tall.cellWidth;
  const columns = Math.ceil(width / small.cellWidth);
  const left = (columns * small.cellWidth - width) >> 1;
  return { columns, left };
}
