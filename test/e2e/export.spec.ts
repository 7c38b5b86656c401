import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pdfText } from '../../main/imaging/pdf-text.ts';
import { useLab } from './support/bridge.ts';
import { chatOf } from './support/chat.ts';
import { expect, test } from './support/desk.ts';

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
    await electron.evaluate(
      ({ dialog }, path) => {
        dialog.showSaveDialog = async () => ({ canceled: false, filePath: path });
      },
      join(desk.folder, file),
    );
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
