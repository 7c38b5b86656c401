import fc from 'fast-check';
import * as o200k from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { tokenCounter } from '#core/tokens/count.ts';
import { pieceEnd } from '#core/tokens/pieces.ts';
import { readVocabulary, type Vocabulary, writeVocabulary } from '#core/tokens/vocabulary.ts';
import { builtVocabulary } from '../../fixtures/vocabulary.ts';

const vocabulary = builtVocabulary();
const count = tokenCounter(vocabulary);
const plain = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };
const known = (text: string): number => o200k.countTokens(text, plain);

/** Characters that the pattern of pieces tells apart, and scripts. The other tokenizer drops byte order marks. */
const alphabets = [
  'abcdefgh',
  'ABCDEFG',
  ' \t\n\r\v\u00a0\u2028\u3000\u200b',
  "'sStTreVEmMllLLdDſK",
  '0123456789٣४²½',
  '.,;:!?/-_=+(){}[]<>"`~@#$%^&*|\\',
  'ªºʰǅǈ',
  '\u0301\u0e31\u0e34\u20dd',
  'ฉันต้องการ',
  '中文字日本語かな한국어',
  'àéîõüČřžß',
  'ΑΒΓαβγЖжД',
  'שלוםمرحبا',
  '😀👍🏽🇨🇿👩‍👩‍👧',
  '\ud835\udd52\u{1d400}\u{10400}\u{10428}\u{16e40}',
  '\ud800\udc00\udfff\ud83d\ufffd\0\x7f\x85',
  'नमस्ते',
];

const words = fc.constantFrom(
  ...[
    'hello',
    ' World',
    'HTTPServer',
    "I'll",
    "DON'T",
    '<|endoftext|>',
    '    ',
    '\r\n\r\n',
    '!\n/',
    '123456',
  ],
  ...[
    ' hello',
    'foo_bar',
    '  x',
    'https://example.org/a?b=c',
    '"key": "value",',
    'příliš žluťoučký',
    ' 日本',
  ],
);
const scraps = alphabets.map((alphabet) => {
  const characters = [...alphabet];
  return fc
    .array(fc.constantFrom(...characters), { minLength: 1, maxLength: 8 })
    .map((some) => some.join(''));
});
const anyText = fc
  .array(fc.oneof(words, ...scraps, fc.string({ unit: 'binary', maxLength: 5 })), { maxLength: 12 })
  .map((some) => some.join('').replaceAll('\ufeff', ''));

/** Counts how often the vocabulary is asked: what counting costs, on any machine. */
function watched({ rank, longest }: Vocabulary) {
  const seen = { lookups: 0 };
  const asked: Vocabulary['rank'] = (...given) => {
    seen.lookups += 1;
    return rank(...given);
  };
  return { seen, count: tokenCounter({ rank: asked, longest }) };
}

describe('counting tokens', () => {
  it('comes to what the tokenizer of others counts, in any script and with any sign', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(count(text)).toBe(known(text));
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    ['nothing', ''],
    ['a control token that is only spelled', 'a <|endoftext|> b <|im_start|>'],
    ['halves of surrogate pairs', '\ud83d \ude00 x\ud83d'],
    ['blanks before, between and behind', '   a\n\n  b \n \n   '],
    ['capitals, then a letter without case', 'ABCªDEFª ªABC'],
    ['a mark without a letter', '\u0301ABC \u0301abc'],
    ['contractions of both cases', "he'll SHE'D we'RE i'vex 'S"],
    ['code', 'export const a = (b: string): number => {\n\treturn b.length;\n};\n'],
  ])('counts %s as others do', (_, text) => {
    expect(count(text)).toBe(known(text));
  });

  it('takes a time that grows with the length alone, whatever the text', () => {
    const { seen, count: counted } = watched(vocabulary);
    const breakless = ['x', 'X', ' ', '=-', 'ªA', 'ฉันต้องการ', '中文', '\u0301', '\n ', 'Ab'];
    for (const unit of breakless) {
      const text = unit.repeat(Math.ceil(30_000 / unit.length));
      seen.lookups = 0;
      counted(text);
      // Every byte is offered once, and again on both sides of each merge.
      expect(seen.lookups).toBeLessThan(3.2 * Buffer.byteLength(text));
    }
  });

  it('is off by a token or two at most where a piece is longer than what is merged at once', () => {
    const word = 'ต้องการสั่งซื้อสินค้า'.repeat(60);
    expect(Buffer.byteLength(word)).toBeGreaterThan(2000);
    expect(Math.abs(count(word) - known(word))).toBeLessThanOrEqual(
      2 * Math.ceil(Buffer.byteLength(word) / 2000),
    );
  });

  it('cuts every text into pieces that are its whole', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        let at = 0;
        while (at < text.length) {
          const end = pieceEnd(text, at);
          expect(end).toBeGreaterThan(at);
          at = end;
        }
        expect(at).toBe(text.length);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the file of tokens', () => {
  const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);
  const file = writeVocabulary([bytes(1), bytes(2), bytes(), bytes(1, 2)]);

  it('gives every token back by its bytes, and none for other bytes', () => {
    const small = tokenCounter(readVocabulary(file));
    expect(small('\u0001\u0002')).toBe(1);
    expect(small('\u0002\u0001')).toBe(2);
    expect(small('\u0001\u0002\u0001\u0002')).toBe(2);
  });

  it('is refused where it is none, or cut short', () => {
    expect(() => readVocabulary(bytes(1, 2, 3))).toThrow(RangeError);
    expect(() => readVocabulary(file.slice(0, -1))).toThrow(RangeError);
    expect(() => readVocabulary(file.slice(0, 9))).toThrow(RangeError);
    expect(() => writeVocabulary([new Uint8Array(256)])).toThrow(RangeError);
  });
});
