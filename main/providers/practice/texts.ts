import { wordsOf } from './language.ts';
import type { Phrases } from './phrases/phrases.ts';
import type { Situation } from './situation.ts';

/** Every kind of formatting that an answer can have, in the user's language. */
export function showcase({ showcase: words }: Phrases): string {
  const [tree, height, age] = words.columns;
  return [
    `## ${words.title}`,
    words.text,
    `### ${words.table}`,
    [
      `| ${tree} | ${height} | ${age} |`,
      '| --- | ---: | ---: |',
      '| *Quercus robur* | 31 m | 412 |',
      '| *Fagus sylvatica* | 27 m | 180 |',
      '| *Pinus sylvestris* | 24 m | 95 |',
    ].join('\n'),
    `### ${words.code}`,
    [
      '```python',
      'def rings(trunk):',
      '    """Every ring is a year."""',
      '    return len(trunk.rings)',
      '```',
    ].join('\n'),
    `### ${words.formula}`,
    '$$\n\\int_0^1 x^2 \\, dx = \\frac{1}{3}\n$$',
    `### ${words.list}`,
    [`1. ${words.items[0]}`, `2. ${words.items[1]}`, `   - ${words.items[2]}`].join('\n'),
  ].join('\n\n');
}

const sentencesPerParagraph = 4;
const paragraphsPerHeading = 5;

/** A text of about `words` words. Thai counts six letters a word, because it writes no spaces. */
export function longText(say: Phrases, words: number): string {
  const parts = [say.longText(words)];
  let written = 0;
  for (let paragraph = 0; written < words; paragraph += 1) {
    if (paragraph % paragraphsPerHeading === 0) parts.push(`## ${paragraph / paragraphsPerHeading + 1}`);
    const sentences = Array.from({ length: sentencesPerParagraph }, (_, at) => {
      const index = paragraph * sentencesPerParagraph + at + Math.floor(paragraph / 2);
      return say.sentences[index % say.sentences.length] ?? '';
    });
    const text = sentences.join(' ');
    parts.push(text);
    written += /\p{Script=Thai}/u.test(text) ? Math.ceil(text.length / 6) : wordsOf(text).length;
  }
  return parts.join('\n\n');
}

/** Characters of a part of filling the memory: about a fifth of it. */
const fillCharacters = 6000;

/**
 * A long text without meaning, so that the memory fills and a newcomer sees what happens then; once room was made,
 * what to look at.
 */
export function filling(
  { filled, folded }: Pick<Situation, 'filled' | 'folded'>,
  { fill, sentences }: Phrases,
): string {
  if (filled > 0 && folded)
    return [fill.made, fill.steps.map((step, place) => `${place + 1}. ${step}`).join('\n')].join('\n\n');
  const paragraphs: string[] = [];
  let written = 0;
  for (let at = filled; written < fillCharacters; at += 1) {
    const paragraph = sentences.map((_, place) => sentences[(place + at) % sentences.length] ?? '').join(' ');
    paragraphs.push(paragraph);
    written += paragraph.length;
  }
  return [`**${fill.title} ${filled + 1}**`, fill.text, ...paragraphs, fill.next].join('\n\n');
}
