import type { CountTokens } from '#core/context/estimate.ts';

/** A text that spells a control token is ordinary text. */
const plain = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

/**
 * A stretch without a break between words is counted in pieces of this many characters: the tokenizer takes the square
 * of its length (32,768 Thai letters: 4 seconds). A cut costs at most one token too many.
 */
const longestRun = 200;

/** Loads the tokenizer that all estimates are made with, o200k: half a second of work, and 30 MB. */
export async function loadTokenCounter(): Promise<CountTokens> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  return (text) => {
    let tokens = 0;
    let at = 0;
    for (const { start, end } of longRuns(text)) {
      tokens += countTokens(text.slice(at, start), plain);
      for (let from = start; from < end; from += longestRun) {
        tokens += countTokens(text.slice(from, Math.min(end, from + longestRun)), plain);
      }
      at = end;
    }
    return tokens + countTokens(text.slice(at), plain);
  };
}

/** Long stretches of blanks alone, or of anything else. By hand: a regular expression takes longer than the counting. */
function longRuns(text: string): { start: number; end: number }[] {
  const runs: { start: number; end: number }[] = [];
  let start = 0;
  let blank = isBlank(text.charCodeAt(0));
  for (let at = 1; at <= text.length; at += 1) {
    if (at < text.length && isBlank(text.charCodeAt(at)) === blank) continue;
    if (at - start > longestRun) runs.push({ start, end: at });
    start = at;
    blank = !blank;
  }
  return runs;
}

const isBlank = (unit: number): boolean => unit <= 0x20;
