import { text } from '../../lab/index.ts';
import { broken, intercept } from '../intercept.ts';
import { expect, test } from './stage.ts';

test('an empty conversation says how to begin; with the practice assistant it gives examples', async ({
  stage,
  page,
}) => {
  await stage.open();
  await expect(page.getByRole('heading', { name: 'What is on your mind?' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Things to ask' })).toHaveCount(0);
  expect(await stage.axe()).toEqual([]);

  const id = await stage.open();
  await stage.call('conversations.setReader', { id, reader: { routeId: 'practice', modelId: 'practice' } });
  await expect(page.getByText('It is not an AI')).toBeVisible();
  await page.getByRole('button', { name: 'Show me the formatting' }).click();
  const answer = await stage.answered();
  await expect(answer).toContainText('practice assistant, not an AI');
  await expect(answer.getByRole('table')).toBeVisible();
  expect(await stage.axe()).toEqual([]);
});

test('what takes long shows its shape, and what fails says so with a way on', async ({ stage, page }) => {
  await intercept(page, 'tree.page', 'silence');
  await stage.open();
  await expect(page.getByRole('status', { name: 'Opening the conversation' })).toBeVisible();
  expect(await stage.axe()).toEqual([]);
});

test('a conversation that cannot be read offers to try again', async ({ stage, page }) => {
  await intercept(page, 'tree.page', broken);
  await stage.open();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Something went wrong inside Bough.');
  await expect(alert.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(await stage.axe()).toEqual([]);
});

for (const { language, theme, width } of [
  { language: 'en', theme: 'light', width: 1280 },
  { language: 'th', theme: 'dark', width: 480 },
  { language: 'cs', theme: 'light', width: 480 },
  { language: 'nl', theme: 'dark', width: 1280 },
  { language: 'id', theme: 'light', width: 760 },
  { language: 'pt-BR', theme: 'dark', width: 760 },
])
  test(`axe finds nothing in a conversation: ${language}, ${theme}, ${width} px`, async ({ stage, page }) => {
    await stage.call('app.setPreferences', { language, theme });
    await page.setViewportSize({ width, height: 840 });
    await stage.open();
    stage.lab.script({
      parts: [text('## One\n\n- [ ] `two` **three** [four](https://example.com)\n\n| a |\n| - |\n| b |')],
    });
    await stage.say('Hello');
    await stage.answered();
    await page.locator('article').first().hover();
    expect(await stage.axe()).toEqual([]);
    // Nothing sticks out sideways.
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  });

test('contrast and motion follow the system', async ({ stage, page }) => {
  await page.emulateMedia({ contrast: 'more', reducedMotion: 'reduce', forcedColors: 'none' });
  await stage.open();
  await stage.say('Hello');
  await stage.answered();
  expect(await stage.axe()).toEqual([]);
});
