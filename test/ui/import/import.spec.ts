import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { zipSync } from 'fflate';
import type { ImportReport, ImportSummary } from '#contract';
import { expect, test } from '../chat/stage.ts';

const cases = join(import.meta.dirname, '../../fixtures/import');
const archive = (name: string) => join(cases, name, 'archive');
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Bring in conversations' });

test('brings in a folder, reports what was left out, opens a conversation, and adds nothing twice', async ({
  stage,
  page,
}) => {
  await stage.open();
  stage.shell.picks.push([archive('chatgpt-single')], [archive('chatgpt-single')]);
  await page.getByRole('button', { name: 'Bring in conversations' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Choose files' })).toBeVisible();
  expect(await stage.axe()).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Choose a folder' }).click();
  await expect(dialog(page).getByText('archive is in')).toBeVisible();
  await expect(dialog(page).getByText('route-plan.pdf is not in the archive')).toBeVisible();
  await expect(dialog(page).getByText('study_card')).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await stage.axe()).toEqual([]);
  }
  await dialog(page).getByRole('button', { name: 'Open: Balcony herbs' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Balcony herbs' })).toBeVisible();
  await expect(page.getByText('Every second day; check the soil')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Poster for the lantern walk/ })).toBeVisible();

  await page.getByRole('button', { name: 'Bring in conversations' }).click();
  await dialog(page).getByRole('button', { name: 'Choose a folder' }).click();
  await expect(dialog(page).getByText('Everything in it was here already')).toBeVisible();
});

test('says in the language of the interface what a message and a conversation had that did not come along', async ({
  stage,
  page,
}) => {
  await stage.call('app.setPreferences', { language: 'cs' });
  await stage.open();
  stage.shell.picks.push([archive('chatgpt-single')]);
  await page.getByRole('button', { name: 'Přenést konverzace' }).click();
  const open = page.getByRole('dialog');
  await open.getByRole('button', { name: 'Vybrat složku' }).click();
  await expect(open.getByText('Konverzací, které byly archivované: 1.')).toBeVisible();
  await expect(open.getByText('Archivovaná · Vlastní GPT')).toBeVisible();
  expect(await stage.axe()).toEqual([]);
  await open.getByRole('button', { name: /Poster for the lantern walk/ }).click();
  const chip = page.getByRole('article').getByText('route-plan.pdf', { exact: true });
  await chip.scrollIntoViewIfNeeded();
  await expect(chip).toBeInViewport();
  await expect(page.getByText('V archivu nebyl').first()).toBeVisible();
  expect(await stage.axe()).toEqual([]);
});

test('takes a zip that is dropped on the list of conversations', async ({ stage, page }) => {
  await stage.open();
  const folder = archive('claude');
  const files = Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]),
  );
  const zip = Buffer.from(zipSync(files)).toString('base64');
  await page.getByRole('navigation', { name: 'Conversations' }).evaluate((element, base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([bytes], 'export.zip'));
    element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, zip);
  await expect(dialog(page).getByText('export.zip is in')).toBeVisible();
  await expect(dialog(page).getByText('hall-photo.png is not in the archive')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('button', { name: /^Ladder for the treehouse/ })).toBeVisible();
});

test('takes a folder that is dropped on the list, with what lies in its folders', async ({ stage, page }) => {
  await stage.open();
  const box = await page.getByRole('navigation', { name: 'Conversations' }).boundingBox();
  const browser = await page.context().newCDPSession(page);
  const at = { x: (box?.x ?? 0) + 100, y: (box?.y ?? 0) + 300 };
  const data = { items: [], files: [archive('chatgpt-single')], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await browser.send('Input.dispatchDragEvent', { type, ...at, data });
  }
  await expect(dialog(page).getByText('archive is in')).toBeVisible();
  const wanted = JSON.parse(readFileSync(join(cases, 'chatgpt-single/expected.json'), 'utf8'));
  const [{ id = '' } = {}] = (await stage.call('import.list', {})) as ImportSummary[];
  const report = (await stage.call('import.report', { id })) as ImportReport;
  expect(report.imported).toBe(wanted.imported);
  expect(report.attachments.found).toBe(wanted.attachments.found);
});

test('says what is wrong with a file that is no archive, and changes nothing', async ({ stage, page }) => {
  await stage.open();
  stage.shell.picks.push([join(cases, 'chatgpt-single/expected.json')]);
  await page.getByRole('button', { name: 'Bring in conversations' }).click();
  await dialog(page).getByRole('button', { name: 'Choose files' }).click();
  await expect(dialog(page).getByText('No conversations were found.')).toBeVisible();
  expect(stage.services.workspace.conversations.list({ trashed: false, limit: 10 }).items).toHaveLength(1);
});
