import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { Conversation } from '#contract';
import config from '../../playwright.config.ts';
import { seedConversation } from '../host/fixtures.ts';
import { startHost } from '../host/host.ts';
import { addLabRoutes, expectOk } from '../host/lab-routes.ts';
import { openTestServices } from '../host/test-services.ts';
import { startLab, text } from '../lab/index.ts';
import { median, report, rounded } from './support/measure.ts';
import { longAnswer, openingTime, percentile, tasksDuring } from './support/page-times.ts';

/**
 * The window, in Chromium through the test host: opening a conversation of 10,000 messages against one of 50, which
 * take turns so that a busy machine slows both; and its longest tasks while it shows an answer of 20,000 tokens.
 */
const rounds = 15;
const lengths = { short: 50, long: 10_000 };

const folder = await mkdtemp(join(tmpdir(), 'bough-bench-'));
const { conversationId, path } = await seedConversation(folder, { messages: lengths.long });
const lab = await startLab({ logFile: null });
const services = await openTestServices({ folder });
const readers = await addLabRoutes(services, lab);
await expectOk(services, 'providers.setDefaultReader', { reader: readers.openai });
await expectOk(services, 'app.setPreferences', { welcomed: true });
const host = await startHost({ services: Promise.resolve(services), port: 0, dev: false });
const ui = config.projects?.find(({ name }) => name === 'ui')?.use;
const browser = await chromium.launch(ui?.launchOptions);
const page = await browser.newPage({ viewport: { width: 1280, height: 840 } });

const { id: empty } = (await expectOk(services, 'conversations.create', {})) as Conversation;
await page.goto(`${host.url}#/c/${empty}`);
await page.getByRole('textbox', { name: 'Your message' }).waitFor();

const times = { short: [] as number[], long: [] as number[] };
const nodes = { short: 0, long: 0 };
for (let round = 0; round < rounds; round += 1) {
  for (const name of ['short', 'long'] as const) {
    const depth = lengths[name];
    await expectOk(services, 'tree.moveTip', { conversationId, messageId: path[depth - 1] });
    times[name].push(await openingTime(page, conversationId, depth, empty));
  }
}
for (const name of ['short', 'long'] as const) {
  await expectOk(services, 'tree.moveTip', { conversationId, messageId: path[lengths[name] - 1] });
  await page.goto(`${host.url}#/c/${conversationId}`);
  await page.locator(`article[data-depth="${lengths[name]}"] p`).first().waitFor();
  nodes[name] = await page.getByRole('article').count();
  await page.goto(`${host.url}#/c/${empty}`);
  await page.getByRole('heading', { name: 'What is on your mind?' }).waitFor();
}
report({
  bench: 'render-open',
  value: rounded(median(times.long), 1),
  unit: 'ms to the last message on screen, 10,000 messages',
  peer: { name: '50 messages', value: rounded(median(times.short), 1) },
  ratio: rounded(median(times.long) / median(times.short), 2),
});
report({
  bench: 'render-open-nodes',
  value: nodes.long,
  unit: 'messages in the page, 10,000 messages',
  peer: { name: '50 messages', value: nodes.short },
  ratio: rounded(nodes.long / nodes.short, 2),
});

lab.script({ parts: [text(longAnswer())], pace: { gapMs: 3 } });
const tasks = await tasksDuring(browser, page, async () => {
  await page.getByRole('textbox', { name: 'Your message' }).fill('Tell me everything');
  await page.keyboard.press('Enter');
  // Looked for by attribute: to find it by role would take the page's own time.
  await page.locator('article[aria-busy]').waitFor();
  await page.locator('article[aria-busy]').waitFor({ state: 'detached', timeout: 150_000 });
});
for (const share of [0.5, 0.95, 0.99]) {
  const value = rounded(percentile(tasks, share), 1);
  report({
    bench: `render-tasks-p${share * 100}`,
    value,
    unit: `ms of ${tasks.length} tasks over 1 ms during 20,000 tokens`,
    peer: { name: 'limit', value: 50 },
    ratio: rounded(value / 50, 2),
  });
}

await browser.close();
await host.close();
await services.close();
await lab.close();
await rm(folder, { recursive: true });
