import { type Atlas, marks } from './atlas.ts';
import { type Composer, mostMarks } from './compose.ts';
import { bracketed, looksBracketed } from './escape.ts';
import { type Box, boxOf, type Font, tallGlyph } from './tall.ts';

/**
 * A text as a run of cells. A cell is the number of its bitmap; cells that were composed here are numbered from the
 * atlas's own cell count on. Every cell but the last of a glyph carries `joinFlag`: it must not be parted from the cell
 * after it.
 */
export interface Cells {
  numbers: Uint32Array;
  /** For each cell, the offset in the text of the character it belongs to, in UTF-16 units. */
  offsets: Uint32Array;
  /** For each cell, what stands above it in a row of double height; null where no letter is tall. */
  upper: Uint32Array | null;
  length: number;
  /** Length of the text. */
  end: number;
}

export const joinFlag = 0x80000000;
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
const space = 0x20;
/** A text may hold even noncharacters; there they must not end the page. */
const ourMarks = new Set<number>(Object.values(marks));

/** @param tall draws what the font lacks, where it is a small one */
export function createTypesetter(font: Font, tall: Font | null = null): Typesetter {
  return new FontTypesetter(font, tall);
}

class FontTypesetter implements Typesetter {
  readonly #atlas: Atlas;
  readonly #composer: Composer;
  readonly #tall: Font | null;
  readonly #ownCells: number;
  readonly #entries: Int32Array;
  readonly #stacking: Uint8Array;
  readonly #composed: Uint8Array[] = [];
  readonly #clusters = new Map<string, number>();
  readonly #boxes = new Map<string, Box<number> | null>();

  constructor({ atlas, composer }: Font, tall: Font | null) {
    this.#atlas = atlas;
    this.#composer = composer;
    this.#tall = tall;
    this.#ownCells = atlas.bitmaps.length / atlas.cellHeight;
    this.#entries = entriesOf(atlas);
    this.#stacking = stackingOf(tall?.atlas ?? atlas);
  }

  set(text: string): Cells {
    const entries = this.#entries;
    const stacking = this.#stacking;
    const run = new Run(text.length + 64, this.mark(space));
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      const entry = entries[unit] ?? absent;
      if (unit === 0x5b && looksBracketed(text, i)) this.#pushBracketed(run, unit, i);
      else if (entry === absent) i = this.#pushOther(run, text, i) - 1;
      else if (stacking[text.charCodeAt(i + 1)] === 1) i = this.#pushStacked(run, text, i) - 1;
      else run.push(entry, i);
    }
    return run.cells(text.length);
  }

  mark(codePoint: number): number {
    if (codePoint < 0x10000) return this.#entries[codePoint] ?? absent;
    const glyph = this.#atlas.glyph(codePoint);
    return glyph ? glyph.first | (glyph.cells === 2 ? wideEntry : 0) : absent;
  }

  bitmaps(): Uint8Array {
    const { bitmaps, cellHeight } = this.#atlas;
    const all = new Uint8Array(bitmaps.length + this.#composed.length * cellHeight);
    all.set(bitmaps);
    for (const [i, bitmap] of this.#composed.entries()) all.set(bitmap, (this.#ownCells + i) * cellHeight);
    return all;
  }

  #pushBracketed(run: Run, codePoint: number, at: number): void {
    for (const character of bracketed(codePoint)) run.push(this.mark(character.charCodeAt(0)), at);
  }

  /** Sets a letter that marks follow, with them where they can be stacked. Returns where the text goes on. */
  #pushStacked(run: Run, text: string, at: number): number {
    const end = clusterEnd(text, at + 1, this.#stacking);
    const cluster = text.slice(at, end);
    const box = this.#boxFor(cluster);
    if (box) {
      run.pushBox(box, at);
      return end;
    }
    const cell = this.#clusterCell(cluster);
    run.push(cell === absent ? this.mark(text.charCodeAt(at)) : cell, at);
    return cell === absent ? at + 1 : end;
  }

  /** Sets what is in no table: from beyond the first plane, tall, or in brackets. Returns where the text goes on. */
  #pushOther(run: Run, text: string, at: number): number {
    const codePoint = text.codePointAt(at) ?? 0;
    const end = at + (codePoint > 0xffff ? 2 : 1);
    const entry = this.mark(codePoint);
    if (ourMarks.has(codePoint)) {
      this.#pushBracketed(run, codePoint, at);
    } else if (entry !== absent) {
      run.push(entry, at);
    } else {
      const whole = clusterEnd(text, end, this.#stacking);
      const stacked = whole > end ? this.#boxFor(text.slice(at, whole)) : null;
      const box = stacked ?? this.#boxFor(text.slice(at, end));
      if (box) run.pushBox(box, at);
      else this.#pushBracketed(run, codePoint, at);
      if (stacked) return whole;
    }
    return end;
  }

  /** The composed cell of a letter with its marks, or `absent` where the marks need cells of their own. */
  #clusterCell(cluster: string): number {
    const known = this.#clusters.get(cluster);
    if (known !== undefined) return known;
    const [letter = 0, ...over] = Array.from(cluster, (character) => character.codePointAt(0) ?? 0);
    const cell = this.#composer.compose(letter, over);
    const number = cell ? this.#keep(cell) : absent;
    this.#clusters.set(cluster, number);
    return number;
  }

  /** The box of a tall letter with its marks; null where the larger font cannot draw it. */
  #boxFor(cluster: string): Box<number> | null {
    if (!this.#tall) return null;
    const known = this.#boxes.get(cluster);
    if (known !== undefined) return known;
    const glyph = tallGlyph(this.#tall, cluster);
    const box = glyph && boxOf(glyph, this.#tall.atlas, this.#atlas);
    const keep = (bitmap: Uint8Array): number => this.#keep(bitmap);
    const kept = box && { upper: box.upper.map(keep), lower: box.lower.map(keep) };
    this.#boxes.set(cluster, kept);
    return kept;
  }

  #keep(bitmap: Uint8Array): number {
    return this.#ownCells + this.#composed.push(bitmap) - 1;
  }
}

