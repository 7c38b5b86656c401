import type { CountTokens } from '../estimate.ts';

/** Characters that are tried as one: no text has fewer characters for a token than this has tokens. */
const stride = 2000;

/**
 * Cuts a text into pieces that each fit a budget, at line ends where there are any: a summary is made piece by piece,
 * so that no request of it is as large as the one that was refused [L2].
 *
 * @param budget tokens as `count` counts them
 */
export function chunksOf(text: string, budget: number, count: CountTokens): string[] {
  const chunks: string[] = [];
  let chunk = '';
  let tokens = 0;
  for (const piece of strides(text)) {
    const more = count(piece);
    if (chunk !== '' && tokens + more > budget) {
      chunks.push(chunk);
      chunk = '';
      tokens = 0;
    }
    chunk += piece;
    tokens += more;
  }
  if (chunk.trim() !== '' || chunks.length === 0) chunks.push(chunk);
  return chunks;
}

/** Pieces of at most `stride` characters that end with a line where one ends in their second half. */
function* strides(text: string): Generator<string> {
  let at = 0;
  while (at < text.length) {
    let end = Math.min(text.length, at + stride);
    if (end < text.length) {
      const line = text.lastIndexOf('\n', end - 1) + 1;
      if (line > at + stride / 2) end = line;
      else if (isHighSurrogate(text.charCodeAt(end - 1))) end -= 1;
    }
    yield text.slice(at, end);
    at = end;
  }
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
