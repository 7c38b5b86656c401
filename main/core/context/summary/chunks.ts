import { cutText } from '../cut-text.ts';
import type { CountTokens } from '../estimate.ts';

/** Characters that are counted as one, and never taken apart. */
const stride = 2000;

export interface Chunk {
  text: string;
  tokens: number;
}

/**
 * Cuts a text into pieces that each fit a budget, at line ends where there are any: a summary is made piece by piece,
 * so that no request of it is as large as the one that was refused [L2].
 *
 * @param budget tokens as `count` counts them
 */
export function chunksOf(text: string, budget: number, count: CountTokens): Chunk[] {
  const chunks: Chunk[] = [];
  let open: Chunk = { text: '', tokens: 0 };
  for (const piece of cutText(text, stride)) {
    const tokens = count(piece);
    if (open.text !== '' && open.tokens + tokens > budget) {
      chunks.push(open);
      open = { text: '', tokens: 0 };
    }
    open = { text: open.text + piece, tokens: open.tokens + tokens };
  }
  return open.text.trim() === '' && chunks.length > 0 ? chunks : [...chunks, open];
}
