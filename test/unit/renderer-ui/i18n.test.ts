import { describe, expect, it } from 'vitest';
import { createFormat, daysBetween } from '../../../renderer/app/i18n/format.ts';
import { isolated } from '../../../renderer/app/i18n/index.ts';
import { resolveLanguage } from '../../../renderer/app/i18n/languages.ts';

describe('resolveLanguage', () => {
  it.each([
    { wanted: ['cs-CZ'], found: 'cs' },
    { wanted: ['pt-PT', 'en'], found: 'pt-BR' },
    { wanted: ['pt-BR'], found: 'pt-BR' },
    { wanted: ['in-ID'], found: 'id' },
    { wanted: ['fr-FR', 'nl-BE', 'en'], found: 'nl' },
    { wanted: ['TH-th'], found: 'th' },
    { wanted: ['zh-CN'], found: 'en' },
    { wanted: [], found: 'en' },
  ])('takes $found for $wanted', ({ wanted, found }) => {
    expect(resolveLanguage('system', wanted)).toBe(found);
  });

  it('obeys a choice', () => {
    expect(resolveLanguage('th', ['cs'])).toBe('th');
  });
});

describe('what is put into a sentence', () => {
  it('keeps its own direction where it is written from right to left, and is as it was elsewhere', () => {
    expect(isolated('מתכון (2024), v1.2')).toBe('\u2068מתכון (2024), v1.2\u2069');
    expect(isolated('خطة v2')).toBe('\u2068خطة v2\u2069');
    for (const same of ['Plán “A & B” <b>', 'แผน', '计划', '28 920', '']) expect(isolated(same)).toBe(same);
  });
});

describe('createFormat', () => {
  const noon = new Date(2026, 2, 10, 12).getTime();
  const lateBefore = new Date(2026, 2, 9, 23, 59).getTime();

  it('writes numbers as the language does', () => {
    expect(createFormat('cs').number(28920)).toBe('28\u00a0920');
    expect(createFormat('nl').number(28920)).toBe('28.920');
    expect(createFormat('en').percent(0.624)).toBe('62%');
  });

  it('writes sizes in the unit that fits', () => {
    const { bytes } = createFormat('en');
    expect([bytes(1), bytes(999), bytes(12_345), bytes(1_400_000), bytes(3e15)]).toEqual([
      '1 byte',
      '999 bytes',
      '12 kB',
      '1.4 MB',
      '3,000,000 GB',
    ]);
  });

  it('says today and yesterday by the calendar, not by 24 hours', () => {
    const format = createFormat('en');
    expect(format.day(noon, noon)).toBe('today');
    expect(format.day(lateBefore, noon)).toBe('yesterday');
    expect(daysBetween(noon, lateBefore)).toBe(-1);
    expect(format.day(new Date(2026, 1, 1).getTime(), noon)).toBe('Feb 1, 2026');
  });

  it('says the same in Thai and Czech', () => {
    expect(createFormat('th').day(noon, noon)).toBe('วันนี้');
    expect(createFormat('cs').day(lateBefore, noon)).toBe('včera');
  });
});
