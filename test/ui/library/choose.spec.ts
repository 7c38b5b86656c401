import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { holdToast } from '../../support/toast.ts';
import { expect, test } from '../chat/stage.ts';
import { library, make, openWith, row, rows, search } from './list.ts';

const box = (page: Page, title: string) => library(page).getByRole('checkbox', { name: title, exact: true });
const bar = (page: Page) => page.getByRole('region', { name: 'Selected conversations' });
const begin = (page: Page) => library(page).getByRole('button', { name: 'Select', exact: true });

/** The titles that are ticked, from the top. */
async function ticked(page: Page, titles: string[]): Promise<void> {
  await expect(library(page).getByRole('checkbox', { checked: true })).toHaveText(titles);
}

test('a button begins the choice, clicks tick, and Cancel ends it, clean for axe in both themes', async ({
  stage,
  page,
}) => {
  await openWith(stage, 'One', 'Two', 'Three');
  await begin(page).click();
  await expect(bar(page).getByRole('status')).toHaveText('Nothing selected yet');
  await expect(bar(page).getByRole('button', { name: 'Export…' })).toHaveAttribute('aria-disabled', 'true');
  await box(page, 'Two').click();
  await box(page, 'One').click();
  await ticked(page, ['Two', 'One']);
  await expect(bar(page).getByRole('status')).toHaveText('2 selected');
  // What is open stays open.
  await expect(page.getByRole('heading', { level: 1, name: 'Three' })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await stage.axe()).toEqual([]);
  }
  await box(page, 'Two').click();
  await ticked(page, ['One']);
  await library(page).getByRole('button', { name: 'Select all' }).click();
  await ticked(page, ['Three', 'Two', 'One']);
  await bar(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(bar(page)).toHaveCount(0);
  await expect(row(page, 'Two')).toBeFocused();
  await row(page, 'One').click();
  await expect(page.getByRole('heading', { level: 1, name: 'One' })).toBeVisible();
});

test('Ctrl and Shift choose by mouse: single ones and stretches', async ({ stage, page }) => {
  await openWith(stage, 'One', 'Two', 'Three', 'Four', 'Five');
  await row(page, 'Three').click({ modifiers: ['Shift'] });
  await ticked(page, ['Five', 'Four', 'Three']);
  await box(page, 'One').click({ modifiers: ['ControlOrMeta'] });
  await ticked(page, ['Five', 'Four', 'Three', 'One']);
  await box(page, 'Two').click({ modifiers: ['Shift'] });
  await ticked(page, ['Five', 'Four', 'Three', 'Two', 'One']);
  // The stretch shrinks as it grew.
  await box(page, 'One').click({ modifiers: ['Shift'] });
  await ticked(page, ['Five', 'Four', 'Three', 'One']);
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  await expect(row(page, 'One')).toBeFocused();
  await row(page, 'Two').click({ modifiers: ['ControlOrMeta'] });
  await ticked(page, ['Two']);
});

