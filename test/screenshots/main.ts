import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import config from '../../playwright.config.ts';
import { expectOk } from '../host/lab-routes.ts';
import { kitchen, minutes, trip } from './content.ts';
import { memoryPictures } from './memory.ts';
import type { Clip, Picture } from './picture.ts';
import { openScene, type Scene } from './scene.ts';

/**
 * Takes the pictures of the documents: `docs/images/NAME.png`. Words after the command choose among them.
 */
const folder = join(import.meta.dirname, '../../docs/images');
/** A Friday morning, so that the list of conversations has today, this week and what was before. */
const now = new Date('2026-11-27T10:42:00').getTime();
/** Pixels of a picture for each of the window. */
const scale = 1.5;

const wide = { width: 1240, height: 860 };
const talk = (title: string) => (scene: Scene) => `#/c/${scene.ids.get(title)}`;

const pictures: readonly Picture[] = [
  { name: 'conversation-light', ...wide, route: talk(kitchen.title), prepare: readAnswer },
  {
    name: 'conversation-dark',
    ...wide,
    look: { theme: 'dark' },
    route: talk(kitchen.title),
    prepare: readAnswer,
  },
  {
    name: 'conversation-narrow',
    width: 480,
    height: 780,
    route: talk(kitchen.title),
  },
  { name: 'conversation-cs', ...wide, look: { language: 'cs' }, route: talk(minutes.title) },
  { name: 'conversation-th', ...wide, look: { language: 'th' }, route: talk(trip.title) },
  { name: 'siblings', ...wide, height: 1000, route: talk(kitchen.title), prepare: showVersions },
  { name: 'branches-light', ...wide, route: talk(kitchen.title), prepare: openBranches },
  {
    name: 'branches-dark',
    ...wide,
    look: { theme: 'dark' },
    route: talk(kitchen.title),
    prepare: dragMarker,
  },
  {
    name: 'branches-narrow',
    width: 480,
    height: 780,
    route: talk(kitchen.title),
    prepare: openBranches,
  },
  {
    name: 'branches-th',
    ...wide,
    look: { language: 'th' },
    route: talk(trip.title),
    prepare: openBranches,
  },
  { name: 'compare', ...wide, route: talk(kitchen.title), prepare: compareAnswers },
  { name: 'welcome', ...wide, height: 720, look: { welcomed: false }, route: () => '#/welcome' },
  { name: 'providers', ...wide, height: 720, route: () => '#/settings/providers' },
  ...memoryPictures,
];

const wanted = process.argv.slice(2);
const scene = await openScene(now);
const { launchOptions } = config.projects?.find(({ name }) => name === 'ui')?.use ?? {};
const browser = await chromium.launch(launchOptions);
try {
  await mkdir(folder, { recursive: true });
  for (const picture of pictures) {
    if (wanted.length === 0 || wanted.includes(picture.name)) await take(browser, scene, picture);
  }
} finally {
  await browser.close();
  await scene.close();
}

async function take(browser: Browser, scene: Scene, picture: Picture): Promise<void> {
  const { name, width, height, look } = picture;
  const usual = { theme: 'light', language: 'en', welcomed: true };
  await expectOk(scene.services, 'app.setPreferences', { ...usual, ...look });
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: scale });
  await page.clock.setFixedTime(now);
  await page.goto(scene.url + picture.route(scene));
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(() => document.fonts.ready);
  const clip = await picture.prepare?.(page, scene);
  const taken = await page.screenshot({ animations: 'disabled', caret: 'hide', ...(clip && { clip }) });
  await page.close();
  const file = join(folder, `${name}.png`);
  const { size } = await sharp(taken).png({ palette: true, effort: 10, compressionLevel: 9 }).toFile(file);
  process.stdout.write(`${file}: ${Math.round(size / 1024)} KB\n`);
}

/** The pointer rests on an answer, so that what can be done with it is seen. */
async function readAnswer(page: Page): Promise<undefined> {
  await page.getByRole('article').nth(3).hover();
}

/** One question with its versions, and the answer below it. */
async function showVersions(page: Page): Promise<Clip> {
  const question = page.getByRole('article').nth(2);
  await question.getByRole('button', { name: 'Next version' }).hover();
  const from = await question.boundingBox();
  const to = await page.getByRole('article').nth(3).boundingBox();
  if (!from || !to) throw new Error('The messages are not in sight');
  const margin = 20;
  const height = to.y + to.height - from.y + margin;
  return { x: from.x - margin, y: from.y - margin, width: from.width + 2 * margin, height };
}

/** The branches beside the conversation, with what their ends would cost. */
async function openBranches(page: Page): Promise<undefined> {
  // By its place: its name is in the language of the interface.
  await page.locator('main header button[aria-pressed]').click();
  await page.locator('.react-flow__node [role="img"]').first().waitFor();
  await page.mouse.move(0, 0);
}

/** The marker of where one is, on its way to another branch. */
async function dragMarker(page: Page): Promise<undefined> {
  await openBranches(page);
  const marks = page.locator('.react-flow__node');
  const middle = async (words: string) => {
    const box = await marks.filter({ hasText: words }).locator('[data-role]').boundingBox();
    if (!box) throw new Error(`${words} is not in sight`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const from = await middle('You are here');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  const to = await middle('What would an');
  await page.mouse.move(to.x, to.y, { steps: 8 });
}

/** Two branches side by side. */
async function compareAnswers(page: Page): Promise<undefined> {
  await openBranches(page);
  const other = page.locator('.react-flow__node').filter({ hasText: 'Could the fridge stand' });
  await other.locator('[data-role]').click({ button: 'right', force: true });
  await page.getByRole('menuitem', { name: 'Compare with where you are' }).click();
  await page.getByRole('dialog').locator('article').first().waitFor();
}
