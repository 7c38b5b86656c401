import { describe, expect, it } from 'vitest';
import { readable } from '../../../renderer/features/tree/compare/readable.ts';

describe('an answer that is compared', () => {
  it.each([
    ['## A **bold** plan', 'A bold plan'],
    [
      'See [the guide](#guide/branches) and ![a plan](https://x.org/a_(1).png "Plan").',
      'See the guide and a plan.',
    ],
    ['- one\n  * _two_\n1. three', '• one\n  • two\n1. three'],
    ['| Room | Price |\n| --- | ---: |\n| Bath | **$5** |', 'Room | Price\nBath | $5'],
    ['Use `a_b_c` and ``x``, ~~not~~ this', 'Use a_b_c and x, not this'],
    ['```ts\nconst a = **b**;\n```\nthen *so*', 'const a = **b**;\nthen so'],
  ])('is read without signs: %j', (markdown, words) => {
    expect(readable(markdown)).toBe(words);
  });

  it.each([
    '2 * 3 * 4 = 24',
    'snake_case_name and other_name',
    'a | b',
    '5 - 3',
    '',
    '[not a link] (really)',
    '---',
  ])('keeps what only looks like a sign: %j', (text) => {
    expect(readable(text)).toBe(text);
  });
});
