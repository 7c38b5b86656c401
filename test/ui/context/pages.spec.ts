import { expect, gaugeOf, panelOf, test } from './fixture.ts';

test('[S10] pages are looked at: thumbnails, whole zoom steps, the text beside them, prices, keys', async ({
  stage,
  page,
  drawn,
}) => {
  await gaugeOf(page).click();
  const panel = panelOf(page);
  await panel.getByRole('tab', { name: 'Pages' }).click();
  await expect(panel).toContainText(
    /As text about 10,353 tokens; as pages 6,199\. That is \$0\.076 instead of \$0\.14/,
  );
  const thumbnails = panel.getByRole('list', { name: 'Pages' }).getByRole('button');
  await expect(thumbnails).toHaveCount(drawn.fold.pages.length);
  await expect(panel).toContainText(
    /28,\d{3} characters\. As text about 9,\d00 tokens; as this page 4,761\./,
  );
  expect(await stage.axe()).toEqual([]);

  await panel.getByRole('button', { name: 'Look at it in the whole window' }).click();
  const viewer = page.getByRole('dialog');
  const picture = viewer.getByRole('img', { name: 'The text of page 1 in pixel letters' });
  const words = viewer.getByRole('group', { name: 'The text of page 1' });
  await expect(words).toContainText(drawn.text.slice(0, 40).split('\n')[0] ?? '');
  const first = drawn.fold.pages[0];
  for (const zoom of [1, 2, 3]) {
    await expect(viewer.getByText(`${zoom}×`)).toBeVisible();
    const box = await picture.evaluate((image) => [
      image.clientWidth,
      getComputedStyle(image).imageRendering,
    ]);
    expect(box).toEqual([(first?.width ?? 0) * zoom, 'pixelated']);
    await page.keyboard.press('+');
  }
  const larger = viewer.getByRole('button', { name: 'Larger' });
  await expect(larger).toHaveAttribute('aria-disabled', 'true');
  await expect(larger).toHaveAccessibleDescription('This is the largest size');
  await page.keyboard.press('-');
  await page.keyboard.press('-');
  expect(await stage.axe()).toEqual([]);

  await viewer.getByRole('group', { name: /^Page 1 as the model sees it/ }).evaluate((pane) => {
    pane.scrollTop = pane.scrollHeight / 2;
  });
  await expect.poll(() => words.evaluate((pane) => pane.scrollTop)).toBeGreaterThan(100);

  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByText('Page 2 of 2')).toBeVisible();
  await expect(viewer.getByRole('button', { name: 'Next page' })).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('ArrowLeft');
  await expect(viewer.getByText('Page 1 of 2')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);
  await expect(panel.getByRole('button', { name: 'Look at it in the whole window' })).toBeFocused();

  await thumbnails.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(thumbnails.nth(1)).toBeFocused();
  await expect(panel.getByText('Page 2 of 2')).toBeVisible();
});

test('a button keeps the focus when it goes off at the last page and the smallest size', async ({ page }) => {
  await gaugeOf(page).click();
  const panel = panelOf(page);
  await panel.getByRole('tab', { name: 'Pages' }).click();
  const next = panel.getByRole('button', { name: 'Next page' });
  await next.press('Enter');
  await expect(panel.getByText('Page 2 of 2')).toBeVisible();
  await expect(next).toBeFocused();
  await expect(next).toHaveAccessibleDescription('This is the last page');
});

test('without pages the panel says what will be here and how to begin; what fails says so', async ({
  stage,
  page,
  fake,
}) => {
  await fake.change({ passes: [] });
  await gaugeOf(page).click();
  const panel = panelOf(page);
  await panel.getByRole('tab', { name: 'Pages' }).click();
  await expect(panel).toContainText('No pages yet');
  expect(await stage.axe()).toEqual([]);
  await panel.getByRole('button', { name: 'See how to make room' }).click();
  await expect(page.getByRole('dialog', { name: 'Make room' })).toBeVisible();
  await page.keyboard.press('Escape');
  await fake.answer('context.passes', { ok: false, error: { code: 'context_failed', message: 'ended' } });
  await panel.getByRole('tab', { name: 'Memory' }).click();
  await panel.getByRole('tab', { name: 'Pages' }).click();
  await expect(panel.getByRole('button', { name: 'Try again' })).toBeVisible();
});
