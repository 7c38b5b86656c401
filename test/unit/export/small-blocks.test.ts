import { describe, expect, it } from 'vitest';
import { blocksToText } from '#core/export/plain.ts';
import type { Block } from '#core/export/rich.ts';
import { cutText, smallBlocks } from '#core/export/small-blocks.ts';

describe('a long text in pieces', () => {
  it('is cut at line ends, else between words, else between characters, and loses nothing', () => {
    expect(cutText('one\ntwo\nthree', 8)).toEqual(['one\ntwo', 'three']);
    expect(cutText('one two three', 9)).toEqual(['one two ', 'three']);
    expect(cutText('onetwothree', 4)).toEqual(['onet', 'woth', 'ree']);
    expect(cutText('👍👍👍', 3)).toEqual(['👍', '👍', '👍']);
    expect(cutText('', 3)).toEqual(['']);
  });
});

describe('blocks that are cut small', () => {
  it('hold the same words, rows and numbers, and leave what is small as it is', () => {
    const words = Array.from({ length: 40_000 }, (_, at) => `word${at}`);
    const cell = (text: string) => [{ kind: 'text' as const, text }];
    const long: Block[] = [
      { kind: 'code', code: words.join('\n'), language: 'ts' },
      { kind: 'plain', text: words.join('\n') },
      { kind: 'paragraph', inlines: [{ kind: 'text', text: words.join(' ') }, { kind: 'break' }] },
      {
        kind: 'table',
        align: [null],
        header: [cell('head')],
        rows: words.slice(0, 1200).map((word) => [cell(word)]),
      },
      {
        kind: 'list',
        start: 7,
        items: words.slice(0, 1200).map((word) => ({
          done: null,
          blocks: [{ kind: 'paragraph', inlines: cell(word) }],
        })),
      },
    ];
    const cut = smallBlocks([...long, { kind: 'quote', blocks: long }]);
    const wordsOf = (blocks: readonly Block[]): string[] => blocksToText(blocks).match(/word\d+/g) ?? [];
    expect(wordsOf(cut)).toEqual([...wordsOf(long), ...wordsOf(long)]);
    expect(Math.max(...cut.slice(0, -1).map((block) => blocksToText([block]).length))).toBeLessThanOrEqual(
      200_000,
    );
    expect(cut.flatMap((block) => (block.kind === 'list' ? block.start : []))).toEqual([7, 507, 1007]);
    expect(cut.filter(({ kind }) => kind === 'table')).toHaveLength(3);
    const small: Block[] = [{ kind: 'rule' }, { kind: 'paragraph', inlines: cell('a') }];
    expect(smallBlocks(small)).toEqual(small);
  });
});