test('the keyboard chooses: Shift with arrows, Ctrl with Space and A, and Escape leaves', async ({
  stage,
  page,
}) => {
  await openWith(stage, 'One', 'Two', 'Three', 'Four');
  await row(page, 'Four').focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await ticked(page, ['Four', 'Three', 'Two']);
  await page.keyboard.press('Shift+ArrowUp');
  await ticked(page, ['Four', 'Three']);
  await expect(box(page, 'Three')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press(' ');
  await ticked(page, ['Four', 'Three', 'One']);
  await page.keyboard.press('Control+ ');
  await ticked(page, ['Four', 'Three']);
  await page.keyboard.press('Control+a');
  await ticked(page, ['Four', 'Three', 'Two', 'One']);
  // Escape closes the menu first, and leaves the choice with the next press.
  await page.keyboard.press('ContextMenu');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await ticked(page, ['Four', 'Three', 'Two', 'One']);
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  await expect(row(page, 'One')).toBeFocused();
});

test('[B5] several go to the trash at once and come back at once', async ({ stage, page }) => {
  await openWith(stage, 'One', 'Two', 'Three', 'Four');
  await row(page, 'Three').focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Delete');
  await expect(rows(page)).toHaveText(['Four', 'One']);
  await expect(bar(page)).toHaveCount(0);
  await expect(row(page, 'Four')).toBeFocused();
  await expect(page.getByText('2 conversations are in the trash.', { exact: true })).toBeVisible();
  await (await holdToast(page, 'Undo')).click();
  await expect(rows(page)).toHaveText(['Four', 'Three', 'Two', 'One']);
});

test('the menu of a row begins the choice with it, and acts on all while several are chosen', async ({
  stage,
  page,
}) => {
  await openWith(stage, 'One', 'Two', 'Three');
  await row(page, 'One').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Select' }).click();
  await ticked(page, ['One']);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await box(page, 'Three').click({ button: 'right' });
  await ticked(page, ['Three', 'One']);
  await page.getByRole('menuitem', { name: /Move to trash/ }).click();
  // The open one went with them: an empty one is there instead.
  await expect(rows(page)).toHaveText(['New conversation', 'Two']);
});

test('lets go of what leaves the list meanwhile', async ({ stage, page }) => {
  const [one = ''] = await openWith(stage, 'One', 'Two');
  await row(page, 'One').click({ modifiers: ['ControlOrMeta'] });
  await box(page, 'Two').click();
  await stage.call('conversations.trash', { id: one });
  await ticked(page, ['Two']);
  await expect(bar(page).getByRole('status')).toHaveText('1 selected');
});

test('select all reaches what is not loaded yet', async ({ stage, page }) => {
  const ids = await make(stage, ...Array.from({ length: 130 }, (_, index) => `Number ${index + 1}`));
  await stage.open(ids.at(-1));
  await begin(page).click();
  await library(page).getByRole('button', { name: 'Select all' }).click();
  await expect(bar(page).getByRole('status')).toHaveText('130 selected');
  await bar(page).getByRole('button', { name: 'Move to trash' }).click();
  await expect(rows(page)).toHaveText(['New conversation']);
  await (await holdToast(page, 'Undo')).click();
  await expect(row(page, 'Number 130')).toBeVisible();
});

test.describe('in a narrow window', () => {
  test.use({ viewport: { width: 480, height: 760 } });

  test('Escape ends the choice, a search and a renaming before it closes the drawer', async ({
    stage,
    page,
  }) => {
    await openWith(stage, 'One', 'Two');
    await page.getByRole('button', { name: 'Show conversations' }).click();
    await row(page, 'One').click({ modifiers: ['ControlOrMeta'] });
    expect(await stage.axe()).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(bar(page)).toHaveCount(0);
    await row(page, 'One').focus();
    await page.keyboard.press('F2');
    await page.keyboard.press('Escape');
    await expect(row(page, 'One')).toBeFocused();
    await search(page).fill('One');
    await page.keyboard.press('Escape');
    await expect(search(page)).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(library(page)).toHaveCount(0);
  });
});

test.describe('exported together', () => {
  /** Files are on the disk before the dialog goes, which takes its time on a busy machine. */
  const written = { timeout: 30_000 };
  let folder = '';
  test.beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bough-choose-'));
  });
  test.afterEach(() => rm(folder, { recursive: true, force: true }));

  test('the chosen ones go into one zip or folder, and stay chosen', async ({ stage, page }) => {
    await openWith(stage, 'Kitchen plan', 'Garden plan', 'Not this one');
    for (const title of ['Kitchen plan', 'Garden plan']) {
      await library(page)
        .locator('[data-row]', { hasText: title })
        .click({ modifiers: ['ControlOrMeta'] });
    }
    const open = bar(page).getByRole('button', { name: 'Export…' });
    await open.click();
    const dialog = page.getByRole('dialog', { name: 'Export 2 conversations' });
    await dialog.getByRole('radio', { name: /Plain text/ }).click();
    stage.shell.savePaths.push(join(folder, 'plans'));
    await dialog.getByRole('button', { name: 'Export…' }).click();
    await expect(dialog).toHaveCount(0, written);
    expect((await readdir(join(folder, 'plans'))).sort()).toEqual(['Garden plan.txt', 'Kitchen plan.txt']);
    await expect(open).toBeFocused();

    await open.click();
    await dialog.getByRole('radio', { name: 'A zip' }).click();
    stage.shell.savePaths.push(join(folder, 'plans.zip'));
    await dialog.getByRole('button', { name: 'Export…' }).click();
    await expect(dialog).toHaveCount(0, written);
    expect(await readdir(folder)).toEqual(['plans', 'plans.zip']);
    await ticked(page, ['Garden plan', 'Kitchen plan']);
  });
});
