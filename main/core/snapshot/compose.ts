import type { Atlas, Glyph } from './atlas.ts';

/**
 * Blocks whose combining marks are drawn over the letter before them, as readers know them from print. Within one
 * block letters and marks are few, so a drawn cell can be taken apart again by trying.
 */
const stackingBlocks: [from: number, to: number][][] = [
  // Latin, Greek and Cyrillic share the combining diacritical marks.
  [
    [0x41, 0x24f],
    [0x300, 0x36f],
    [0x370, 0x52f],
    [0x1e00, 0x1fff],
  ],
  [[0x590, 0x5ff]], // Hebrew
  [[0x600, 0x6ff]], // Arabic
  [[0x900, 0x97f]], // Devanagari
  [[0xe00, 0xe7f]], // Thai
  [[0xe80, 0xeff]], // Lao
];

/** A letter with more marks than this is written mark by mark. */
export const mostMarks = 3;

interface Letter {
  codePoint: number;
  bitmap: Uint8Array;
}

interface Block {
  letters: Letter[];
  marks: Letter[];
}

/** Draws letters with their marks in one cell, and only where the cell can be read back in exactly one way. */
export interface Composer {
  /** The cell's bitmap, or null where the marks must stand in cells of their own. */
  compose(letter: number, over: number[]): Uint8Array | null;
  /** Every way to read a drawn cell as a letter with marks in ascending order. */
  readings(cell: Uint8Array): string[];
}

export function createComposer(atlas: Atlas): Composer {
  /** Made with the first letter that has marks: most texts have none, and there are 60,000 cells. */
  let cellKeys: ReadonlySet<string> | null = null;
  const blocks = stackingBlocks.map((ranges) => blockOf(atlas, ranges));

  const readings = (cell: Uint8Array) => blocks.flatMap((block) => readingsIn(block, cell));

  return {
    readings,
    compose(letter, over) {
      if (over.length > mostMarks || !isAscending(over)) return null;
      const base = atlas.glyph(letter);
      if (base?.cells !== 1) return null;
      const cell = Uint8Array.from(bitmapOf(atlas, base.first));
      for (const mark of over) {
        const overlay = atlas.glyph(mark)?.overlay;
        if (overlay === null || overlay === undefined) return null;
        layOver(cell, bitmapOf(atlas, overlay));
      }
      cellKeys ??= keysOf(atlas);
      if (cellKeys.has(keyOf(cell))) return null;
      const [only, ...others] = readings(cell);
      return only === String.fromCodePoint(letter, ...over) && others.length === 0 ? cell : null;
    },
  };
}

/** The bitmap of one cell, without copying. */
export function bitmapOf(atlas: Atlas, cell: number): Uint8Array {
  return atlas.bitmaps.subarray(cell * atlas.cellHeight, (cell + 1) * atlas.cellHeight);
}

/** A bitmap as a key for maps. */
export function keyOf(bitmap: Uint8Array): string {
  return String.fromCharCode(...bitmap);
}

function keysOf(atlas: Atlas): Set<string> {
  const keys = new Set<string>();
  for (const glyph of atlas.glyphs()) keys.add(keyOf(bitmapOf(atlas, glyph.first)));
  return keys;
}

function blockOf(atlas: Atlas, ranges: [from: number, to: number][]): Block {
  const block: Block = { letters: [], marks: [] };
  for (const [from, to] of ranges) {
    for (let codePoint = from; codePoint <= to; codePoint++) {
      const glyph: Glyph | null = atlas.glyph(codePoint);
      if (!glyph) continue;
      if (glyph.overlay !== null) block.marks.push({ codePoint, bitmap: bitmapOf(atlas, glyph.overlay) });
      else if (glyph.cells === 1) block.letters.push({ codePoint, bitmap: bitmapOf(atlas, glyph.first) });
    }
  }
  return block;
}

function readingsIn(block: Block, cell: Uint8Array): string[] {
  const marks = block.marks.filter((mark) => covers(cell, mark.bitmap));
  if (marks.length === 0) return [];
  const letters = block.letters.filter((letter) => covers(cell, letter.bitmap));
  return letters.flatMap((letter) =>
    completions(cell, Uint8Array.from(letter.bitmap), marks, [letter.codePoint]),
  );
}

/** Adds marks in ascending order until the cell is drawn. */
function completions(cell: Uint8Array, drawn: Uint8Array, marks: Letter[], soFar: number[]): string[] {
  if (soFar.length > mostMarks) return [];
  return marks.flatMap((mark, i) => {
    const next = Uint8Array.from(drawn);
    layOver(next, mark.bitmap);
    const reading = [...soFar, mark.codePoint];
    const deeper = completions(cell, next, marks.slice(i + 1), reading);
    return next.every((row, y) => row === cell[y]) ? [String.fromCodePoint(...reading), ...deeper] : deeper;
  });
}

function covers(cell: Uint8Array, bitmap: Uint8Array): boolean {
  return bitmap.every((row, y) => (row & ~(cell[y] ?? 0)) === 0);
}

function layOver(cell: Uint8Array, bitmap: Uint8Array): void {
  for (let y = 0; y < cell.length; y++) cell[y] = (cell[y] ?? 0) | (bitmap[y] ?? 0);
}

function isAscending(codePoints: number[]): boolean {
  return codePoints.every((codePoint, i) => i === 0 || codePoint > (codePoints[i - 1] ?? 0));
}
