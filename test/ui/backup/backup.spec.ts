import { expect, test } from '../chat/stage.ts';

test('makes a backup, lists it, checks the data, and asks before it restores', async ({ stage, page }) => {
  await stage.open();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Data' }).click();
  await page.getByRole('button', { name: 'Back up now' }).click();
  await expect(page.getByText('The backup is made and was checked.', { exact: true })).toBeVisible();
  await expect(page.getByText('Made by you')).toBeVisible();
  await page.getByRole('button', { name: 'Check my data' }).click();
  await expect(page.getByText('Everything is whole.')).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await stage.axe()).toEqual([]);
  }
  await page.getByRole('button', { name: /^Restore: / }).click();
  await expect(page.getByRole('alertdialog')).toContainText('it is kept in the folder “replaced”');
  await page.getByRole('button', { name: 'Cancel' }).click();
});
