import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { holdToast } from '../../support/toast.ts';
import { expect, test } from '../chat/stage.ts';

const dialog = (page: Page) => page.getByRole('dialog');

test.describe('a conversation of twelve messages on three branches', () => {
  test.use({ seed: { messages: 12, title: 'Kitchen plan', siblingEvery: 6 } });

  let folder = '';
  test.beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bough-export-ui-'));
  });
  test.afterEach(() => rm(folder, { recursive: true, force: true }));

  test('/export says what the file will be called and hold, saves it, and leads to it', async ({
    stage,
    page,
  }) => {
    await stage.open(stage.seeded?.conversationId);
    await stage.say('/export pdf');
    await expect(dialog(page).getByRole('radio', { name: 'PDF' })).toBeChecked();
    await expect(dialog(page)).toContainText('Kitchen plan.pdf');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await stage.axe()).toEqual([]);
    }
    await dialog(page).getByRole('radio', { name: 'Web page' }).click();
    await expect(dialog(page)).toContainText('Kitchen plan.html');
    await expect(dialog(page)).toContainText('12 messages');
    await dialog(page).getByRole('radio', { name: 'All 3 branches' }).click();
    await expect(dialog(page)).toContainText('14 messages and 3 branches');

    stage.shell.savePaths.push(join(folder, 'Plan.html'));
    await dialog(page).getByRole('button', { name: 'Export…' }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page.getByText('Exported to “Plan.html”.', { exact: true })).toBeVisible();
    const openFolder = await holdToast(page, 'Open the folder');
    expect(stage.shell.suggested).toEqual(['Kitchen plan.html']);
    expect(await readFile(join(folder, 'Plan.html'), 'utf8')).toContain('Branch 3:');
    expect(await readdir(folder)).toEqual(['Plan.html']);
    await openFolder.click();
    await expect.poll(() => stage.shell.opened).toEqual([folder]);
    await expect(stage.messages.first()).toBeVisible();
  });

  test('cancelling the system’s dialog leads back to the choice', async ({ stage, page }) => {
    await stage.open(stage.seeded?.conversationId);
    await stage.say('/export');
    await dialog(page).getByRole('button', { name: 'Export…' }).click();
    await expect.poll(() => stage.shell.suggested).toHaveLength(1);
    await expect(dialog(page).getByRole('button', { name: 'Export…' })).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(stage.composer).toBeFocused();
    expect(await readdir(folder)).toEqual([]);
  });

  test('/dump copies Markdown, and formatted text beside it', async ({ stage, page }) => {
    await stage.open(stage.seeded?.conversationId);
    await stage.say('/dump');
    await expect(page.getByText('Copied 12 messages').first()).toBeVisible();
    const [copied] = stage.shell.copied;
    expect(copied?.text).toContain('About **');
    expect(copied?.html).toContain('About <strong>');
    await expect(stage.messages.last()).toBeVisible();
  });
});

test('all conversations leave as one zip; one by its menu', async ({ stage, page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'bough-export-ui-'));
  for (const title of ['One', 'Two']) {
    const { id } = (await stage.call('conversations.create', {})) as { id: string };
    await stage.call('conversations.rename', { id, title });
  }
  await page.goto(`${stage.url}#/settings/data`);
  await page.getByRole('button', { name: 'Export all conversations…' }).click();
  await expect(dialog(page)).toContainText('Export 2 conversations');
  await dialog(page).getByRole('radio', { name: 'Markdown' }).click();
  await dialog(page).getByRole('radio', { name: 'A zip' }).click();
  await expect(dialog(page)).toContainText(/Bough \d{4}-\d\d-\d\d\.zip/);
  expect(await stage.axe()).toEqual([]);
  stage.shell.savePaths.push(join(folder, 'all.zip'));
  await dialog(page).getByRole('button', { name: 'Export…' }).click();
  await expect(page.getByText('Exported to “all.zip”.', { exact: true })).toBeVisible();
  expect(await readdir(folder)).toEqual(['all.zip']);

  const row = page.locator('[data-row]').filter({ hasText: 'Two' });
  await row.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Export…' }).click();
  await expect(dialog(page)).toContainText('Export “Two”');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await rm(folder, { recursive: true, force: true });
});
