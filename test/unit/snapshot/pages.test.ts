import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAtlas, writeAtlas } from '#core/snapshot/atlas.ts';
import { bitmapOf, createComposer, keyOf } from '#core/snapshot/compose.ts';
import { createDecoder } from '#core/snapshot/decode.ts';
import { paginate } from '#core/snapshot/paginate.ts';
import { raster } from '#core/snapshot/raster.ts';
import { createTypesetter } from '#core/snapshot/typeset.ts';
import { builtAtlas } from '../../fixtures/atlas.ts';
import { scripts } from '../../fixtures/scripts.ts';

const atlas = builtAtlas();
const composer = createComposer(atlas);
const decode = createDecoder(atlas, composer);
const cell = { width: atlas.cellWidth, height: atlas.cellHeight };

function pagesOf(text: string, grid = { columns: 40, rows: 6 }) {
  const typesetter = createTypesetter(atlas, composer);
  const pages = paginate(typesetter.set(text), grid, typesetter);
  return pages.map((page) => raster(page, typesetter.bitmaps(), cell));
}

const readBack = (text: string, grid?: { columns: number; rows: number }) => decode(pagesOf(text, grid));

describe('[S6] every character of the fold is on a page', () => {
  it.each(Object.entries(scripts))('%s is read back exactly from the pixels', (_, text) => {
    expect(readBack(text)).toBe(text);
  });

  it('reads every assigned and unassigned code point back', () => {
    const planes = [0, 1, 2, 14, 16].map((plane) => plane * 0x10000);
    for (const start of planes) {
      let text = '';
      for (let i = 0; i < 0x10000; i++) text += String.fromCodePoint(start + i);
      expect(readBack(text, { columns: 241, rows: 120 }) === text).toBe(true);
    }
  });

  it('reads 100,000 random code points back, of all planes and in any order', () => {
    let state = 20_261_130;
    const random = (below: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    const text = Array.from({ length: 100_000 }, () => String.fromCodePoint(random(0x110000))).join('');
    expect(readBack(text, { columns: 241, rows: 120 }) === text).toBe(true);
  });

  it('reads any string back on a grid of any size', () => {
    const text = fc.string({
      unit: fc.oneof(fc.string({ unit: 'binary', maxLength: 3 }), fc.constantFrom(...Object.values(scripts))),
    });
    const grid = fc.record({
      columns: fc.integer({ min: 2, max: 60 }),
      rows: fc.integer({ min: 1, max: 9 }),
    });
    fc.assert(
      fc.property(text, grid, (source, size) => {
        expect(readBack(source, size)).toBe(source);
      }),
    );
  });

  it('writes no question mark for what the font lacks', () => {
    const missing = '\u{1fae8}';
    expect(atlas.glyph(0x1fae8)).toBeNull();
    const typesetter = createTypesetter(atlas, composer);
    const set = typesetter.set(missing);
    const plain = typesetter.set('[U+1FAE8]'.replace('[', ''));
    expect(Array.from(set.numbers.subarray(1, set.length))).toEqual(
      Array.from(plain.numbers.subarray(0, plain.length)),
    );
  });

  it('stacks Thai marks over their letter instead of beside it', () => {
    const typesetter = createTypesetter(atlas, composer);
    expect(typesetter.set('ที่').length).toBe(1);
    expect(typesetter.set('ผู้').length).toBe(1);
  });
});

describe('a page', () => {
  it('never parts a wide glyph from its second half', () => {
    expect(readBack('a漢字漢字漢字', { columns: 3, rows: 1 })).toBe('a漢字漢字漢字');
    expect(pagesOf('a漢字', { columns: 2, rows: 1 })).toHaveLength(4);
  });

  it('[S9] is cropped to the rows used', () => {
    const [only] = pagesOf('short', { columns: 40, rows: 100 });
    expect(only).toMatchObject({ width: 320, height: 16, stride: 40 });
  });

  it('[S10] knows which characters stand on it: its text alone gives the same page', () => {
    const { english, czech, thai, chinese, korean, hebrew, code } = scripts;
    const text = [english, czech, thai, chinese, korean, hebrew, code].join('\n').repeat(3);
    const typesetter = createTypesetter(atlas, composer);
    const grid = { columns: 23, rows: 4 };
    const pages = paginate(typesetter.set(text), grid, typesetter);
    expect(pages.length).toBeGreaterThan(10);
    for (const [i, page] of pages.entries()) {
      const rest = paginate(typesetter.set(text.slice(page.start)), grid, typesetter);
      expect(rest[0]?.numbers, `page ${i + 1}`).toEqual(page.numbers);
    }
  });

  it('[S2] has the same bits for the same text', () => {
    expect(pagesOf(Object.values(scripts).join('\n'))).toEqual(pagesOf(Object.values(scripts).join('\n')));
  });

  it('is drawn alike when a cell is not a whole byte wide', () => {
    const narrow = { width: 5, height: 3 };
    const a = { codePoint: 0x61, cells: [Uint8Array.of(0b10101000, 0b01010000, 0b11111000)] };
    const space = { codePoint: 0x20, cells: [new Uint8Array(3)] };
    const small = readAtlas(writeAtlas(narrow, [a, space]));
    const bits = raster(
      { numbers: Uint32Array.of(1, 0, 1, 1), columns: 4, rows: 1, start: 0 },
      small.bitmaps,
      narrow,
    );
    const row = (y: number) =>
      Array.from(bits.data.subarray(y * bits.stride, (y + 1) * bits.stride), (byte) =>
        byte.toString(2).padStart(8, '0'),
      ).join('');
    expect(bits).toMatchObject({ width: 20, height: 3, stride: 3 });
    expect(row(0)).toBe('101010000010101101010000');
    expect(row(1)).toBe('010100000001010010100000');
    expect(row(2)).toBe('111110000011111111110000');
  });
});

describe('the atlas', () => {
  it('[S7] draws no two characters alike, and begins no wide glyph with a narrow one', () => {
    const narrow = new Set<string>();
    const wide = new Set<string>();
    for (const glyph of atlas.glyphs()) {
      const first = keyOf(bitmapOf(atlas, glyph.first));
      const whole = glyph.cells === 2 ? first + keyOf(bitmapOf(atlas, glyph.first + 1)) : first;
      const seen = glyph.cells === 2 ? wide : narrow;
      expect(seen.has(whole), `U+${glyph.codePoint.toString(16)}`).toBe(false);
      seen.add(whole);
    }
    const starts = [...wide].map((key) => key.slice(0, cell.height));
    expect(starts.filter((start) => narrow.has(start))).toEqual([]);
  });

  it('tells zero from O and one from l and I at sight: by at least two pixels', () => {
    const distance = (a: string, b: string) => {
      const [first, second] = [a, b].map((letter) =>
        bitmapOf(atlas, atlas.glyph(letter.charCodeAt(0))?.first ?? 0),
      );
      return (first ?? new Uint8Array()).reduce(
        (sum, row, y) => sum + ((row ^ (second?.[y] ?? 0)).toString(2).match(/1/g)?.length ?? 0),
        0,
      );
    };
    for (const pair of ['0O', '1l', '1I', 'lI', '5S', '8B', '2Z']) {
      expect(distance(pair.charAt(0), pair.charAt(1)), pair).toBeGreaterThanOrEqual(2);
    }
  });

  it('refuses a file that is cut short or of another kind', () => {
    const file = writeAtlas(cell, [{ codePoint: 0x20, cells: [new Uint8Array(16)] }]);
    expect(() => readAtlas(file.subarray(0, file.length - 1))).toThrow(RangeError);
    expect(() => readAtlas(new Uint8Array(64))).toThrow(RangeError);
  });
});
