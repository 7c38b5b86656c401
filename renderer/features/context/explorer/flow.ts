import type { Block, Kind } from './parts.ts';

/** A piece of a block in one line of the picture. `from` and `to` are shares of the line. */
export interface Piece {
  line: number;
  from: number;
  to: number;
  kind: Kind;
}

/** A block as it lies in the picture: like a sentence on a page, from line to line. */
export interface Flowed {
  block: Block;
  pieces: Piece[];
  /** Where its middle is, counted in lines. */
  middle: number;
}

/**
 * Lays the blocks out as writing fills a page: one after the other, each as long as its tokens say.
 *
 * @param capacity tokens that the whole page stands for
 */
export function flow(blocks: readonly Block[], capacity: number, lines: number): Flowed[] {
  const perLine = capacity / lines;
  let at = 0;
  return blocks.map((block) => {
    const begin = at;
    const pieces = block.runs.flatMap(({ kind, tokens }) => {
      const from = at;
      at += tokens;
      return cutIntoLines(from / perLine, at / perLine, kind, lines);
    });
    return { block, pieces, middle: (begin + at) / 2 / perLine };
  });
}

/** The block one line above or below, where the middle of the current one is; the nearest where there is none. */
export function blockBeside(flowed: readonly Flowed[], current: number, step: 1 | -1): number {
  const here = flowed[current];
  if (!here) return current;
  const wanted = here.middle + step;
  let best = current;
  for (const [place, { middle }] of flowed.entries()) {
    if (place === current || Math.sign(place - current) !== step) continue;
    const nearest = flowed[best];
    if (best === current || Math.abs(middle - wanted) < Math.abs((nearest?.middle ?? 0) - wanted))
      best = place;
  }
  return best;
}

function cutIntoLines(from: number, to: number, kind: Kind, lines: number): Piece[] {
  const pieces: Piece[] = [];
  for (let line = Math.floor(from); line < to && line < lines; line += 1) {
    const piece = { line, from: Math.max(0, from - line), to: Math.min(1, to - line), kind };
    // Sums of shares miss the end of a line by a hair.
    if (piece.to - piece.from > 1e-6) pieces.push(piece);
  }
  return pieces;
}
