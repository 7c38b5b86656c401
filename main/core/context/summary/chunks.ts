import { cutText } from '../cut-text.ts';
import type { CountTokens } from '../estimate.ts';

/** Characters that are counted as one, and never taken apart. */
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
  for (const piece of cutText(text, stride)) {
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
