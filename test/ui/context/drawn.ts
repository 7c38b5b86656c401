import type { Page } from '@playwright/test';
import type { FoldPages } from '#contract';
import { legendText } from '#core/snapshot/legend.ts';
import { shapeById } from '#core/snapshot/shapes.ts';
import { exactStrings, sidecarText } from '#core/snapshot/sidecar.ts';
import { createPageDrawer } from '../../../main/imaging/draw-pages.ts';
import { builtAtlas } from '../../fixtures/atlas.ts';

/** A fold as the app draws it. */
export interface DrawnFold {
  text: string;
  fold: FoldPages;
  pngs: Map<string, Buffer>;
}

/** Draws a text on pages of 1932 px, as for Claude on Anthropic. */
export function drawFold(foldId: string, text: string, turns: { from: number; to: number }): DrawnFold {
  const shape = shapeById('unifont-8x16/241x120');
  const drawn = [...createPageDrawer(builtAtlas()).draw(text, shape)];
  const pages = drawn.map(({ hash, width, height, png, start }, at) => ({
    hash,
    width,
    height,
    bytes: png.length,
    tokens: Math.ceil(width / 28) * Math.ceil(height / 28),
    start,
    end: drawn[at + 1]?.start ?? text.length,
  }));
  const strings = exactStrings(
    text,
    pages.map(({ start }) => start),
  );
  const fold: FoldPages = {
    foldId,
    ...turns,
    smallLetters: false,
    pages,
    legend: legendText({ id: foldId, pages: pages.length, turns, shape, tall: false, quotesTurns: false }),
    sidecar: sidecarText(strings, 400, (words) => words.length / 4),
    pageTokens: pages.reduce((sum, { tokens }) => sum + tokens, 0) + 817,
    textTokens: Math.round(text.length / 3.1),
    money: { pages: 0.076, text: 0.14 },
    length: text.length,
  };
  return { text, fold, pngs: new Map(drawn.map(({ hash, png }) => [hash, Buffer.from(png)])) };
}

/** Serves drawn pages to the browser in place of the host. */
export async function servePages(page: Page, pngs: ReadonlyMap<string, Buffer>): Promise<void> {
  await page.route('**/page/*', (route) => {
    const png = pngs.get(new URL(route.request().url()).pathname.slice('/page/'.length));
    return png ? route.fulfill({ contentType: 'image/png', body: png }) : route.fulfill({ status: 404 });
  });
}

/** What people say about a kitchen, over and over and never twice the same: text for a fold. */
export function longTalk(turns: number): string {
  const rooms = ['kitchen', 'hall', 'bathroom', 'balcony', 'pantry'];
  const lines: string[] = [];
  for (let turn = 1; turn <= turns; turn += 1) {
    const room = rooms[turn % rooms.length] ?? '';
    const width = 60 + ((turn * 37) % 180);
    lines.push(
      `== Turn ${turn}, you ==`,
      `Question ${turn}: could the shelf in the ${room} be ${width} cm wide if the pipe (ø ${20 + (turn % 30)} mm) stays?`,
      '',
      `== Turn ${turn}, Bough ==`,
      `> read_attachment {"file":"plan-${turn}.pdf"}`,
      `> result: room ${room}; wall 3,${turn % 10}0 m; sill 88 cm; order B-${10_000 + turn * 7919}.`,
      `Yes, with one condition. In the ${room} the wall is ${width + 12} cm, so ${width} cm leave 6 cm on each side. ` +
        'Příliš žluťoučký kůň úpěl ďábelské ódy; ตู้เย็นสูง ๘๒ ซม.; 冷蔵庫の高さは82cmです。 ' +
        `See https://example.com/plans/${turn}?room=${room} for the drawing of ${2026 - (turn % 3)}-0${1 + (turn % 9)}-14.`,
      `1. measure twice (${turn}),`,
      '2. cut once,',
      '3. keep the receipt.',
      '',
    );
  }
  return lines.join('\n');
}
