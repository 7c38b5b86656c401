import { expect, type Page, test } from '@playwright/test';
import { runAxe } from '../../support/axe.ts';
import { stillBox } from '../../support/still.ts';
import { type Gallery, serveGallery } from './serve.ts';

let gallery: Gallery;
/** What the page complained about: violations of the policy, errors, warnings of React and Radix. */
let complaints: string[];

test.beforeAll(async () => {
  gallery = await serveGallery();
});

test.afterAll(() => gallery.close());

test.beforeEach(({ page }) => {
  complaints = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
});

async function open(page: Page, query: string): Promise<void> {
  await page.goto(`${gallery.url}?${query}`);
  await page.locator('main').waitFor();
  // Keys are listened for a moment after the first picture.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(() => resolve(null)))),
  );
}

/** Moves the focus to a button as the keyboard does: a tooltip follows only then. */
async function tabTo(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name });
  await button.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(button).toBeFocused();
}

async function axe(page: Page): Promise<string[]> {
  return (await runAxe(page)).problems;
}

for (const query of [
  'theme=light',
  'theme=dark',
  'theme=light&lang=th',
  'theme=dark&view=shell',
  'view=shell',
])
  test(`axe finds nothing in the kit: ${query}`, async ({ page }) => {
    await open(page, query);
    expect(await axe(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

test('everything that floats works under a policy without inline styles, and axe finds nothing in it', async ({
  page,
}) => {
  await open(page, 'view=floating');
  const openers = [
    () => page.getByRole('button', { name: 'More for this conversation' }).click(),
    () => page.getByRole('button', { name: 'Right click here' }).click({ button: 'right' }),
    () => page.getByRole('button', { name: 'Choose a model' }).click(),
    () => page.getByRole('button', { name: 'Open a dialog' }).click(),
    () => page.getByRole('button', { name: 'Ask before emptying' }).click(),
    () => page.getByRole('button', { name: 'Open the drawer' }).click(),
    () => tabTo(page, 'More for this conversation'),
  ];
  for (const opener of openers) {
    await opener();
    const floating = page.locator('[role="menu"], [role="dialog"], [role="alertdialog"], [role="tooltip"]');
    await expect(floating.first()).toBeAttached();
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(floating).toHaveCount(0);
  }
  expect(complaints).toEqual([]);
});

test('a dialog opened from a menu gives the focus back to the menu button', async ({ page }) => {
  await open(page, 'theme=light');
  const more = page.getByRole('button', { name: 'More for this conversation' });
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: /^Rename/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Rename the conversation' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
  await expect(page.getByRole('tooltip')).toHaveCount(0);
});

test('a menu closes by its own button, by Escape and by a press elsewhere, and the arrow keys open it', async ({
  page,
}) => {
  await open(page, 'theme=light');
  const more = page.getByRole('button', { name: 'More for this conversation' });
  const menu = page.getByRole('menu', { name: 'More for this conversation' });
  await more.click();
  await expect(menu).toBeVisible();
  await more.click();
  await expect(menu).toHaveCount(0);
  await more.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: /^Rename/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
  await more.click();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(menu).toHaveCount(0);
});

test('a second right click moves the context menu', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1800 });
  await open(page, 'theme=light');
  const target = page.getByRole('button', { name: 'Right click here' });
  const menu = page.getByRole('menu');
  for (const position of [
    { x: 5, y: 5 },
    { x: 60, y: 20 },
  ]) {
    await target.click({ button: 'right', position });
    await expect(menu).toHaveCount(1);
    await expect
      .poll(async () => {
        const [box, corner] = [await menu.boundingBox(), await target.boundingBox()];
        return [(box?.x ?? 0) - (corner?.x ?? 0), (box?.y ?? 0) - (corner?.y ?? 0)].map(Math.round);
      })
      // Playwright counts from inside the border, which is 1 px wide.
      .toEqual([position.x + 1, position.y + 1]);
  }
});

test('a tooltip follows the pointer after a wait, leaves with its button, and stays in the window', async ({
  page,
}) => {
  await open(page, 'view=shell');
  const branches = page.getByRole('button', { name: 'Show branches' });
  await branches.hover();
  const tip = page.getByRole('tooltip', { name: 'Show branches' });
  await expect(tip).toBeVisible();
  const box = await tip.boundingBox();
  expect(box?.y).toBeGreaterThan(8);
  await page.mouse.move(400, 400);
  await expect(tip).toHaveCount(0);
});

test('a button that is off says why, keeps the focus and does nothing', async ({ page }) => {
  await open(page, 'theme=light');
  const off = page.getByRole('button', { name: 'Compare' });
  await tabTo(page, 'Compare');
  await expect(off).toHaveAttribute('aria-disabled', 'true');
  await expect(off).toHaveAccessibleDescription('There is no other branch yet');
  await expect(page.getByRole('tooltip')).toContainText('There is no other branch yet');
});

test('a toast is announced, and its action can be reached by keyboard', async ({ page }) => {
  await open(page, 'theme=light');
  await page.getByRole('button', { name: 'Show a toast' }).click();
  await page.keyboard.press('F8');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('listitem').filter({ hasText: 'Made room' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('region').getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listitem').filter({ hasText: 'Put back.' })).toBeVisible();
});

test('F6 goes round the regions, and back to where the focus was', async ({ page }) => {
  await open(page, 'view=shell');
  const search = page.getByRole('textbox', { name: 'Search everything' });
  const branches = page.getByRole('button', { name: 'Show branches' });
  await page.keyboard.press('F6');
  await expect(search).toBeFocused();
  await page.keyboard.press('F6');
  await expect(branches).toBeFocused();
  await page.getByRole('button', { name: 'Break this' }).focus();
  await page.keyboard.press('F6');
  await expect(page.getByRole('tab', { name: 'Branches' })).toBeFocused();
  await page.keyboard.press('Shift+F6');
  await expect(page.getByRole('button', { name: 'Break this' })).toBeFocused();
});

test('what breaks in one column leaves the others alive, and can be tried again', async ({ page }) => {
  await open(page, 'view=shell');
  await page.getByRole('button', { name: 'Break this' }).click();
  await expect(page.getByRole('alert')).toContainText('This part of Bough stopped working');
  await expect(page.getByRole('textbox', { name: 'Search everything' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await axe(page)).toEqual([]);
});

test('the sides can be resized by keyboard and by hand, within their bounds', async ({ page }) => {
  await open(page, 'view=shell');
  const splitter = page.getByRole('separator', { name: 'Width of the list of conversations' });
  await splitter.focus();
  await page.keyboard.press('ArrowRight');
  await expect(splitter).toHaveAttribute('aria-valuenow', '276');
  const box = await stillBox(splitter);
  await page.mouse.move(box.x + 4, 400);
  await page.mouse.down();
  await page.mouse.move(box.x + 44, 400);
  await page.mouse.up();
  await expect(splitter).toHaveAttribute('aria-valuenow', '316');
  await page.keyboard.press('End');
  await expect(splitter).toHaveAttribute('aria-valuenow', '480');
});

test('Escape closes the side panel and gives the focus back', async ({ page }) => {
  await open(page, 'view=shell&panel=none');
  const branches = page.getByRole('button', { name: 'Show branches' });
  await branches.click();
  await page.getByRole('tab', { name: 'Branches' }).focus();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await expect(branches).toBeFocused();
});

test('a narrow window turns the library into a drawer that search opens', async ({ page }) => {
  await page.setViewportSize({ width: 480, height: 800 });
  await open(page, 'view=shell&panel=none');
  const search = page.getByRole('textbox', { name: 'Search everything' });
  await expect(search).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(search).toBeFocused();
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(search).toBeHidden();
  await page.getByRole('button', { name: 'Show conversations' }).click();
  await expect(search).toBeVisible();
});

test('the list of shortcuts opens by its own shortcut', async ({ page }) => {
  await open(page, 'view=shell');
  await page.keyboard.press('Control+/');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  expect(await axe(page)).toEqual([]);
});

for (const width of [480, 760, 1080, 1400, 2560])
  test(`nothing overflows sideways at ${width} px, at the largest text too`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const view of ['kit', 'shell'])
      for (const text of ['1', '1.6']) {
        await open(page, `view=${view}&text=${text}&panel=none`);
        const overflow = await page.evaluate(() =>
          [...document.querySelectorAll('body *')]
            .filter((element) => element.scrollWidth > element.clientWidth + 1)
            .filter((element) => ['visible', 'auto', 'scroll'].includes(getComputedStyle(element).overflowX))
            .filter(
              (element) =>
                element.clientWidth > 1 &&
                !element.matches('[role="tablist"], span, :has(> [role="separator"])'),
            )
            .map((element) => element.outerHTML.slice(0, 120)),
        );
        expect(overflow).toEqual([]);
      }
  });
