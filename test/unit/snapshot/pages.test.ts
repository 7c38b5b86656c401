import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Atlas, readAtlas, writeAtlas } from '#core/snapshot/atlas.ts';
import { bitmapOf, createComposer, keyOf } from '#core/snapshot/compose.ts';
import { createDecoder } from '#core/snapshot/decode.ts';
import { paginate } from '#core/snapshot/paginate.ts';
import { raster } from '#core/snapshot/raster.ts';
import { type PageFont, smallFont, usualFont } from '#core/snapshot/shapes.ts';
import { beginsTall, type Font } from '#core/snapshot/tall.ts';
import { createTypesetter } from '#core/snapshot/typeset.ts';
import { builtAtlas } from '../../fixtures/atlas.ts';
import { scripts } from '../../fixtures/scripts.ts';

const fontOf = (atlas: Atlas): Font => ({ atlas, composer: createComposer(atlas) });
const usual = fontOf(builtAtlas(usualFont));
const small = fontOf(builtAtlas(smallFont));

/** A font with the larger one that draws what it lacks. */
interface Setting {
  font: Font;
  tall: Font | null;
}
const settings: [PageFont, Setting][] = [
  [usualFont, { font: usual, tall: null }],
  [smallFont, { font: small, tall: usual }],
];
const [[, inUsual], [, inSmall]] = settings as [[PageFont, Setting], [PageFont, Setting]];
const decoders = new Map(settings.map(([, setting]) => [setting, createDecoder(setting.font, setting.tall)]));

const typesetterOf = ({ font, tall }: Setting) => createTypesetter(font, tall);
const cellOf = ({ font: { atlas } }: Setting) => ({ width: atlas.cellWidth, height: atlas.cellHeight });

function pagesOf(text: string, setting: Setting, grid = { columns: 40, rows: 6 }) {
  const typesetter = typesetterOf(setting);
  const pages = paginate(typesetter.set(text), grid, typesetter);
  return pages.map((page) => raster(page, typesetter.bitmaps(), cellOf(setting)));
}

const readBack = (text: string, setting: Setting, grid?: { columns: number; rows: number }) =>
  decoders.get(setting)?.(pagesOf(text, setting, grid));

