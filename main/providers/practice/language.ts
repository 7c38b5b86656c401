import type { Language } from '#contract';
import { phrases } from './phrases/index.ts';

/** The words of a text in lower case. Thai, which writes none apart, comes in longer stretches. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** Letters that only one of the six languages writes. */
const letters: readonly (readonly [RegExp, Language])[] = [
  [/[ěščřžůťďň]/i, 'cs'],
  [/[ãõ]/i, 'pt-BR'],
];

/**
 * Guesses which of the six languages a text is written in.
 *
 * @param usual the language to take where the text does not tell
 */
export function languageOf(text: string, usual: Language): Language {
  if (/\p{Script=Thai}/u.test(text)) return 'th';
  const words = wordsOf(text);
  const scores = new Map<Language, number>();
  for (const [language, { markers }] of Object.entries(phrases) as [
    Language,
    { markers: readonly string[] },
  ][]) {
    scores.set(language, words.filter((word) => markers.includes(word)).length);
  }
  for (const [letter, language] of letters) {
    if (letter.test(text)) scores.set(language, (scores.get(language) ?? 0) + 2);
  }
  const best = Math.max(...scores.values());
  return best === 0 || scores.get(usual) === best
    ? usual
    : ([...scores].find(([, score]) => score === best)?.[0] ?? usual);
}
