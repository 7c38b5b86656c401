import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { pdfText } from '../../main/imaging/pdf-text.ts';
import { seedConversation } from '../host/fixtures.ts';
import { useLab } from './support/bridge.ts';
import { chatOf } from './support/chat.ts';
import { expect, test } from './support/desk.ts';

/** The system's dialog answers with a path. */
const saveTo = (electron: ElectronApplication, path: string): Promise<void> =>
  electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, path);

test('a conversation leaves as PDF by Electron’s own printing, and as HTML, with nothing left beside them', async ({
  desk,
}) => {
  const { page, electron } = await desk.start();
  const chat = chatOf(page);
  await page.getByRole('button', { name: /Try it now/ }).click();
  await useLab(page, desk.lab, 'claude-lab-opus');
  await page.keyboard.press('Control+n');
  await chat.say('Say something: příliš žluťoučký, 厨房很小');
  await chat.answered();
  for (const [format, file] of [
    ['pdf', 'Plan.pdf'],
    ['html', 'Plan.html'],
  ] as const) {
    await saveTo(electron, join(desk.folder, file));
    await chat.composer.fill(`/export ${format}`);
    await chat.composer.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Export…' }).click();
    await expect(page.getByText(`Exported to “${file}”.`, { exact: true })).toBeVisible({ timeout: 30_000 });
  }
  const text = await pdfText(await readFile(join(desk.folder, 'Plan.pdf')));
  expect(text).toContain('příliš žluťoučký');
  expect(text).toMatch(/1 \/ 1/);
  expect(await readFile(join(desk.folder, 'Plan.html'), 'utf8')).toContain('厨房很小');
  expect((await readdir(desk.folder)).filter((name) => name.includes('.tmp'))).toEqual([]);

  await chat.say('/dump');
  await expect(page.getByText(/^Copied 2 messages/).first()).toBeVisible();
  const copied = await electron.evaluate(({ clipboard }) => {
    const { readText, readHTML } = clipboard as unknown as Record<'readText' | 'readHTML', () => string>;
    return { text: readText(), html: readHTML() };
  });
  expect(copied.text).toMatch(/^# .+\n\n## 1\. You/);
  expect(copied.html).toContain('<h2>You</h2>');
});

test('a long conversation leaves as one PDF, which Electron printed in parts', async ({ desk }) => {
  // Little on paper, and much as HTML.
  const { conversationId } = await seedConversation(desk.folder, {
    messages: 60,
    title: 'Long plan',
    parts: (depth) => [{ type: 'text', text: `Question ${depth}: ${'"'.repeat(4000)}` }],
  });
  const { page, electron } = await desk.start();
  await page.evaluate((id) => {
    location.hash = `#/c/${id}`;
  }, conversationId);
  const chat = chatOf(page);
  await saveTo(electron, join(desk.folder, 'Long.pdf'));
  await chat.composer.fill('/export pdf');
  await chat.composer.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Export…' }).click();
  await expect(page.getByText('Exported to “Long.pdf”.', { exact: true })).toBeVisible({ timeout: 90_000 });
  const bytes = await readFile(join(desk.folder, 'Long.pdf'));
  expect(bytes.toString('latin1').match(/\/S \/Part\b/g)?.length).toBeGreaterThan(1);
  const text = await pdfText(bytes);
  const numbers = [...text.matchAll(/(\d+) \/ (\d+)$/gm)].map(([, number]) => Number(number));
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, at) => at + 1));
  expect(text.trimEnd()).toMatch(/(\d+) \/ \1$/);
  const questions = [...text.matchAll(/Question (\d+)/g)].map(([, number]) => Number(number));
  expect(questions).toEqual(Array.from({ length: 60 }, (_, at) => at + 1));
  expect(await readdir(join(desk.folder, 'app/exports'))).toEqual([]);
});
