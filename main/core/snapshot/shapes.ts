import type { ImageRule, Size } from '../context/image-cost.ts';
import type { Grid } from './paginate.ts';

/** How pages are drawn for one way of billing [S4]. */
export interface PageShape {
  /** Stored with a fold: the same id always draws the same pages. */
  id: string;
  font: PageFont;
  cell: Size;
  grid: Grid;
}

/** Name of an atlas. */
export type PageFont = 'unifont-8x16' | 'galmuri-5x10';

/**
 * The fonts of pages, by how surely they are read (docs/decisions). UnifontEX at its own size is the smallest that
 * independent readers read right, and has every script; GalmuriMono9 holds two and a half times as much, is read less
 * surely, and only where the user asked for it.
 */
const cells: Readonly<Record<PageFont, Size>> = {
  'unifont-8x16': { width: 8, height: 16 },
  'galmuri-5x10': { width: 5, height: 10 },
};
export const usualFont: PageFont = 'unifont-8x16';
export const smallFont: PageFont = 'galmuri-5x10';

/**
 * The page for each way of billing. A flat price asks for the widest page that stays legible; a price by area gains
 * nothing from size, so the page stays safely under the size at which the provider shrinks it.
 */
export function pageShapeFor(rule: ImageRule, font: PageFont = usualFont): PageShape {
  return shapeOf(pageSize(rule), font);
}

/** The ids of all shapes in which this way of billing may be sent pages: a fold keeps the one that it was made in. */
export function pageShapesFor(rule: ImageRule): string[] {
  return [usualFont, smallFont].map((font) => pageShapeFor(rule, font).id);
}

function pageSize(rule: ImageRule): Size {
  switch (rule.kind) {
    case 'anthropic':
      // Vision guide: 69 x 69 cells under the cap of 4,784, and under the 2000 px that hold past 20 images.
      // Standard resolution: 56 x 26 cells under 1,568, over the full edge of 1568 px.
      return rule.edge > 1568 ? { width: 1932, height: 1932 } : { width: 1568, height: 728 };
    case 'openai-patches':
      // Vision guide: 49 x 49 patches under every cap of 2,500; 39 x 39 under the small models' 1,536.
      return rule.original.cap >= 2500 ? { width: 1568, height: 1568 } : { width: 1248, height: 1248 };
    case 'openai-tiles':
      // The short side is fitted to 768 px, the long one to 2048: both are used whole.
      return { width: 768, height: 2048 };
    case 'flat':
      // Gemini 3: 2048 px is the widest with published evidence of being read. Gemma 3 sees squares of 896 px.
      return rule.tokens >= 1000 ? { width: 2048, height: 2048 } : { width: 896, height: 896 };
    case 'gemini-tiles':
      // Four tiles of 768 px.
      return { width: 1536, height: 1536 };
    case 'grid':
      return square(Math.min(1568, rule.edge));
    case 'area':
      return square(1568);
    case 'unknown':
      // The largest square that standard resolution of any known provider leaves as it is.
      return square(1092);
  }
}

function square(side: number): Size {
  return { width: side, height: side };
}

/** The page is drawn as large as whole cells allow. */
function shapeOf({ width, height }: Size, font: PageFont): PageShape {
  const cell = cells[font];
  const grid = { columns: Math.floor(width / cell.width), rows: Math.floor(height / cell.height) };
  return { id: `${font}/${grid.columns}x${grid.rows}`, font, cell, grid };
}

/** The shape that an id names, for drawing a stored fold again. Throws a RangeError for an id that is none. */
export function shapeById(id: string): PageShape {
  const match = /^(.+)\/(\d{1,3})x(\d{1,3})$/.exec(id);
  const [columns, rows] = [Number(match?.[2]), Number(match?.[3])];
  const font = [usualFont, smallFont].find((name) => name === match?.[1]);
  // A tall letter takes four columns and two rows.
  if (!font || columns < 4 || rows < 2) throw new RangeError(`There is no page shape ${id}`);
  return { id, font, cell: cells[font], grid: { columns, rows } };
}

/** Whether a shape's letters are small. False for an id of none. */
export function hasSmallLetters(id: string): boolean {
  return id.startsWith(`${smallFont}/`);
}

/** Pixels of a page with so many rows. */
export function pagePixels(shape: PageShape, rows: number): Size {
  return { width: shape.grid.columns * shape.cell.width, height: rows * shape.cell.height };
}
