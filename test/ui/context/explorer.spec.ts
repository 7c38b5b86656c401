import { expect, gaugeOf, panelOf, sheetOf, test } from './fixture.ts';

test('[L10] the explorer’s parts come to what is taken, and each opens to the words behind it, by keyboard alone', async ({
  stage,
  page,
  fake,
}) => {
  await fake.calls('context.report');
  await stage.say('/context');
  const panel = panelOf(page);
  await expect(panel).toContainText('This conversation takes 119,109 of them, 60%.');
  const shown = await panel
    .locator('dl > div')
    .evaluateAll((rows) =>
      rows.map((row) => Number(row.querySelector('dd > span')?.textContent?.replaceAll(',', ''))),
    );
  expect(shown).toHaveLength(7);
  // Each is rounded by itself.
  expect(Math.abs(shown.reduce((sum, one) => sum + one, 0) - 200_000)).toBeLessThan(7);
  expect(await stage.axe()).toEqual([]);

  const picture = panel.getByRole('list', { name: /What is in the model’s memory/ });
  await picture.getByRole('button').first().focus();
  await page.keyboard.press('End');
  await expect(picture.getByRole('button').last()).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('heading', { name: 'Instructions' })).toBeFocused();
  await expect(panel.getByRole('group', { name: 'Instructions for the agent' })).toHaveText('You are Bough.');
  await page.keyboard.press('Escape');
  await expect(picture.getByRole('button', { name: /^Instructions: 1,840 tokens, 1%/ })).toBeFocused();

  await picture.getByRole('button', { name: /^Turn 12: / }).click();
  await panel.getByRole('button', { name: /^Reading files: what came out/ }).click();
  const words = panel.getByRole('group', { name: /Reading files: what came out/ });
  await expect(words).toContainText('sill 88 cm');
  await expect(words).not.toContainText('the end');
  await panel.getByRole('button', { name: /^Show more: 10,0\d\d characters left/ }).click();
  await expect(words).toContainText('the end');
  expect(await stage.axe()).toEqual([]);
  await panel.getByRole('button', { name: 'Show it in the conversation' }).click();
  await expect(page.locator('article[data-role="user"]').first()).toBeVisible();
});

test('[L8] what was set aside is listed, each thing opens to its original with one click, and is undone', async ({
  stage,
  page,
}) => {
  await gaugeOf(page).click();
  const panel = panelOf(page);
  await panel.getByRole('button', { name: 'See' }).first().click();
  await expect(panel.getByText('A newer result of the same kind follows.')).toBeVisible();
  await panel.getByRole('button', { name: /Reading files/ }).click();
  await expect(panel.getByRole('group', { name: 'The original' })).toHaveText('Room: 2.10 x 3.40 m');
  expect(await stage.axe()).toEqual([]);
  await panel.getByRole('button', { name: 'Undo' }).first().click();
  await expect(panel.getByText('undone')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Undo' })).toHaveCount(1);
});

test('the explorer says when it counts, when it could not, and tries again', async ({
  stage,
  page,
  fake,
}) => {
  await fake.answer('context.report', 'silence');
  await gaugeOf(page).click();
  await expect(panelOf(page).getByLabel('Counting what is in the model’s memory')).toBeAttached();
  await page.keyboard.press('Escape');
  await panelOf(page).getByRole('button', { name: 'Close' }).click();
  await expect(gaugeOf(page)).toBeFocused();
  await fake.answer('context.report', { ok: false, error: { code: 'context_failed', message: 'ended' } });
  await gaugeOf(page).click();
  await expect(panelOf(page).getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(await stage.axe()).toEqual([]);
  await fake.answer('context.report', null);
  await panelOf(page).getByRole('button', { name: 'Try again' }).click();
  await expect(panelOf(page)).toContainText('Half full');
});

for (const [language, theme, width] of [
  ['th', 'dark', 480],
  ['cs', 'light', 760],
  ['pt-BR', 'dark', 1280],
] as const)
  test(`axe finds nothing in gauge, explorer and sheet: ${language}, ${theme}, ${width} px`, async ({
    stage,
    page,
  }) => {
    await stage.call('app.setPreferences', { language, theme });
    await page.setViewportSize({ width, height: 840 });
    await page.reload();
    await stage.composer.waitFor();
    await page.locator('main button:has(svg circle)').last().click();
    const panel = page.getByRole('tabpanel');
    await expect(panel.getByRole('listitem').nth(10)).toBeAttached();
    expect(await stage.axe()).toEqual([]);
    await panel.getByRole('button').first().click();
    const sheet = page.getByRole('dialog').last();
    await expect(sheet.locator('ol > li')).toHaveCount(4);
    expect(await stage.axe()).toEqual([]);
    expect(await sheet.evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth)).toBe(true);
    await expect(sheetOf(page)).toHaveCount(0);
  });
