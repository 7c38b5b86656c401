import { describe, expect, it } from 'vitest';
import { exactStrings, sidecarText } from '#core/snapshot/sidecar.ts';

const texts = (source: string) => exactStrings(source, [0]).map(({ text }) => text);
const letters = (text: string) => text.length;

describe('[S7] exact strings travel as text', () => {
  it.each([
    ['See https://example.org/a?b=c#d, then reply.', 'https://example.org/a?b=c#d'],
    ['Write to jana.novakova@urad.example.cz.', 'jana.novakova@urad.example.cz'],
    ['id 0197b1e2-3c4d-7a5b-8c9d-0e1f2a3b4c5d', '0197b1e2-3c4d-7a5b-8c9d-0e1f2a3b4c5d'],
    ['commit 9c26d26 and', '9c26d26'],
    ['order INV-2026-00417 was', 'INV-2026-00417'],
    ['in /home/jana/Plans/floor.pdf we', '/home/jana/Plans/floor.pdf'],
    ['in C:\\Users\\Jana\\plan.docx we', 'C:\\Users\\Jana\\plan.docx'],
    ['open floor-plan.pdf now', 'floor-plan.pdf'],
    ['on 2026-11-30T02:19:22Z it', '2026-11-30T02:19:22Z'],
    ['dne 30. 11. 2026 v', '30. 11. 2026'],
    ['the sill is at 88 cm, so', '88 cm'],
    ['stojí 1 234,50 Kč celkem', '1 234,50 Kč'],
    ['call readAttachment with', 'readAttachment'],
    ['set max_output_tokens to', 'max_output_tokens'],
    ['he said “not before May” and', '“not before May”'],
    ['run `npm start` first', '`npm start`'],
    ['call +420 601 234 567 now', '+420 601 234 567'],
    ['on db.internal.example.com:5432 it', 'db.internal.example.com:5432'],
    ['from v2.40.3 on', 'v2.40.3'],
    ['pay to CZ65 0800 0000 1920 0014 5399, please', 'CZ65 0800 0000 1920 0014 5399'],
    ['at 14:30 we', '14:30'],
    ['flags 0x7ffe12 are', '0x7ffe12'],
    ['image sha256:ab12cd34ef56 is', 'sha256:ab12cd34ef56'],
    ['order #48213 is late', '#48213'],
    ['see src/app/main.tsx:41 for', 'src/app/main.tsx:41'],
    ['with --max-tokens=5 set', '--max-tokens=5'],
    ['it costs $1,234.56 today', '$1,234.56'],
    ['on 2026/11/30 we', '2026/11/30'],
    ['by 30 November 2026 it', '30 November 2026'],
    ['em 30 de novembro de 2026 ela', '30 de novembro de 2026'],
    ['価格は3,500円です', '3,500円'],
    ['会议在2026年11月30日举行', '2026年11月30日'],
    ['จ่าย ๔๕๐ บาท แล้ว', '๔๕๐ บาท'],
    ['彼は「五月まで無理」と', '「五月まで無理」'],
    ['напишите мир@пример.рф сегодня', 'мир@пример.рф'],
  ])('%s', (sentence, exact) => {
    expect(texts(sentence)).toContain(exact);
  });

  it('leaves prose alone', () => {
    expect(texts('Could the fridge go under the window if we move the sink to the long wall?')).toEqual([]);
    expect(
      texts(
        'Yes and/or no, e.g. 3 of 12 people, i.e. a few... Really?! So-and-so said: wait for it; he/she did.',
      ),
    ).toEqual([]);
  });

  it('names each string once, with every page it stands on', () => {
    const source = `first 88 cm\n${'x '.repeat(50)}then 88 cm`;
    expect(exactStrings(source, [0, 60])).toEqual([{ text: '88 cm', kind: 'number', pages: [1, 2] }]);
  });

  it('keeps to its budget, and gives up quotes before addresses', () => {
    const strings = exactStrings('“not before May” https://example.org/x', [0]);
    expect(sidecarText(strings, 30, letters)).toBe('page 1: https://example.org/x');
    expect(sidecarText(strings, 1000, letters)).toBe('page 1: https://example.org/x | “not before May”');
    expect(sidecarText(strings, 0, letters)).toBe('');
  });

  it('takes time in proportion to the text, whatever the text', () => {
    const hostile = (size: number) =>
      ['a', '-_', '"', './', '0a', '0 ', '1 234 ', 'a@', '“', 'a/', 'a.', '+1 23 ', 'AB12 ', '1 de ', '1:']
        .map((seed) => seed.repeat(size / seed.length))
        .join('\n');
    const time = (text: string) => {
      const started = performance.now();
      exactStrings(text, [0]);
      return performance.now() - started;
    };
    time(hostile(20_000));
    const ratio = time(hostile(400_000)) / Math.max(1, time(hostile(40_000)));
    // Ten times the text; a search that starts again at every place would take a hundred times as long.
    expect(ratio).toBeLessThan(40);
  });
});
