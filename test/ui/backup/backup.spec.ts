import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppInfo } from '#contract';
import { languages } from '#contract/app.ts';
import { expect, test } from '../chat/stage.ts';
import { intercept } from '../intercept.ts';

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

test('backups that cannot be made are told in a sentence, in every language, with a button that helps', async ({
  stage,
  page,
}) => {
  const info = (await stage.call('app.info', {})) as AppInfo;
  const notices = (['disk_full', 'not_writable', 'workspace_unreadable'] as const).map((detail) => ({
    id: detail,
    kind: 'backup_failed' as const,
    conversationId: null,
    detail,
  }));
  await intercept(page, 'app.info', { ok: true, data: { ...info, notices } });
  const sentences = new Set<string>();
  for (const language of languages) {
    await stage.call('app.setPreferences', { language });
    await stage.open();
    const items = page.locator('section li').filter({ has: page.locator('button') });
    await expect(items).toHaveCount(3);
    for (const text of await items.locator('p').allInnerTexts()) sentences.add(text);
    await expect(items.getByRole('button')).toHaveCount(7);
  }
  expect(sentences.size).toBe(3 * languages.length);
  expect([...sentences].filter((text) => text.includes('notice.'))).toEqual([]);
  await stage.call('app.setPreferences', { language: 'en' });
  await stage.open();
  expect(await stage.axe()).toEqual([]);
  const full = page.getByRole('listitem').filter({ hasText: 'There is no room for the daily backup' });
  await full.getByRole('button', { name: 'Back up now' }).click();
  await expect(page.getByText('The backup is made and was checked.', { exact: true })).toBeVisible();
  await expect(full).toHaveCount(0);
  await page.getByRole('button', { name: 'Show the folder' }).click();
  await expect.poll(() => stage.shell.opened).toEqual([info.workspace]);
});

test('a folder of backups that cannot be used is told in the settings, and leads to it', async ({
  stage,
  page,
}) => {
  const { folder } = stage.services.workspace;
  await rm(join(folder, 'backups'), { recursive: true });
  await writeFile(join(folder, 'backups'), 'in the way');
  await stage.open();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Data' }).click();
  const panel = page.getByRole('tabpanel');
  await expect(panel).toContainText('Bough is not allowed to write to its folder.');
  expect(await stage.axe()).toEqual([]);
  await panel.getByRole('button', { name: 'Show the folder' }).first().click();
  await expect.poll(() => stage.shell.opened).toEqual([folder]);
});

test('says what it is doing while it checks, and why nothing else can begin meanwhile', async ({
  stage,
  page,
}) => {
  await intercept(page, 'backup.check', 'silence');
  await stage.call('backup.create', {});
  await stage.open();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Data' }).click();
  const restore = page.getByRole('button', { name: /^Restore: / });
  await expect(restore).toBeVisible();
  await page.getByRole('button', { name: 'Check my data' }).click();
  await expect(page.getByRole('progressbar', { name: 'Reading everything to check it.' })).toBeVisible();
  for (const button of [page.getByRole('button', { name: 'Back up now' }), restore]) {
    await expect(button).toHaveAccessibleDescription(
      'Wait until this is finished. Reading everything to check it.',
    );
  }
  await restore.click({ force: true });
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  expect(await stage.axe()).toEqual([]);
});
