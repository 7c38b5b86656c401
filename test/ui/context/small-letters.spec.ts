import { expect, gaugeOf, panelOf, sheetOf, test } from './fixture.ts';
import { ladder } from './scenario.ts';

test('[S10] small letters are chosen in plain words, and told of before and after pages have them', async ({
  stage,
  page,
  fake,
  drawn,
}) => {
  await gaugeOf(page).click();
  const panel = panelOf(page);
  const rule = page.getByRole('dialog', { name: 'When Bough makes room' });
  const small = rule.getByRole('switch', { name: 'Smaller letters on picture pages' });
  await panel.getByRole('button', { name: 'Change' }).click();
  await expect(small).not.toBeChecked();
  await expect(small).toHaveAccessibleDescription(/two and a half times as much.*less surely/);
  expect(await stage.axe()).toEqual([]);
  await small.click();
  await rule.getByRole('button', { name: 'Save' }).click();
  await expect(rule).toHaveCount(0);
  expect(await fake.calls('context.setSettings')).toMatchObject([{ smallLetters: true }]);
  await panel.getByRole('button', { name: 'Change' }).click();
  await expect(small).toBeChecked();
  await rule.getByRole('button', { name: 'Cancel' }).click();
  await expect(rule).toHaveCount(0);

  const { rungs, compact } = ladder;
  const pages = { ...rungs.snapshots.pages, small: rungs.snapshots.pages.count };
  await fake.change({
    preview: { ...ladder, rungs: { ...rungs, snapshots: { ...rungs.snapshots, pages } } },
    pages: { [drawn.fold.foldId]: { ...drawn.fold, smallLetters: true } },
  });
  await panel.getByRole('button', { name: 'Make room' }).click();
  const sheet = sheetOf(page);
  await expect(
    sheet.getByText(/4 picture pages\. The letters on them are small: .*less surely\./),
  ).toHaveCount(1);
  expect(compact.pages.small).toBe(0);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);

  await panel.getByRole('tab', { name: 'Pages' }).click();
  await expect(panel).toContainText('Its letters are small: more fits on a page');
});