/** Cells as they come. */
class Run {
  #numbers: Uint32Array<ArrayBuffer>;
  #offsets: Uint32Array<ArrayBuffer>;
  #upper: Uint32Array<ArrayBuffer> | null = null;
  #length = 0;
  readonly #blank: number;

  constructor(room: number, blank: number) {
    this.#numbers = new Uint32Array(room);
    this.#offsets = new Uint32Array(room);
    this.#blank = blank;
  }

  push(entry: number, offset: number): void {
    this.#makeRoom(2);
    if (entry & wideEntry) {
      const first = entry & ~wideEntry;
      this.#put((first | joinFlag) >>> 0, offset);
      this.#put(first + 1, offset);
    } else {
      this.#put(entry, offset);
    }
  }

  pushBox({ upper, lower }: Box<number>, offset: number): void {
    this.#makeRoom(lower.length);
    this.#upper ??= new Uint32Array(this.#numbers.length).fill(this.#blank);
    this.#upper.set(upper, this.#length);
    const last = lower.length - 1;
    for (const [i, number] of lower.entries())
      this.#put(i < last ? (number | joinFlag) >>> 0 : number, offset);
  }

  cells(end: number): Cells {
    const [numbers, offsets, upper] = [this.#numbers, this.#offsets, this.#upper];
    return { numbers, offsets, upper, length: this.#length, end };
  }

  #put(number: number, offset: number): void {
    this.#numbers[this.#length] = number;
    this.#offsets[this.#length++] = offset;
  }

  #makeRoom(cells: number): void {
    if (this.#length + cells <= this.#numbers.length) return;
    this.#numbers = grown(this.#numbers, 0);
    this.#offsets = grown(this.#offsets, 0);
    if (this.#upper) this.#upper = grown(this.#upper, this.#blank);
  }
}

/** For all UTF-16 units, the glyph's entry. */
function entriesOf(atlas: Atlas): Int32Array {
  const entries = new Int32Array(0x10000).fill(absent);
  for (const { codePoint, first, cells } of atlas.glyphs()) {
    if (codePoint <= 0xffff) entries[codePoint] = first | (cells === 2 ? wideEntry : 0);
  }
  return entries;
}

/** For all UTF-16 units, whether it is a mark that is laid over a letter. */
function stackingOf(atlas: Atlas): Uint8Array {
  const stacking = new Uint8Array(0x10000);
  for (const { codePoint, overlay } of atlas.glyphs()) {
    if (overlay !== null && codePoint <= 0xffff) stacking[codePoint] = 1;
  }
  return stacking;
}

/** Behind the marks from a place on; not far behind the most that stack, however many there are. */
function clusterEnd(text: string, from: number, stacking: Uint8Array): number {
  let end = from;
  while (end <= from + mostMarks && stacking[text.charCodeAt(end)] === 1) end++;
  return end;
}

function grown(numbers: Uint32Array, rest: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(numbers.length * 2);
  larger.set(numbers);
  // What is zero anyway is not touched: then it takes no memory yet.
  return rest === 0 ? larger : larger.fill(rest, numbers.length);
}
