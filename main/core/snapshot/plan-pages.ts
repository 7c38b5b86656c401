import { type ImageRule, imageTokens } from '../context/image-cost.ts';
import type { PagePlan } from '../context/situation.ts';
import { legendText } from './legend.ts';
import { type PageCells, paginate } from './paginate.ts';
import { type PageShape, pagePixels, pageShapeFor } from './shapes.ts';
import { exactStrings, sidecarText } from './sidecar.ts';
import type { Typesetter } from './typeset.ts';

/** Tokens that exact strings may take for each page [S7]: about a twentieth of what the page costs. */
const sidecarTokensPerPage = 250;
/** Bytes of a PNG for each cell: pages of code and of prose come to 2.5 to 3.5 (docs/performance.md). */
const bytesPerCell = 3.5;

export interface PagesOfFold {
  shape: PageShape;
  pages: PageCells[];
  plan: PagePlan;
}

/**
 * Sets a fold's text as pages for a way of billing and works out what they cost. Nothing is drawn yet.
 *
 * @param countTokens of a text, by the same measure as the view's
 */
export function setPages(
  fold: { id: string; source: string; turns: { from: number; to: number } },
  rule: ImageRule,
  typesetter: Typesetter,
  countTokens: (text: string) => number,
): PagesOfFold {
  const shape = pageShapeFor(rule);
  const pages = paginate(typesetter.set(fold.source), shape.grid, typesetter);
  const strings = exactStrings(
    fold.source,
    pages.map((page) => page.start),
  );
  const sidecar = sidecarText(strings, sidecarTokensPerPage * pages.length, countTokens);
  const plan: PagePlan = {
    pages: pages.map((page) => {
      const size = pagePixels(shape, page.rows);
      const bytesEstimate = Math.ceil(page.numbers.length * bytesPerCell);
      return { ...size, tokens: imageTokens(rule, size, 'original'), bytesEstimate };
    }),
    legend: legendText({ id: fold.id, pages: pages.length, turns: fold.turns, shape }),
    sidecar,
  };
  return { shape, pages, plan };
}
