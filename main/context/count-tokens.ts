import type { CountTokens } from '#core/context/estimate.ts';

/** A text that spells a control token is ordinary text. */
const plain = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

/**
 * A stretch without a break between words is counted in pieces of this many characters: the tokenizer takes the square
 * of its length (32,768 Thai letters: 4 seconds). A cut costs at most one token too many.
 */
const longestRun = 200;
const longRuns = new RegExp(`\\s{${longestRun},}|\\S{${longestRun},}`, 'g');

/** Loads the tokenizer that all estimates are made with, o200k: half a second of work, and 30 MB. */
export async function loadTokenCounter(): Promise<CountTokens> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  return (text) => {
    let tokens = 0;
    let at = 0;
    for (const { index, 0: run } of text.matchAll(longRuns)) {
      tokens += countTokens(text.slice(at, index), plain);
      for (let from = 0; from < run.length; from += longestRun) {
        tokens += countTokens(run.slice(from, from + longestRun), plain);
      }
      at = index + run.length;
    }
    return tokens + countTokens(text.slice(at), plain);
  };
}
