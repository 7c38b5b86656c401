import type { Page } from '@playwright/test';
import type { PassInfo, Preferences } from '#contract';
import { expectOk } from '../host/lab-routes.ts';
import type { Clip, Picture } from './picture.ts';
import type { Scene } from './scene.ts';

const title = 'Offers for the kitchen';

type Look = Partial<Pick<Preferences, 'theme' | 'language'>>;

/** English and Thai, light and dark. */
const looks: readonly { suffix: string; look: Look }[] = [
  { suffix: '', look: {} },
  { suffix: '-dark', look: { theme: 'dark' } },
  { suffix: '-th', look: { language: 'th' } },
  { suffix: '-th-dark', look: { language: 'th', theme: 'dark' } },
];

/** By subject, in every look. */
const pictures: readonly Picture[] = looks.flatMap(({ suffix, look }) => {
  const picture = (name: string, width: number, height: number, prepare: Picture['prepare']): Picture => ({
    name: `memory-${name}${suffix}`,
    width,
    height,
    look,
    route: ({ ids }) => `#/c/${ids.get(title)}`,
    prepare: async (page, scene) => {
      await page.locator('article[data-last="true"]').waitFor();
      return prepare?.(page, scene);
    },
  });
  return [
    picture('gauge', 1240, 700, hoverGauge),
    picture('preview', 1240, 990, openSheet),
    picture('explorer', 1240, 860, showExplorer),
    picture('pages', 1000, 620, openPages),
    picture('notice', 1240, 700, shake),
  ];
});

/** The pictures of the page about the model's memory. Those that set something aside come last, and take it back. */
export const memoryPictures: readonly Picture[] = [
  ...pictures.filter(({ name }) => !name.includes('notice')),
  ...pictures.filter(({ name }) => name.includes('notice')),
];

/** The gauge: the only button of the page with a ring. */
const gaugeOf = (page: Page) => page.locator('main button:has(svg circle)').last();

async function hoverGauge(page: Page): Promise<Clip> {
  await gaugeOf(page).hover();
  await page.getByRole('tooltip').waitFor();
  return around(page, 'main textarea', { top: 80, bottom: 90 });
}

async function shake(page: Page, scene: Scene): Promise<Clip> {
  await takeBackShaking(scene);
  const composer = page.locator('main textarea').last();
  await composer.fill('/shake');
  await composer.press('Enter');
  await page.locator('article [role="status"]').waitFor();
  return around(page, 'article[data-last="true"]', { top: 20, bottom: 190 });
}

async function openSheet(page: Page): Promise<Clip> {
  await openExplorer(page);
  await page.locator('[role="tabpanel"] button').first().click();
  await page.locator('[role="dialog"] ol > li').nth(3).waitFor();
  return around(page, '[role="dialog"]', { top: 16, bottom: 16 });
}

/** The conversation and the panel, without the list of conversations. */
async function showExplorer(page: Page): Promise<Clip> {
  await openExplorer(page);
  return { x: 260, y: 0, width: 980, height: 860 };
}

async function openExplorer(page: Page): Promise<undefined> {
  await gaugeOf(page).click();
  await page.locator('[role="tabpanel"] dl').waitFor();
  await page.mouse.move(0, 0);
}

async function openPages(page: Page): Promise<undefined> {
  await openExplorer(page);
  await page.getByRole('tab').nth(1).click();
  await page.locator('[role="tabpanel"] pre').first().waitFor();
  await page.locator('[role="tabpanel"] button').last().focus();
  // The last button of the bar enlarges.
  await page.locator('[role="tabpanel"] [aria-live="polite"] ~ button').last().click();
  await page.locator('[role="dialog"] pre').first().waitFor();
}

/** Results are set aside for one picture alone. */
async function takeBackShaking({ services, ids }: Scene): Promise<void> {
  const conversationId = ids.get(title);
  const passes = (await expectOk(services, 'context.passes', { conversationId })) as PassInfo[];
  const shaken = passes.filter(({ undone, counts }) => !undone && counts.results > 0);
  for (const { id } of shaken) await expectOk(services, 'context.undo', { conversationId, passId: id });
}

/** An element with some room around it, in the window's pixels. */
async function around(
  page: Page,
  selector: string,
  { top, bottom = 20 }: { top: number; bottom?: number },
): Promise<Clip> {
  const box = await page.locator(selector).last().boundingBox();
  if (!box) throw new Error(`${selector} is not in sight`);
  const side = 20;
  const y = Math.max(0, box.y - top);
  const size = page.viewportSize();
  const end = Math.min(size?.height ?? 0, box.y + box.height + bottom);
  return { x: box.x - side, y, width: box.width + 2 * side, height: end - y };
}
