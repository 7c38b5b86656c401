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
  ])('%s', (sentence, exact) => {
    expect(texts(sentence)).toContain(exact);
  });

  it('leaves prose alone', () => {
    expect(texts('Could the fridge go under the window if we move the sink to the long wall?')).toEqual([]);
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
      ['a', '-_', '"', './', '0a', '0 ', '1 234 ', 'a@', '“']
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
