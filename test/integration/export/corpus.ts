import type { Part } from '#contract';
import { scripts } from '../../fixtures/scripts.ts';

/** More than twelve scripts, without the texts that are made of what no reader writes. */
export const corpus = [
  'english',
  'czech',
  'dutch',
  'indonesian',
  'portuguese',
  'thai',
  'chinese',
  'japanese',
  'korean',
  'arabic',
  'hebrew',
  'hindi',
  'greek',
  'cyrillic',
  'georgian',
  'armenian',
  'tamil',
  'ethiopic',
  'vietnamese',
].map((name) => scripts[name] ?? '');

/** An answer with a piece of everything. */
export const rich = `# Plan\n\n${corpus.join('\n\n')}\n\n1. one\n2. two\n   - sub **bold** *em* ~~gone~~ \`code\`\n\n- [x] done\n\n| a | b |\n| --- | ---: |\n| x | y |\n\n\`\`\`py\nif a < b:\n\treturn "&"\n\`\`\`\n\n$$\\frac{1}{2}$$\n\n> quoted [Bough](https://example.com/?a=1&b=2)\n\n---\n\nend`;

export const toolPart = (result: string): Part => ({
  type: 'tool',
  id: 'c',
  name: 'search_workspace',
  input: '{"query":"x"}',
  state: 'done',
  result,
  eventful: false,
});

/** Letters and digits alone: layout may break lines and move marks, and must not lose or change the order of these. */
export const lettersOf = (text: string): string => text.normalize('NFKC').replaceAll(/[^\p{L}\p{N}]/gu, '');

const wordsIn = (text: string): string[] =>
  text
    .split(/[\s.?،؟]+/u)
    .map(lettersOf)
    .filter((word) => word !== '');

/** Words of some sentences that do not stand in the text in their order. */
export function lostFrom(text: string, sentences: readonly string[]): string[] {
  const letters = lettersOf(text);
  let from = 0;
  return sentences.flatMap(wordsIn).filter((word) => {
    const at = letters.indexOf(word, from);
    if (at >= 0) from = at + word.length;
    return at < 0;
  });
}