describe.each(settings)('[S6] in %s every character of the fold is on a page', (_, setting) => {
  it.each(Object.entries(scripts))('%s is read back exactly from the pixels', (_, text) => {
    expect(readBack(text, setting)).toBe(text);
  });

  it('reads every assigned and unassigned code point back', { timeout: 120_000 }, () => {
    const planes = (setting.tall ? [0, 1] : [0, 1, 2, 14, 16]).map((plane) => plane * 0x10000);
    for (const start of planes) {
      let text = '';
      for (let i = 0; i < 0x10000; i++) text += String.fromCodePoint(start + i);
      expect(readBack(text, setting, { columns: 241, rows: 120 }) === text).toBe(true);
    }
  });

  it('reads 100,000 random code points back, of all planes and in any order', { timeout: 120_000 }, () => {
    let state = 20_261_130;
    const random = (below: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    const text = Array.from({ length: 100_000 }, () => String.fromCodePoint(random(0x110000))).join('');
    expect(readBack(text, setting, { columns: 241, rows: 120 }) === text).toBe(true);
  });

  it('reads any string back on a grid of any size', { timeout: 120_000 }, () => {
    const text = fc.string({
      unit: fc.oneof(fc.string({ unit: 'binary', maxLength: 3 }), fc.constantFrom(...Object.values(scripts))),
    });
    const grid = fc.record({
      columns: fc.integer({ min: setting.tall ? 4 : 2, max: 60 }),
      rows: fc.integer({ min: setting.tall ? 2 : 1, max: 9 }),
    });
    fc.assert(
      fc.property(text, grid, (source, size) => {
        expect(readBack(source, setting, size)).toBe(source);
      }),
    );
  });

  it('writes no question mark for what the font lacks', () => {
    const missing = '\u{1fae8}';
    expect(usual.atlas.glyph(0x1fae8)).toBeNull();
    const typesetter = typesetterOf(setting);
    const set = typesetter.set(missing);
    const plain = typesetter.set('[U+1FAE8]'.replace('[', ''));
    expect(Array.from(set.numbers.subarray(1, set.length))).toEqual(
      Array.from(plain.numbers.subarray(0, plain.length)),
    );
  });

  it('stacks Thai marks over their letter instead of beside it', () => {
    const typesetter = typesetterOf(setting);
    const alone = typesetter.set('ท').length;
    expect(typesetter.set('ที่').length).toBe(alone);
    expect(typesetter.set('ผู้').length).toBe(alone);
  });

  it('takes time in proportion to the text, whatever marks are piled up in it', () => {
    const piled = `a${'\u0301'.repeat(200_000)} \u0e17${'\u0e48'.repeat(200_000)}`;
    const set = typesetterOf(setting).set(piled);
    expect(set.length).toBeGreaterThanOrEqual(400_000);
  });
});

describe.each(settings)('a page in %s', (_, setting) => {
  it('never parts a wide glyph from its second half', () => {
    const odd = setting.tall ? 5 : 3;
    expect(readBack('a漢字漢字漢字', setting, { columns: odd, rows: 2 })).toBe('a漢字漢字漢字');
    expect(pagesOf('a漢字', inUsual, { columns: 2, rows: 1 })).toHaveLength(4);
  });

  it('[S9] is cropped to the rows used', () => {
    const [only] = pagesOf('short', setting, { columns: 40, rows: 100 });
    const { width, height } = cellOf(setting);
    expect(only).toMatchObject({ width: 40 * width, height, stride: 5 * width });
  });

  it('[S10] knows which characters stand on it: its text alone gives the same page', () => {
    const { english, czech, thai, chinese, korean, hebrew, code } = scripts;
    const text = [english, czech, thai, chinese, korean, hebrew, code].join('\n').repeat(3);
    const typesetter = typesetterOf(setting);
    const grid = { columns: 23, rows: 4 };
    const pages = paginate(typesetter.set(text), grid, typesetter);
    expect(pages.length).toBeGreaterThan(10);
    for (const [i, page] of pages.entries()) {
      const rest = paginate(typesetter.set(text.slice(page.start)), grid, typesetter);
      expect(rest[0]?.numbers, `page ${i + 1}`).toEqual(page.numbers);
    }
  });

  it('[S2] has the same bits for the same text', () => {
    const text = Object.values(scripts).join('\n');
    expect(pagesOf(text, setting)).toEqual(pagesOf(text, setting));
  });
});

describe('a page of small letters', () => {
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

  it('draws what the small font lacks by the larger one, in a row of double height that other rows do not pay for', () => {
    const heights = (text: string) =>
      pagesOf(text, inSmall, { columns: 40, rows: 100 }).map((page) => page.height / 10);
    expect(heights('a'.repeat(39 + 40))).toEqual([2]);
    expect(heights(`${'a'.repeat(10)}ไทย${'a'.repeat(23 + 40)}`)).toEqual([3]);
    expect(readBack(`${'a'.repeat(50)}ไทย 🙂 ∰`, inSmall)).toBe(`${'a'.repeat(50)}ไทย 🙂 ∰`);
  });

  it('leaves the last row of a page free where a row of double height does not fit', () => {
    const text = `${'a'.repeat(40)}ไทย`;
    expect(pagesOf(text, inSmall, { columns: 40, rows: 2 }).map((page) => page.height / 10)).toEqual([1, 2]);
    expect(readBack(text, inSmall, { columns: 40, rows: 2 })).toBe(text);
  });

  it('has all letters of Czech, Dutch, Indonesian and Portuguese small', () => {
    const letters = 'áčďéěíňóřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽëïéóĳĲëÄÖÜãõâêôçàÃÕÂÊÔÇÀ';
    expect(
      [...letters, '€“”„’–—…°×½²'.split('')]
        .flat()
        .filter((letter) => !small.atlas.glyph(letter.codePointAt(0) ?? 0)),
    ).toEqual([]);
  });
});

describe.each(settings)('the atlas of %s', (_, { font: { atlas } }) => {
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
    const starts = [...wide].map((key) => key.slice(0, atlas.cellHeight));
    expect(starts.filter((start) => narrow.has(start))).toEqual([]);
  });

  it('begins no glyph as a tall letter begins', () => {
    const begins = Array.from(atlas.glyphs(), ({ first }) => bitmapOf(atlas, first));
    expect(begins.filter((cell) => atlas.cellWidth < 8 && beginsTall(cell, atlas.cellWidth))).toEqual([]);
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
    const file = writeAtlas({ width: 8, height: 16 }, [{ codePoint: 0x20, cells: [new Uint8Array(16)] }]);
    expect(() => readAtlas(file.subarray(0, file.length - 1))).toThrow(RangeError);
    expect(() => readAtlas(new Uint8Array(64))).toThrow(RangeError);
  });
});
