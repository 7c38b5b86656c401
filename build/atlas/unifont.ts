import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type FontkitGlyph } from 'fontkit';
import { type DrawnGlyph, marks } from '../../main/core/snapshot/atlas.ts';
import { type Rows, sample } from './outline.ts';
import { lineEnd, otherSpaces } from './spaces.ts';
import { trueTypeOf } from './woff.ts';

/** Cell of UnifontEX: 1024 units an em, 64 a pixel; narrow glyphs 8x16, wide ones 16x16. */
export const unifontCell = { width: 8, height: 16 };
const unit = 64;
const em = 1024;

/** Draws every glyph of UnifontEX; those that would be an empty cell are left out, but for the space. */
export function drawUnifont(): DrawnGlyph[] {
  const path = createRequire(import.meta.url).resolve(
    '@fontsource/unifontex/files/unifontex-latin-400-normal.woff',
  );
  const font = create(trueTypeOf(readFileSync(path)));
  const top = font.ascent;
  const drawn = font.characterSet.flatMap((codePoint) => {
    if (codePoint === lineEnd) return [];
    const glyph = draw(codePoint, font.glyphForCodePoint(codePoint), top);
    return glyph ? [glyph] : [];
  });
  return [...drawn, ...ownMarks(drawn)];
}

function draw(codePoint: number, glyph: FontkitGlyph, top: number): DrawnGlyph | null {
  const rowsAt = (shift: number) =>
    sample(glyph.path.commands, { unit, top, rows: unifontCell.height, shift });
  if (glyph.advanceWidth > 0) {
    const rows = rowsAt(0);
    if (rows.every((row) => row === 0) && codePoint !== 0x20) return null;
    return { codePoint, cells: cellsOf(rows, glyph.advanceWidth > em / 2 ? 2 : 1) };
  }
  const { minX, maxX } = glyph.bbox;
  const own = rowsAt(Math.ceil(-minX / unit));
  if (own.every((row) => row === 0)) return null;
  const fits = maxX - minX <= em / 2;
  const overLetter = minX >= -em / 2 && maxX <= 0;
  if (!overLetter) return { codePoint, cells: cellsOf(own, fits ? 1 : 2) };
  const [overlay] = cellsOf(rowsAt(unifontCell.width), 1);
  return overlay ? { codePoint, cells: [overlay], overlay } : null;
}

/**
 * Shapes of our own. Line end, filler and end of the fold are in reverse video, so that they catch the eye; spaces of
 * every other kind are an open box.
 */
function ownMarks(drawn: DrawnGlyph[]): DrawnGlyph[] {
  const cellLike = (like: string) => {
    const [cell] = drawn.find((glyph) => glyph.codePoint === like.codePointAt(0))?.cells ?? [];
    if (!cell) throw new RangeError(`UnifontEX lacks ${like}`);
    return cell;
  };
  const reversed = (codePoint: number, like: string) => ({
    codePoint,
    cells: [cellLike(like).map((row) => ~row & 0xff)],
  });
  return [
    reversed(lineEnd, '↵'),
    reversed(marks.filler, '·'),
    reversed(marks.end, '■'),
    ...otherSpaces.map((codePoint) => ({ codePoint, cells: [cellLike('␣')] })),
  ];
}

function cellsOf(rows: Rows, cells: 1 | 2): Uint8Array[] {
  return Array.from({ length: cells }, (_, cell) =>
    Uint8Array.from(rows, (row) => (row >>> (24 - 8 * cell)) & 0xff),
  );
}
