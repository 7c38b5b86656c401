import { hasSmallLetters, type PageShape } from './shapes.ts';

/** What a legend speaks of. */
export interface LegendFacts {
  /** The fold's recall id. */
  id: string;
  pages: number;
  /** Numbers of the first and the last turn, counted from 1 along the branch. */
  turns: { from: number; to: number };
  shape: PageShape;
  /** Whether letters of the larger font stand among small ones. */
  tall: boolean;
  /** Whether a line was moved in that looks like the head of a turn. */
  quotesTurns: boolean;
}

/**
 * Tells the reader, before the pages, what they are, how they are laid out, which turns they hold and how to get them
 * as text [S1]. English, like everything that is written for a model; short, because it is paid for.
 */
export function legendText(facts: LegendFacts): string {
  const { id, pages, turns, shape, tall, quotesTurns } = facts;
  const held = turns.from === turns.to ? `turn ${turns.from}` : `turns ${turns.from} to ${turns.to}`;
  const count = pages === 1 ? 'The next image is a page' : `The next ${pages} images are pages`;
  const small = hasSmallLetters(shape.id) ? '→ a tab, ← a carriage return, E an escape, ' : '';
  return [
    `[${count} of this conversation's own earlier text: ${held}, complete and in order, drawn in a fixed-width pixel font of ${shape.grid.columns} columns.`,
    'Read each row from left to right, rows from top to bottom, pages in order; rows break anywhere.',
    `White on black: ↵ is a line end, ${small}■ the end of the text. An open box ␣ is a special space.`,
    ...(tall ? ['A row with larger letters under a broken line is two rows high: read it once.'] : []),
    ...(quotesTurns
      ? ['A line with ## and a number begins a turn; one moved in by a blank only quotes such a line.']
      : []),
    'A code in brackets such as [U+1F9D1] is that one character. Right-to-left text stands in logical order, first letter leftmost.',
    `Zero is slashed. Exact strings follow the pages as text: trust them over the pixels. For a passage as text call recall with id "${id}".]`,
  ].join(' ');
}
