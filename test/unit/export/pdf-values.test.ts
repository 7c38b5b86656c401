import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PrintedPart } from '../../../main/export/pdf/part.ts';
import { type PdfValue, readValue, writeValue } from '../../../main/export/pdf/values.ts';

const name = fc.stringMatching(/^\/[A-Za-z0-9]{1,6}$/);
const text = fc.string({ maxLength: 12 }).map((words) => {
  const escaped = Buffer.from(words, 'latin1')
    .toString('latin1')
    .replaceAll(/[\\()]/g, '\\$&');
  return `(${escaped})`;
});
const value = fc.letrec<{ value: PdfValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    name,
    text,
    fc.integer().map(String),
    fc.stringMatching(/^<([0-9A-F]{2}){1,4}>$/),
    fc.constantFrom('true', 'null', '.5', '-0.24', '(nested (brackets) \\) )'),
    fc.nat(9999).map((object) => ({ object })),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4 }).map((entries) => new Map(Object.entries(entries))),
  ),
})).value;

describe('values of a PDF', () => {
  it('are read as they are written, and only references are led elsewhere', () => {
    fc.assert(
      fc.property(value, (original) => {
        const written = writeValue(original, (object) => object);
        const bytes = Buffer.from(`${written} `, 'latin1');
        const { value: read, end } = readValue(bytes, 0);
        expect(read).toEqual(original);
        expect(end).toBe(bytes.length - 1);
        const moved = writeValue(read, (object) => object + 10_000);
        const references = [...written.matchAll(/\d+ 0 R/g)].length;
        expect(moved.length).toBeGreaterThanOrEqual(written.length + references);
      }),
      { numRuns: 300 },
    );
  });

  it.each(['<<', '[1 2', '(open', '<41', '<<(key) 1>', ''])('that end early are refused: %s', (broken) => {
    expect(() => readValue(Buffer.from(broken), 0)).toThrow(expect.objectContaining({ name: 'PdfProblem' }));
  });
});

describe('a printed part', () => {
  it.each([
    ['', 'There is no table'],
    [
      '%PDF-1.7\n1 0 obj\n<</Type /XRef>> stream\nendstream\nendobj\nstartxref\n9\n%%EOF',
      'There is no table',
    ],
    [
      'xref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 1 /Encrypt 2 0 R>>\nstartxref\n0\n%%EOF',
      'The trailer',
    ],
    [
      'xref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 1 /Root 9 0 R>>\nstartxref\n0\n%%EOF',
      'There is no object 9',
    ],
  ])('that is of another kind is refused', (file, problem) => {
    expect(() => new PrintedPart(Buffer.from(file))).toThrow(problem);
  });
});
