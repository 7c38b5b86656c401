import { createHash } from 'node:crypto';
import type { Atlas } from '#core/snapshot/atlas.ts';
import { createComposer } from '#core/snapshot/compose.ts';
import { type PageCells, paginate } from '#core/snapshot/paginate.ts';
import { raster } from '#core/snapshot/raster.ts';
import { type PageFont, type PageShape, smallFont, usualFont } from '#core/snapshot/shapes.ts';
import type { Font } from '#core/snapshot/tall.ts';
import { createTypesetter, type Typesetter } from '#core/snapshot/typeset.ts';
import { encodePagePng } from './page-png.ts';

/** A page as it is sent and kept. */
export interface DrawnPage {
  png: Uint8Array;
  /** Lower-case hexadecimal SHA-256 of the PNG. */
  hash: string;
  /** Pixels. */
  width: number;
  height: number;
  /** Offset in the fold's text of the page's first character, in UTF-16 units. */
  start: number;
}

/** Draws folds with one font. Costly to make (about 100 ms), cheap to use. */
export interface PageDrawer {
  font: Font;
  typesetter: Typesetter;
  /** Draws a whole fold, page by page: a page is drawn when it is asked for. */
  draw(source: string, shape: PageShape): Iterable<DrawnPage>;
  /** Draws pages that were set before with this drawer's typesetter. */
  drawCells(pages: readonly PageCells[], shape: PageShape): Iterable<DrawnPage>;
}

/** @param tall draws what the atlas lacks, where it is a small one */
export function createPageDrawer(atlas: Atlas, tall: Font | null = null): PageDrawer {
  const font: Font = { atlas, composer: createComposer(atlas) };
  const typesetter = createTypesetter(font, tall);

  function* drawCells(pages: readonly PageCells[], shape: PageShape): Generator<DrawnPage> {
    const bitmaps = typesetter.bitmaps();
    for (const page of pages) {
      const bits = raster(page, bitmaps, shape.cell);
      const png = encodePagePng(bits);
      const hash = createHash('sha256').update(png).digest('hex');
      yield { png, hash, width: bits.width, height: bits.height, start: page.start };
    }
  }

  return {
    font,
    typesetter,
    drawCells,
    draw: (source, shape) => drawCells(paginate(typesetter.set(source), shape.grid, typesetter), shape),
  };
}

/** The drawers of all fonts, each made when it is first asked for. */
export function pageDrawers(atlasOf: (font: PageFont) => Atlas): (font: PageFont) => PageDrawer {
  const drawers = new Map<PageFont, PageDrawer>();
  const drawerOf = (font: PageFont): PageDrawer => {
    const known = drawers.get(font);
    if (known) return known;
    const tall = font === smallFont ? drawerOf(usualFont).font : null;
    const made = createPageDrawer(atlasOf(font), tall);
    drawers.set(font, made);
    return made;
  };
  return drawerOf;
}
