import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type DrawnGlyph, marks } from '../../main/core/snapshot/atlas.ts';
import { beginsTall } from '../../main/core/snapshot/tall.ts';
import { type BdfGlyph, readBdf } from './bdf.ts';
import { lineEnd, otherSpaces } from './spaces.ts';

/** Cell of GalmuriMono9: narrow glyphs 5x10, wide ones 10x10, the pixel between letters and between rows included. */
export const galmuriCell = { width: 5, height: 10 };

const space = 0x20;

/** Symbols of one's own are no text that another font would know. */
const isPrivate = (codePoint: number): boolean => codePoint >= 0xe000 && codePoint <= 0xf8ff;

/**
 * Draws every glyph of GalmuriMono9 that fits into its cell. One that does not, and one that begins like the mark over
 * tall letters, is left out: then the larger font draws it.
 */
export function drawGalmuri(): DrawnGlyph[] {
  const path = createRequire(import.meta.url).resolve('galmuri/dist/GalmuriMono9.bdf');
  const drawn = Array.from(readBdf(readFileSync(path, 'utf8'))).flatMap((glyph) => {
    if (isPrivate(glyph.codePoint)) return [];
    const cells = draw(glyph);
    const [first] = cells ?? [];
    return cells && first && !beginsTall(first, galmuriCell.width)
      ? [{ codePoint: glyph.codePoint, cells }]
      : [];
  });
  const own = [...ownMarks(), ...redrawn()];
  const taken = new Set(own.map(({ codePoint }) => codePoint));
  return [...drawn.filter(({ codePoint }) => !taken.has(codePoint)), ...own];
}

function draw(glyph: BdfGlyph): Uint8Array[] | null {
  const { width, height } = galmuriCell;
  const count = glyph.advance / width;
  if (count !== 1 && count !== 2) return null;
  const fitted = withoutRepeat(glyph);
  if (fitted.rows.length > height || glyph.width > glyph.advance) return null;
  if (fitted.rows.every((row) => row === 0) && glyph.codePoint !== space) return null;
  // The accent of a capital reaches over the cell, a cedilla under it: the letter moves by what is missing.
  const bottom = Math.min(Math.max(fitted.bottom, 0), height - fitted.rows.length);
  const left = Math.min(Math.max(glyph.left, 0), glyph.advance - glyph.width);
  const top = height - bottom - fitted.rows.length;
  const shift = glyph.advance - glyph.width - left;
  return Array.from({ length: count }, (_, cell) => {
    const bitmap = new Uint8Array(height);
    for (const [y, row] of fitted.rows.entries()) {
      const right = (count - 1 - cell) * width;
      bitmap[top + y] = (((row << shift) >>> right) << (8 - width)) & 0xff;
    }
    return bitmap;
  });
}

/** One row less where a letter is a row too tall, as Č is, and two of its rows are alike. */
function withoutRepeat(glyph: BdfGlyph): Pick<BdfGlyph, 'rows' | 'bottom'> {
  const { rows, bottom } = glyph;
  if (rows.length !== galmuriCell.height + 1) return glyph;
  const repeat = rows.findLastIndex((row, y) => y > 0 && row !== 0 && row === rows[y - 1]);
  return repeat < 0 ? glyph : { rows: rows.toSpliced(repeat, 1), bottom };
}

/**
 * Shapes of our own, as the larger font has them: white on black, and an open box for spaces of other kinds. Tabs,
 * carriage returns and escapes are too common in code and logs to be tall; the legend names them.
 */
function ownMarks(): DrawnGlyph[] {
  return [
    picture(lineEnd, '..... ##### ###.# ###.# ###.# #.#.# ....# #.### ##### #####'),
    picture(0x09, '..... ##### ##### ##.## ###.# ..... ###.# ##.## ##### #####'),
    picture(0x0d, '..... ##### ##### ##.## #.### ..... #.### ##.## ##### #####'),
    picture(0x1b, '..... ##### #...# #.### #.### #..## #.### #.### #...# #####'),
    picture(marks.filler, '..... ##### ##### ##### ##### ##.## ##### ##### ##### #####'),
    picture(marks.end, '..... ##### ##### #...# #...# #...# #...# ##### ##### #####'),
    ...otherSpaces.map((codePoint) =>
      picture(codePoint, '..... ..... ..... ..... ..... ..... ..... #..#. ####. .....'),
    ),
  ];
}

/**
 * Letters that readers took for others in this font, on all five columns: m for n, M for H, V for U, X for K, and a one
 * without a foot for a bracket.
 */
function redrawn(): DrawnGlyph[] {
  const letters: Record<string, string> = {
    m: '..... ..... ..... ..... ####. #.#.# #.#.# #.#.# #.#.# .....',
    M: '..... #...# ##.## #.#.# #.#.# #...# #...# #...# #...# .....',
    v: '..... ..... ..... ..... #...# #...# .#.#. .#.#. ..#.. .....',
    V: '..... #...# #...# #...# .#.#. .#.#. .#.#. ..#.. ..#.. .....',
    x: '..... ..... ..... ..... #...# .#.#. ..#.. .#.#. #...# .....',
    X: '..... #...# #...# .#.#. ..#.. ..#.. .#.#. #...# #...# .....',
    Y: '..... #...# #...# .#.#. .#.#. ..#.. ..#.. ..#.. ..#.. .....',
    1: '..... ..#.. .##.. ..#.. ..#.. ..#.. ..#.. ..#.. .###. .....',
    4: '..... ...#. ..##. ..##. .#.#. .#.#. ##### ...#. ...#. .....',
  };
  return Object.entries(letters).map(([letter, rows]) => picture(letter.codePointAt(0) ?? 0, rows));
}

function picture(codePoint: number, rows: string): DrawnGlyph {
  const bits = rows.split(' ').map((row) => row.replaceAll('.', '0').replaceAll('#', '1'));
  return { codePoint, cells: [Uint8Array.from(bits, (row) => Number.parseInt(row.padEnd(8, '0'), 2))] };
}
