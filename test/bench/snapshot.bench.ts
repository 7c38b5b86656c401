import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import sharp from 'sharp';
import { paginate } from '#core/snapshot/paginate.ts';
import { raster } from '#core/snapshot/raster.ts';
import { pageShapeFor } from '#core/snapshot/shapes.ts';
import { createPageDrawer } from '../../main/imaging/draw-pages.ts';
import { builtAtlas } from '../fixtures/atlas.ts';
import { scripts } from '../fixtures/scripts.ts';
import { median, report, rounded, timed } from './support/measure.ts';

/**
 * A million characters as pages of 8x16 cells, drawn and encoded, beside two general text engines that draw one page
 * of the same text in the same cell: sharp's (Pango) and a canvas's (Skia). And the raster alone, the growth from one
 * to ten million characters, and the memory that takes.
 */
const shape = pageShapeFor({ kind: 'anthropic', edge: 2576, cap: 4784 });
const { columns, rows } = shape.grid;
const million = textOf(1_000_000);
const drawer = createPageDrawer(builtAtlas());

function textOf(length: number): string {
  const { english, czech, thai, chinese, code, json, log, table } = scripts;
  const paragraph = [english, czech, code, english, json, thai, log, english, chinese, table].join('\n');
  return paragraph.repeat(Math.ceil(length / paragraph.length)).slice(0, length);
}

/** Draws and encodes all pages, keeping none: as the app does, which writes each to its cache. */
function drawAll(text: string): { pages: number; bytes: number } {
  let pages = 0;
  let bytes = 0;
  for (const { png } of drawer.draw(text, shape)) {
    pages += 1;
    bytes += png.length;
  }
  return { pages, bytes };
}

const onePage = Array.from({ length: rows }, (_, row) =>
  million.slice(row * columns, (row + 1) * columns).replaceAll('\n', ' '),
);
const size = { width: columns * shape.cell.width, height: rows * shape.cell.height };
const charactersOfPage = onePage.reduce((sum, line) => sum + line.length, 0);

async function pangoPage(): Promise<void> {
  const escaped = onePage
    .join('\n')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[^\P{Cc}\n]/gu, '');
  await sharp({ text: { text: escaped, font: 'monospace 8', dpi: 96 } })
    .resize({ ...size, fit: 'contain' })
    .png({ compressionLevel: 6 })
    .toBuffer();
}

async function canvasPage(): Promise<void> {
  const canvas = createCanvas(size.width, size.height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, size.width, size.height);
  context.fillStyle = '#000';
  context.font = `${shape.cell.height - 3}px ${GlobalFonts.families[0]?.family ?? 'monospace'}`;
  for (const [row, line] of onePage.entries()) context.fillText(line, 0, (row + 1) * shape.cell.height - 4);
  await canvas.encode('png');
}

async function microsecondsAPageCharacter(draw: () => Promise<void>): Promise<number> {
  await draw();
  const times: number[] = [];
  for (let i = 0; i < 5; i += 1) {
    const started = performance.now();
    await draw();
    times.push(performance.now() - started);
  }
  return (median(times) * 1000) / charactersOfPage;
}

drawAll(million);
const times = Array.from({ length: 5 }, () => timed(() => drawAll(million)));
const ours = (median(times) * 1000) / million.length;
for (const [name, draw] of [
  ['sharp text (Pango)', pangoPage],
  ['canvas (@napi-rs/canvas)', canvasPage],
] as const) {
  const peer = await microsecondsAPageCharacter(draw);
  report({
    bench: 'snapshot-draw-and-encode',
    value: rounded(ours, 3),
    unit: 'µs a character',
    peer: { name, value: rounded(peer, 3) },
    ratio: rounded(ours / peer),
  });
}

const { typesetter } = drawer;
const pages = paginate(typesetter.set(million), shape.grid, typesetter);
const bitmaps = typesetter.bitmaps();
const rasterTimes = Array.from({ length: 7 }, () =>
  timed(() => {
    for (const page of pages) raster(page, bitmaps, shape.cell);
  }),
);
report({
  bench: 'snapshot-raster-alone',
  value: rounded(million.length / median(rasterTimes) / 1000),
  unit: 'million characters a second',
});

const { pages: count, bytes } = drawAll(million);
report({
  bench: 'snapshot-page-size',
  value: rounded(bytes / count / 1024),
  unit: 'KiB a page of 28,920 cells',
});

const ten = textOf(10_000_000);
globalThis.gc?.();
const before = process.memoryUsage.rss();
let peak = 0;
const tenTime = timed(() => {
  for (const page of drawer.draw(ten, shape)) {
    if (page.start % 7 === 0) peak = Math.max(peak, process.memoryUsage.rss() - before);
  }
});
report({
  bench: 'snapshot-growth',
  value: rounded(tenTime),
  unit: 'ms for 10 million characters',
  peer: { name: 'ten times 1 million', value: rounded(median(times) * 10) },
  ratio: rounded(tenTime / (median(times) * 10), 2),
});
report({
  bench: 'snapshot-memory',
  value: rounded(peak / 1024 / 1024),
  unit: 'MiB more at the peak for 10 million characters',
});
