import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeAddress } from '../../../renderer/features/chat/markdown/addresses.ts';
import {
  type Block,
  type Cut,
  cutBlocks,
  headingLevels,
} from '../../../renderer/features/chat/markdown/blocks.ts';
import { grammars } from '../../../renderer/features/chat/markdown/grammars.ts';
import {
  codeLanguages,
  languageId,
  languageName,
} from '../../../renderer/features/chat/markdown/languages.ts';
import { prepareMath } from '../../../renderer/features/chat/markdown/math-text.ts';

const kinds = (text: string) => cutBlocks(text).blocks.map(({ kind }) => kind);
const only = (text: string): Block => {
  const [block, ...rest] = cutBlocks(text).blocks;
  if (!block || rest.length > 0) throw new Error(`not one block: ${text}`);
  return block;
};

describe('cutting Markdown into blocks', () => {
  it('tells code, tables, formulas and lists from text', () => {
    expect(
      kinds('# Title\n\nText\n- one\n\n```ts\nx\n```\n\n| a |\n| - |\n| 1 |\n\n$$\nx^2\n$$\n\n\\[ y \\]\n'),
    ).toEqual(['heading', 'text', 'items', 'code', 'table', 'formula', 'formula']);
  });

  it('knows whether code has ended', () => {
    expect(only('```ts\nlet a = 1;')).toMatchObject({ closed: false, code: 'let a = 1;', language: 'ts' });
    expect(only('```ts\nlet a = 1;\n```')).toMatchObject({ closed: true });
    expect(only('````md\n```\nx\n```\n')).toMatchObject({ closed: false });
    expect(only('~~~\nx\n~~~')).toMatchObject({ closed: true, language: '' });
    expect(only('    indented')).toMatchObject({ kind: 'code', closed: true, code: 'indented' });
  });

  it('draws a long list in pieces that count on', () => {
    const list = Array.from({ length: 20 }, () => '1. item').join('\n');
    const blocks = cutBlocks(list).blocks;
    expect(blocks.map(({ kind }) => kind)).toEqual(['items', 'moreItems', 'moreItems']);
    expect(blocks.map(({ raw }) => raw.slice(0, 3))).toEqual(['1. ', '9. ', '17.']);
    expect(new Set(blocks.map(({ at }) => at)).size).toBe(3);
  });

  it('a formula ends at a blank line, and two dollars in a text are none', () => {
    expect(only('$$ bling and so on')).toMatchObject({ kind: 'formula', closed: false });
    expect(kinds('$$ bling\n\nand so on')).toEqual(['text', 'text']);
    expect(only('It costs $$ a lot $$ here')).toMatchObject({ kind: 'text' });
  });

  it('headings stand one below the one they belong to, whatever the model left out', () => {
    const { blocks } = cutBlocks('## A\n\n#### B\n\n## C\n\n# D\n\n### E\n\n#### F\n\n##### G\n\n###### H');
    expect([...headingLevels(blocks, 3).values()]).toEqual([3, 4, 3, 3, 4, 5, 6, 6]);
  });

  const fragment = fc.constantFrom(
    '# A heading\n',
    'A paragraph of **text**. ',
    '\n',
    '\n\n',
    '- item\n',
    '  - nested\n',
    '1. first\n',
    '```python\n',
    'print(1)\n',
    '```\n',
    '| a | b |\n',
    '| --- | :-: |\n',
    '| 1 | 2 |\n',
    '> quote\n',
    '---\n',
    '$$',
    '$$\n',
    'x^2',
    '\\[ y \\]\n',
    '<div>\n',
    '[1]: https://example.com\n',
    'ภาษาไทย ',
    '    indented\n',
    '\r\n',
  );

  it('cuts a growing text as it cuts the whole, and keeps the settled blocks as they are', () => {
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 40 }), (fragments) => {
        let text = '';
        let cut: Cut | undefined;
        for (const next of fragments) {
          text += next;
          const grown = cutBlocks(text, cut);
          expect(grown.blocks).toEqual(cutBlocks(text).blocks);
          cut = grown;
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('reads a paragraph again whose last line makes it a heading, formulas in it and all', () => {
    const fragments = ['print(1)\n', '\\[ y \\]\n', 'print(1)\n', '---\n'];
    let cut: Cut | undefined;
    let text = '';
    for (const next of fragments) {
      text += next;
      cut = cutBlocks(text, cut);
    }
    expect(cut?.blocks).toEqual(cutBlocks(text).blocks);
  });

  it('loses no character of what is shown', () => {
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 30 }), (fragments) => {
        const text = fragments.join('');
        const bare = (value: string) => value.replace(/[\s\d]|\[1\]: https:\/\/example\.com/g, '');
        expect(
          bare(
            cutBlocks(text)
              .blocks.map(({ raw }) => raw)
              .join(''),
          ),
        ).toBe(bare(text));
      }),
    );
  });
});

describe('dollars', () => {
  it.each([
    ['It costs $5 and $10.', 'It costs \\$5 and \\$10.'],
    ['from $5 to 10$.', 'from \\$5 to 10\\$.'],
    ['$5-$10', '\\$5-\\$10'],
    ['US$5 and A$6', 'US\\$5 and A\\$6'],
    ['\\$5 and $n$', '\\$5 and $n$'],
    ['$x^2$ and \\(y\\)', '$x^2$ and $y$'],
    ['a \\[z\\] b', 'a $$z$$ b'],
    ['`$a$ and $b$` stays', '`$a$ and $b$` stays'],
    ['``a ` $b$`` stays $c$', '``a ` $b$`` stays $c$'],
    ['$$x$$ stays, $$ alone does not', '$$x$$ stays, \\$\\$ alone does not'],
    ['a lone $', 'a lone \\$'],
    ['\\(never closed', '\\(never closed'],
  ])('%s', (given, expected) => {
    expect(prepareMath(given)).toBe(expected);
  });

  it('ends, and changes nothing where there is no dollar and no bracket', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('$', '\\', '`', '(', ')', 'a', '1', ' ', '\n') }),
        (text) => {
          const prepared = prepareMath(text);
          if (!/[$]|\\[([]/.test(text)) expect(prepared).toBe(text);
          expect(prepared.replace(/[\\$()[\]\s]/g, '')).toBe(text.replace(/[\\$()[\]\s]/g, ''));
        },
      ),
    );
  });
});

describe('links of a model', () => {
  it.each(['https://example.com/a?b=c', 'http://example.com', 'mailto:jana@example.com'])(
    '%s opens',
    (address) => {
      expect(safeAddress(address)).toBe(address);
    },
  );

  it.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'bough://app',
    'data:text/html,x',
    '/relative',
    '',
    undefined,
  ])('%s does not', (address) => {
    expect(safeAddress(address)).toBeNull();
  });
});

it('a language goes by the names that models use', () => {
  expect(languageId('TS')).toBe('typescript');
  expect(languageName('py')).toBe('Python');
  expect(languageId('klingon')).toBeNull();
  expect(languageName('klingon')).toBe('klingon');
});

it('every language that has a name has a grammar, and the other way round', async () => {
  expect(Object.keys(grammars)).toEqual(Object.keys(codeLanguages));
  for (const [id, grammar] of Object.entries(grammars)) {
    const { default: registrations } = await grammar();
    const names = registrations.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
    expect(names, id).toContain(id);
  }
});
