import { join } from 'node:path';
import { stillBox } from '../support/still.ts';
import { expect, test } from './support/desk.ts';

const archive = join(import.meta.dirname, '../fixtures/import/chatgpt-single/archive');

test('a folder dropped on the list is brought in whole, without the page learning where it lies', async ({
  desk,
}) => {
  const { page } = await desk.start();
  await page.getByRole('button', { name: /Try it now/ }).click();
  const box = await stillBox(page.getByRole('navigation', { name: 'Conversations' }));
  const browser = await page.context().newCDPSession(page);
  const at = { x: box.x + 100, y: box.y + 300 };
  const data = { items: [], files: [archive], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await browser.send('Input.dispatchDragEvent', { type, ...at, data });
  }
  const dialog = page.getByRole('dialog', { name: 'Bring in conversations' });
  await expect(dialog.getByText('archive is in')).toBeVisible();
  await dialog.getByRole('button', { name: 'Open: Balcony herbs' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Balcony herbs' })).toBeVisible();
});
