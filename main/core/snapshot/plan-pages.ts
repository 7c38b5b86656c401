import { type ImageRule, imageTokens } from '../context/image-cost.ts';
import type { PagePlan } from '../context/situation.ts';
import { legendText } from './legend.ts';
import { type PageCells, paginate } from './paginate.ts';
import { quotesTurns } from './serialise.ts';
import { type PageFont, type PageShape, pagePixels, pageShapeFor, smallFont, usualFont } from './shapes.ts';
import { exactStrings, sidecarText } from './sidecar.ts';
import { type Cells, joinFlag, type Typesetter } from './typeset.ts';

/** Tokens that exact strings may take for each page [S7]: about a twentieth of what its text would cost. */
const sidecarTokensPerPage: Readonly<Record<PageFont, number>> = { 'unifont-8x16': 250, 'galmuri-5x10': 600 };
/** Bytes of a PNG for each cell: what prose and code come to at most, and ideographs, which pack badly. */
const bytesPerCell: Readonly<Record<PageFont, { narrow: number; wide: number }>> = {
  'unifont-8x16': { narrow: 4.3, wide: 12.5 },
  'galmuri-5x10': { narrow: 3.3, wide: 4 },
};
/** Small letters are read less surely: a fold has them only where its pages cost this share less by them. */
const smallMargin = 0.2;

/** How pages are wanted for a reader. */
export interface PageWish {
  rule: ImageRule;
  /** Whether the user allowed small letters. */
  smallLetters: boolean;
}

export interface PagesOfFold {
  shape: PageShape;
  pages: PageCells[];
  plan: PagePlan;
}

/**
 * Sets a fold's text as pages for a way of billing and works out what they cost. Nothing is drawn yet.
 *
 * @param typesetterOf asked for the small font only where small letters may be used
 * @param countTokens of a text, by the same measure as the view's
 */
export function setPages(
  fold: { id: string; source: string; turns: { from: number; to: number } },
  { rule, smallLetters }: PageWish,
  typesetterOf: (font: PageFont) => Typesetter,
  countTokens: (text: string) => number,
): PagesOfFold {
  const usual = setIn(usualFont, fold.source, rule, typesetterOf);
  const small = smallLetters ? setIn(smallFont, fold.source, rule, typesetterOf) : usual;
  const isSmall = small.tokens < usual.tokens * (1 - smallMargin);
  const { shape, pages, sizes, tall } = isSmall ? small : usual;
  const strings = exactStrings(
    fold.source,
    pages.map((page) => page.start),
  );
  const plan: PagePlan = {
    shape: shape.id,
    smallLetters: isSmall,
    pages: sizes,
    legend: legendText({
      id: fold.id,
      pages: pages.length,
      turns: fold.turns,
      shape,
      tall,
      quotesTurns: quotesTurns(fold.source),
    }),
    sidecar: sidecarText(strings, sidecarTokensPerPage[shape.font] * pages.length, countTokens),
  };
  return { shape, pages, plan };
}

function setIn(
  font: PageFont,
  source: string,
  rule: ImageRule,
  typesetterOf: (font: PageFont) => Typesetter,
) {
  const shape = pageShapeFor(rule, font);
  const typesetter = typesetterOf(font);
  const cells = typesetter.set(source);
  const pages = paginate(cells, shape.grid, typesetter);
  const { narrow, wide } = bytesPerCell[font];
  const bytesOfCell = narrow + (wide - narrow) * wideShare(cells);
  const sizes = pages.map((page) => {
    const size = pagePixels(shape, page.rows);
    const bytesEstimate = Math.ceil(page.numbers.length * bytesOfCell);
    return { ...size, tokens: imageTokens(rule, size, 'original'), bytesEstimate };
  });
  const tokens = sizes.reduce((sum, page) => sum + page.tokens, 0);
  return { shape, pages, sizes, tokens, tall: cells.upper !== null };
}

/** Share of the cells that belong to glyphs of two. */
function wideShare({ numbers, length }: Cells): number {
  let joined = 0;
  for (let i = 0; i < length; i++) if (((numbers[i] ?? 0) & joinFlag) !== 0) joined += 1;
  return length === 0 ? 0 : Math.min(1, (2 * joined) / length);
}
