import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutHighlights, isSearchable } from '../../../renderer/features/library/search.ts';

describe('what a search shows', () => {
  it('loses no character of an excerpt, whatever the highlights', () => {
    const range = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 }));
    fc.assert(
      fc.property(fc.string({ maxLength: 50 }), fc.array(range), (excerpt, highlights) => {
        const stretches = cutHighlights(excerpt, highlights);
        expect(stretches.map(({ text }) => text).join('')).toBe(excerpt);
        expect(new Set(stretches.map(({ at }) => at)).size).toBe(stretches.length);
      }),
    );
  });

  it('marks what was found, in any script', () => {
    expect(cutHighlights('แผนเที่ยวเชียงใหม่', [[3, 9]]).filter(({ marked }) => marked)).toEqual([
      { at: 3, text: 'เที่ยว', marked: true },
    ]);
  });

  it('searches from two characters on, counted as characters and not as code units', () => {
    expect(isSearchable('a')).toBe(false);
    expect(isSearchable(' a ')).toBe(false);
    expect(isSearchable('👍')).toBe(false);
    expect(isSearchable('茶会')).toBe(true);
  });
});
