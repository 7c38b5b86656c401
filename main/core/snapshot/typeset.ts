import { type Atlas, marks } from './atlas.ts';
import type { Composer } from './compose.ts';
import { bracketed, looksBracketed } from './escape.ts';

/**
 * A text as a run of cells. A cell is the number of its bitmap; cells composed of a letter and its marks are
 * numbered from the atlas's own cell count on. The first cell of a wide glyph carries `wideFlag`: it must not be
 * parted from the cell after it.
 */
export interface Cells {
  numbers: Uint32Array;
  /** For each cell, the offset in the text of the character it belongs to, in UTF-16 units. */
  offsets: Uint32Array;
  length: number;
  /** Length of the text. */
  end: number;
}

export const wideFlag = 0x80000000;
export const numberMask = 0x7fffffff;

export interface Typesetter {
  /** Sets a text. Line ends are cells like any other; nothing is left out. */
  set(text: string): Cells;
  /** The cell of a mark of our own. */
  mark(codePoint: number): number;
  /** All bitmaps, the composed ones behind the atlas's own. Grows with `set`. */
  bitmaps(): Uint8Array;
}

/** What the table holds of a UTF-16 unit that is not a plain narrow glyph. */
const wideEntry = 0x40000000;
const absent = -1;
/** A text may hold even noncharacters; there they must not end the page. */
const ourMarks = new Set<number>(Object.values(marks));

export function createTypesetter(atlas: Atlas, composer: Composer): Typesetter {
  const ownCells = atlas.bitmaps.length / atlas.cellHeight;
  const { entries, stacking } = unitTables(atlas);
  const composed: Uint8Array[] = [];
  const clusters = new Map<string, number>();

  const entryOf = (codePoint: number): number => {
    if (codePoint < 0x10000) return entries[codePoint] ?? absent;
    const glyph = atlas.glyph(codePoint);
    return glyph ? glyph.first | (glyph.cells === 2 ? wideEntry : 0) : absent;
  };

  /** The composed cell of a letter with its marks, or `absent` where the marks need cells of their own. */
  const clusterCell = (cluster: string): number => {
    const known = clusters.get(cluster);
    if (known !== undefined) return known;
    const [letter = 0, ...over] = Array.from(cluster, (character) => character.codePointAt(0) ?? 0);
    const cell = composer.compose(letter, over);
    const number = cell ? ownCells + composed.push(cell) - 1 : absent;
    clusters.set(cluster, number);
    return number;
  };

  const set = (text: string): Cells => {
    let numbers = new Uint32Array(text.length + 64);
    let offsets = new Uint32Array(text.length + 64);
    let length = 0;
    let i = 0;
    const push = (entry: number) => {
      if (length + 2 > numbers.length) [numbers, offsets] = [grown(numbers), grown(offsets)];
      offsets[length] = i;
      if (entry & wideEntry) {
        const first = entry & ~wideEntry;
        numbers[length++] = (first | wideFlag) >>> 0;
        offsets[length] = i;
        numbers[length++] = first + 1;
      } else {
        numbers[length++] = entry;
      }
    };
    const pushBracketed = (codePoint: number) => {
      for (const character of bracketed(codePoint)) push(entryOf(character.charCodeAt(0)));
    };
    for (; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      const entry = entries[unit] ?? absent;
      if (unit === 0x5b && looksBracketed(text, i)) {
        pushBracketed(unit);
      } else if (entry === absent) {
        const codePoint = text.codePointAt(i) ?? unit;
        const astral = entryOf(codePoint);
        if (astral === absent || ourMarks.has(codePoint)) pushBracketed(codePoint);
        else push(astral);
        if (codePoint > 0xffff) i++;
      } else if (stacking[text.charCodeAt(i + 1)] === 1) {
        const end = clusterEnd(text, i + 1, stacking);
        const cell = clusterCell(text.slice(i, end));
        push(cell === absent ? entry : cell);
        if (cell !== absent) i = end - 1;
      } else {
        push(entry);
      }
    }
    return { numbers, offsets, length, end: text.length };
  };

  return {
    set,
    mark: entryOf,
    bitmaps() {
      const all = new Uint8Array(atlas.bitmaps.length + composed.length * atlas.cellHeight);
      all.set(atlas.bitmaps);
      for (const [i, bitmap] of composed.entries()) all.set(bitmap, (ownCells + i) * atlas.cellHeight);
      return all;
    },
  };
}

/** Tables over all UTF-16 units: the glyph's entry, and whether it is a mark that is laid over a letter. */
function unitTables(atlas: Atlas): { entries: Int32Array; stacking: Uint8Array } {
  const entries = new Int32Array(0x10000).fill(absent);
  const stacking = new Uint8Array(0x10000);
  for (const glyph of atlas.glyphs()) {
    if (glyph.codePoint > 0xffff) continue;
    entries[glyph.codePoint] = glyph.first | (glyph.cells === 2 ? wideEntry : 0);
    if (glyph.overlay !== null) stacking[glyph.codePoint] = 1;
  }
  return { entries, stacking };
}

function clusterEnd(text: string, from: number, stacking: Uint8Array): number {
  let end = from;
  while (stacking[text.charCodeAt(end)] === 1) end++;
  return end;
}

function grown(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}
