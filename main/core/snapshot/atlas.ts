/**
 * The pixel glyphs of one font on one cell grid, as `build/atlas` writes them.
 *
 * A glyph covers one cell or two; a bitmap is stored cell by cell, `cellHeight` bytes each, top row first, the
 * leftmost pixel in the highest bit. No two glyphs look the same, and no glyph of two cells begins with a cell
 * that is a glyph of its own: a page can be read back without doubt [S6].
 */
export interface Atlas {
  cellWidth: number;
  cellHeight: number;
  /** All bitmaps; a cell's bitmap starts at its number times `cellHeight`. */
  bitmaps: Uint8Array;
  /** Looks a code point up; null where the font lacks it. */
  glyph(codePoint: number): Glyph | null;
  /** Every glyph, by code point. For building the decoder's index. */
  glyphs(): Iterable<Glyph>;
}

export interface Glyph {
  codePoint: number;
  /** 1, or 2 for wide glyphs. */
  cells: 1 | 2;
  /** Number of the first cell's bitmap. */
  first: number;
  /** Number of the bitmap that is laid over the letter before it; null where the glyph is no combining mark. */
  overlay: number | null;
}

/** Marks of our own, on the last two noncharacters; in a text these are written in brackets. */
export const marks = {
  /** Fills the last column where a wide glyph would not fit. */
  filler: 0x10fffe,
  /** Stands after the last character of a fold. */
  end: 0x10ffff,
} as const;

const magic = 0x594c4742; // "BGLY", little-endian
const headerBytes = 16;
const overlayFlag = 1 << 26;

/**
 * Reads an atlas file. Layout, little-endian: magic, version (u16), cell width and height (u8 each), number of
 * glyphs (u32), number of cells (u32); then a u32 a glyph (code point, cells << 24, overlay << 26); then the bitmaps,
 * in the glyphs' order, a mark's overlay after its cells.
 *
 * @throws RangeError when the bytes are not such a file
 */
export function readAtlas(file: Uint8Array): Atlas {
  const data = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.byteLength < headerBytes || data.getUint32(0, true) !== magic || data.getUint16(4, true) !== 1) {
    throw new RangeError('not a glyph atlas of version 1');
  }
  const [cellWidth, cellHeight] = [data.getUint8(6), data.getUint8(7)];
  const [count, cellCount] = [data.getUint32(8, true), data.getUint32(12, true)];
  const bitmapStart = headerBytes + 4 * count;
  if (file.byteLength !== bitmapStart + cellCount * cellHeight) throw new RangeError('glyph atlas cut short');

  const entries = new Uint32Array(count);
  const firsts = new Uint32Array(count);
  const indexOf = new Map<number, number>();
  let cell = 0;
  for (let i = 0; i < count; i++) {
    const entry = data.getUint32(headerBytes + 4 * i, true);
    entries[i] = entry;
    firsts[i] = cell;
    indexOf.set(entry & 0x1fffff, i);
    cell += ((entry >>> 24) & 3) + (entry & overlayFlag ? 1 : 0);
  }
  const at = (i: number): Glyph => {
    const entry = entries[i] ?? 0;
    const cells = ((entry >>> 24) & 3) === 2 ? 2 : 1;
    const first = firsts[i] ?? 0;
    return { codePoint: entry & 0x1fffff, cells, first, overlay: entry & overlayFlag ? first + cells : null };
  };
  return {
    cellWidth,
    cellHeight,
    bitmaps: file.subarray(bitmapStart),
    glyph: (codePoint) => {
      const i = indexOf.get(codePoint);
      return i === undefined ? null : at(i);
    },
    *glyphs() {
      for (let i = 0; i < count; i++) yield at(i);
    },
  };
}

/** A glyph on its way into an atlas file. */
export interface DrawnGlyph {
  codePoint: number;
  /** One bitmap a cell, `cellHeight` bytes each. */
  cells: Uint8Array[];
  /** For a combining mark: the bitmap to lay over the letter before it. */
  overlay?: Uint8Array;
}

/** Writes the file that `readAtlas` reads. Same glyphs, same bytes. */
export function writeAtlas(cell: { width: number; height: number }, glyphs: DrawnGlyph[]): Uint8Array {
  const sorted = [...glyphs].sort((a, b) => a.codePoint - b.codePoint);
  const bitmaps = sorted.flatMap((glyph) => (glyph.overlay ? [...glyph.cells, glyph.overlay] : glyph.cells));
  const bitmapStart = headerBytes + 4 * sorted.length;
  const file = new Uint8Array(bitmapStart + bitmaps.length * cell.height);
  const data = new DataView(file.buffer);
  data.setUint32(0, magic, true);
  data.setUint16(4, 1, true);
  data.setUint8(6, cell.width);
  data.setUint8(7, cell.height);
  data.setUint32(8, sorted.length, true);
  data.setUint32(12, bitmaps.length, true);
  for (const [i, glyph] of sorted.entries()) {
    const entry = glyph.codePoint | (glyph.cells.length << 24) | (glyph.overlay ? overlayFlag : 0);
    data.setUint32(headerBytes + 4 * i, entry >>> 0, true);
  }
  for (const [i, bitmap] of bitmaps.entries()) file.set(bitmap, bitmapStart + i * cell.height);
  return file;
}
