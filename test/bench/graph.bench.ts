import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { hierarchy, tree as tidyTree } from 'd3-hierarchy';
import type { TreeSkeleton } from '#contract';
import type { Services } from '../../main/services.ts';
import config from '../../playwright.config.ts';
import { layOut, metricsFor } from '../../renderer/features/tree/model/layout.ts';
import { treeOf } from '../../renderer/features/tree/model/tree.ts';
import { startHost } from '../host/host.ts';
import { expectOk } from '../host/lab-routes.ts';
import { openTestServices } from '../host/test-services.ts';
import { bigTree, seedTree } from '../host/trees.ts';
import { closeGraph, dragTip, framesDuring, graphOpeningTime, heapOf, pan } from './support/graph-times.ts';
import { median, report, rounded, timed } from './support/measure.ts';
import { percentile, tasksDuring } from './support/page-times.ts';
import { shippedWorkers } from './support/shipped-workers.ts';

/**
 * The branches of a conversation of 10,000 messages and 1,500 branches: laying them out in columns, against d3's tidy
 * tree of the same; then in Chromium through the test host: opening them, what is mounted, frames while one pans and
 * drags, and what opening and closing them 50 times leaves behind.
 */
const size = { messages: 10_000, branches: 1500 };
const rounds = 9;

const folder = await mkdtemp(join(tmpdir(), 'bough-bench-'));
const { conversationId } = await seedTree(folder, bigTree(size.messages, size.branches));
await atOnce();
const services = await openTestServices({ folder, workers: shippedWorkers });
const skeleton = (await expectOk(services, 'tree.skeleton', { conversationId })) as TreeSkeleton;
layouts(skeleton);
await inChromium();
await services.close();
await rm(folder, { recursive: true });

interface Opened {
  page: Page;
  browser: Browser;
  close(): Promise<void>;
}

/** The app on the conversation, as soon as its messages are there. */
async function openOn(services: Services): Promise<Opened> {
  const host = await startHost({ services: Promise.resolve(services), port: 0, dev: false });
  const ui = config.projects?.find(({ name }) => name === 'ui')?.use;
  const browser = await chromium.launch(ui?.launchOptions);
  const page = await browser.newPage({ viewport: { width: 1360, height: 860 } });
  await page.goto(`${host.url}#/c/${conversationId}`);
  await page.getByRole('article').first().waitFor();
  const close = async () => {
    await browser.close();
    await host.close();
  };
  return { page, browser, close };
}

/** The worst that a hand can do: it opens the branches while the app is still starting. */
async function atOnce(): Promise<void> {
  const starting = await openTestServices({ folder, workers: shippedWorkers });
  await expectOk(starting, 'app.setPreferences', { welcomed: true });
  const { page, close } = await openOn(starting);
  const time = await graphOpeningTime(page);
  limited('graph-open-at-once', time, 'ms, clicked in the very moment in which the messages appear', 500);
  await close();
  await starting.close();
}

/** The window has done what it puts off until nothing else is to be done, and main has counted the conversation. */
async function rest(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^The model’s memory/ }).waitFor();
  await page.evaluate(() => new Promise<void>((done) => requestIdleCallback(() => done())));
}

function layouts(skeleton: TreeSkeleton): void {
  const nothing = new Set<never>();
  const tree = treeOf(skeleton);
  const ours = () => layOut(tree, nothing, nothing, metricsFor(1));
  const { items, columns } = ours();
  const theirs = () => {
    const root = hierarchy(0, (item) => items[item]?.children);
    return tidyTree<number>().nodeSize([1, 1])(root);
  };
  const times = { ours: [] as number[], theirs: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    times.ours.push(timed(ours));
    times.theirs.push(timed(theirs));
  }
  const places = theirs()
    .descendants()
    .map(({ x }) => x);
  const width = Math.max(...places) - Math.min(...places);
  report({
    bench: 'graph-layout',
    value: rounded(median(times.ours), 1),
    unit: `ms to lay out ${size.messages} messages with ${size.branches} branches`,
    peer: { name: 'd3 tidy tree', value: rounded(median(times.theirs), 1) },
    ratio: rounded(median(times.ours) / median(times.theirs), 2),
  });
  report({
    bench: 'graph-width',
    value: columns.width,
    unit: 'columns',
    peer: { name: 'd3 tidy tree', value: Math.round(width) },
    ratio: rounded(columns.width / width, 2),
  });
}

async function inChromium(): Promise<void> {
  const { page, browser, close } = await openOn(services);
  await rest(page);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    times.push(await graphOpeningTime(page));
    await closeGraph(page);
  }
  limited('graph-open', median(times), 'ms from the click to a canvas that takes input', 500);
  limited('graph-open-first', times[0] ?? Number.NaN, 'ms, the first time, the window at rest', 500);
  const tasks = await tasksDuring(browser, page, async () => {
    await graphOpeningTime(page);
  });
  await closeGraph(page);
  const work = tasks.reduce((sum, task) => sum + task, 0);
  limited('graph-open-work', work, 'ms of processor time in the page for it', 500);
  const before = await heapOf(page);
  for (let round = 0; round < 50; round += 1) {
    await graphOpeningTime(page);
    await closeGraph(page);
  }
  const after = await heapOf(page);
  report({
    bench: 'graph-heap',
    value: rounded(after / 1e6, 2),
    unit: 'MB of the page after opening and closing 50 times more',
    peer: { name: 'before', value: rounded(before / 1e6, 2) },
    ratio: rounded(after / before, 2),
  });

  await graphOpeningTime(page);
  const nodes = () => page.locator('.react-flow__node').count();
  let most = await nodes();
  const drags = await framesDuring(page, () => dragTip(page, 240));
  const pans: number[] = [];
  for (let zoom = 0; zoom < 5; zoom += 1) {
    pans.push(...(await framesDuring(page, () => pan(page, 80))));
    most = Math.max(most, await nodes());
    await page.getByRole('button', { name: 'Smaller' }).click();
  }
  limited('graph-nodes', most, 'nodes mounted at most, at five sizes', 400);
  limited(
    'graph-pan-p95',
    percentile(
      pans.toSorted((a, b) => a - b),
      0.95,
    ),
    'ms a frame while panning',
    50,
  );
  limited('graph-drag-p95', percentile(drags, 0.95), 'ms a frame while dragging the tip', 50);
  await close();
}

function limited(bench: string, value: number, unit: string, limit: number): void {
  report({
    bench,
    value: rounded(value, 1),
    unit,
    peer: { name: 'limit', value: limit },
    ratio: rounded(value / limit, 2),
  });
}
