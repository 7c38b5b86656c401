import { type ImageRule, imageTokens } from '../context/image-cost.ts';
import type { PagePlan } from '../context/situation.ts';
import { legendText } from './legend.ts';
import { type PageCells, paginate } from './paginate.ts';
import { type PageFont, type PageShape, pagePixels, pageShapeFor, smallFont, usualFont } from './shapes.ts';
import { exactStrings, sidecarText } from './sidecar.ts';
import type { Typesetter } from './typeset.ts';

/** Tokens that exact strings may take for each page [S7]: about a twentieth of what the page costs. */
const sidecarTokensPerPage = 250;
/** Bytes of a PNG for each cell: what pages of code and of prose come to (docs/performance.md). */
const bytesPerCell: Readonly<Record<PageFont, number>> = { 'unifont-8x16': 3.5, 'galmuri-5x10': 3.2 };
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
    legend: legendText({ id: fold.id, pages: pages.length, turns: fold.turns, shape, tall }),
    sidecar: sidecarText(strings, sidecarTokensPerPage * pages.length, countTokens),
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
  const sizes = pages.map((page) => {
    const size = pagePixels(shape, page.rows);
    const bytesEstimate = Math.ceil(page.numbers.length * bytesPerCell[font]);
    return { ...size, tokens: imageTokens(rule, size, 'original'), bytesEstimate };
  });
  const tokens = sizes.reduce((sum, page) => sum + page.tokens, 0);
  return { shape, pages, sizes, tokens, tall: cells.upper !== null };
}
