import { createHash } from 'node:crypto';
import type { Atlas } from '#core/snapshot/atlas.ts';
import { createComposer } from '#core/snapshot/compose.ts';
import { type PageCells, paginate } from '#core/snapshot/paginate.ts';
import { raster } from '#core/snapshot/raster.ts';
import type { PageShape } from '#core/snapshot/shapes.ts';
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
  typesetter: Typesetter;
  /** Draws a whole fold, page by page: a page is drawn when it is asked for. */
  draw(source: string, shape: PageShape): Iterable<DrawnPage>;
  /** Draws pages that were set before with this drawer's typesetter. */
  drawCells(pages: readonly PageCells[], shape: PageShape): Iterable<DrawnPage>;
}

export function createPageDrawer(atlas: Atlas): PageDrawer {
  const typesetter = createTypesetter(atlas, createComposer(atlas));

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
    typesetter,
    drawCells,
    draw: (source, shape) => drawCells(paginate(typesetter.set(source), shape.grid, typesetter), shape),
  };
}
