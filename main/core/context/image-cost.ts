/** Pixels. */
export interface Size {
  width: number;
  height: number;
}

/** How large an image may be before it is shrunk: its longest side in pixels, and the cells that cover it. */
export interface FitLimits {
  edge: number;
  cap: number;
}

/**
 * How a provider turns pixels into tokens. What a number means stands with its kind; the numbers themselves, with
 * their sources, are in `image-rules.ts`.
 */
export type ImageRule =
  /** A token for each cell of 28 px, after shrinking until both limits hold. */
  | ({ kind: 'anthropic' } & FitLimits)
  /** Cells of 32 px times a multiplier; limits for images sent without a word on detail, and with `original`. */
  | { kind: 'openai-patches'; multiplier: number; auto: FitLimits; original: FitLimits }
  /** A base, and a price for each tile of 512 px after fitting into 2048 px with a short side of 768 px. */
  | { kind: 'openai-tiles'; base: number; tile: number }
  /** The same for every image. */
  | { kind: 'flat'; tokens: number }
  /** A price for each tile; an image of at most 384 px either way is one. */
  | { kind: 'gemini-tiles'; tile: number }
  /** A token for each cell, and some around them: for each row, and for the image. */
  | { kind: 'grid'; cell: number; edge: number; perRow: number; perImage: number }
  | { kind: 'area'; tokensPerMegapixel: number }
  /** Nothing is known: dear by its cells and small in its limits. */
  | { kind: 'unknown'; mostTokens: number; fit: FitLimits };

/** How an image asks to be read. Pages ask for `original` where that exists; other images say nothing. */
export type ImageDetail = 'auto' | 'original';

const anthropicCell = 28;
const openaiCell = 32;
const openaiTile = 512;
/** OpenAI, vision guide: what an image is fitted into before its tiles are counted. */
const tileFit = { edge: 2048, shortSide: 768 };
/** Google, image understanding: small images are one tile; the rest are cut into units within these bounds. */
const geminiTile = { small: 384, least: 256, most: 768, share: 1.5 };

/**
 * The size in which the reader sees an image: the provider shrinks what is over its limits, silently. Whole pixels;
 * what a shrunk image costs is counted before it is rounded, for no vendor says how.
 */
export function fittedSize(rule: ImageRule, size: Size, detail: ImageDetail = 'auto'): Size {
  switch (rule.kind) {
    case 'anthropic':
      return fitEdgeAndCap(size, rule, anthropicCell);
    case 'openai-patches':
      return whole(fitPatches(size, detail === 'original' ? rule.original : rule.auto));
    case 'openai-tiles':
      return whole(fitTiles(size));
    case 'grid':
      return whole(fitEdge(size, rule.edge));
    case 'unknown':
      return fitEdgeAndCap(size, rule.fit, anthropicCell);
    case 'flat':
    case 'gemini-tiles':
    case 'area':
      return size;
  }
}

/** What an image costs, in tokens, whatever is on it. */
export function imageTokens(rule: ImageRule, size: Size, detail: ImageDetail = 'auto'): number {
  switch (rule.kind) {
    case 'anthropic':
      return cells(fittedSize(rule, size), anthropicCell);
    case 'openai-patches':
      return Math.ceil(
        cells(fitPatches(size, detail === 'original' ? rule.original : rule.auto), openaiCell) *
          rule.multiplier,
      );
    case 'openai-tiles':
      return rule.base + rule.tile * cells(fitTiles(size), openaiTile);
    case 'flat':
      return rule.tokens;
    case 'gemini-tiles':
      return rule.tile * cells(size, geminiUnit(size));
    case 'grid': {
      const { width, height } = fitEdge(size, rule.edge);
      const rows = Math.ceil(height / rule.cell);
      return rows * (Math.ceil(width / rule.cell) + rule.perRow) + rule.perImage;
    }
    case 'area':
      return Math.ceil((size.width * size.height * rule.tokensPerMegapixel) / 1e6);
    case 'unknown':
      return Math.min(rule.mostTokens, cells(size, anthropicCell));
  }
}

const cells = ({ width, height }: Size, cell: number): number =>
  Math.ceil(width / cell) * Math.ceil(height / cell);

/** As a fraction, and multiplied first: a side that is shrunk to a limit must not come out a hair longer. */
function scaled({ width, height }: Size, to: number, from: number): Size {
  return { width: (width * to) / from, height: (height * to) / from };
}

function whole({ width, height }: Size): Size {
  return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) };
}

function fitEdge(size: Size, edge: number): Size {
  const long = Math.max(size.width, size.height);
  return long <= edge ? size : scaled(size, edge, long);
}

/** The largest size of the same shape that both limits allow. Cells never grow while the edge shrinks: halving finds it. */
function fitEdgeAndCap(size: Size, limits: FitLimits, cell: number): Size {
  const long = Math.max(size.width, size.height);
  const withEdge = (edge: number): Size => whole(scaled(size, edge, long));
  let fits = 1;
  let over = Math.floor(Math.min(long, limits.edge)) + 1;
  while (over - fits > 1) {
    const edge = (fits + over) >> 1;
    if (cells(withEdge(edge), cell) <= limits.cap) fits = edge;
    else over = edge;
  }
  return fits === long ? size : withEdge(fits);
}

/**
 * OpenAI, vision guide: the edge first; then, over the cap, by area, and a little more so that whole patches fill one
 * side exactly.
 */
function fitPatches(size: Size, limits: FitLimits): Size {
  const fitted = fitEdge(size, limits.edge);
  if (cells(fitted, openaiCell) <= limits.cap) return fitted;
  const byArea = Math.sqrt((openaiCell ** 2 * limits.cap) / (fitted.width * fitted.height));
  const across = (fitted.width * byArea) / openaiCell;
  const down = (fitted.height * byArea) / openaiCell;
  const exact = byArea * Math.min(Math.floor(across) / across, Math.floor(down) / down);
  const { width, height } = scaled(fitted, exact, 1);
  return { width: Math.max(1, Math.floor(width)), height: Math.max(1, Math.floor(height)) };
}

function fitTiles(size: Size): Size {
  const long = Math.max(size.width, size.height);
  const short = Math.min(size.width, size.height);
  const [to, from] = long > tileFit.edge ? [tileFit.edge, long] : [1, 1];
  return short * to > tileFit.shortSide * from
    ? scaled(size, tileFit.shortSide, short)
    : scaled(size, to, from);
}

function geminiUnit({ width, height }: Size): number {
  if (Math.max(width, height) <= geminiTile.small) return geminiTile.small;
  const unit = Math.floor(Math.min(width, height) / geminiTile.share);
  return Math.min(geminiTile.most, Math.max(geminiTile.least, unit));
}
