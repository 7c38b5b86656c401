import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CountFile, type CountTokens, roughFileTokens } from '#core/context/estimate.ts';
import { beginningOf, decodeText } from '../text.ts';

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

/** Counts what wires put into a message of a text file. One that is not there is told of in a line, and guessed here. */
export function fileCounter(count: CountTokens, folder: string): CountFile {
  return (file, characters) => {
    try {
      if (!/^[0-9a-f]{64}$/.test(file.hash)) return roughFileTokens(file, characters);
      const text = decodeText(readFileSync(join(folder, file.hash)));
      return count(beginningOf(text, characters));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
        return roughFileTokens(file, characters);
      throw error;
    }
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
