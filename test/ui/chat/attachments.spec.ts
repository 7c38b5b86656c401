import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './stage.ts';

/** A red picture of 8 by 6 pixels. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAGCAIAAABxZ0isAAAAEUlEQVR4nGP4z8CAFTEMjAQAsegv0WVDY5cAAAAASUVORK5CYII=';

interface Given {
  name: string;
  type: string;
  base64: string;
}

/** Drops or pastes files as the browser does: with a DataTransfer that holds them. */
async function give(target: Locator, event: 'drop' | 'paste', files: Given[]): Promise<void> {
  await target.evaluate(
    (element, given) => {
      const data = new DataTransfer();
      for (const { name, type, base64 } of given.files) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        data.items.add(new File([bytes], name, { type }));
      }
      const init = { bubbles: true, cancelable: true };
      if (given.event === 'paste') {
        element.dispatchEvent(new ClipboardEvent('paste', { ...init, clipboardData: data }));
        return;
      }
      for (const type of ['dragenter', 'dragover', 'drop'])
        element.dispatchEvent(new DragEvent(type, { ...init, dataTransfer: data }));
    },
    { event, files },
  );
}

const files = (page: Page) => page.getByRole('list', { name: 'Attached files' });
const picture: Given = { name: 'red.png', type: 'image/png', base64: png };
const note: Given = { name: 'note.txt', type: 'text/plain', base64: btoa('A note about the garden.') };

test('a picture is dropped on the conversation, sent, and opens large', async ({ stage, page }) => {
  await stage.open();
  await give(page.locator('main'), 'drop', []);
  await give(stage.composer, 'drop', [picture, { ...picture, name: 'second.png', base64: png }]);
  await expect(files(page).getByRole('listitem')).toHaveCount(2);
  await expect(files(page)).toContainText('red.png');
  expect(await stage.axe()).toEqual([]);
  await stage.say('What is on it? [[lab: say A red field.]]');
  await stage.answered();
  const question = stage.messages.first();
  await question.getByRole('button', { name: 'Open red.png' }).click();
  const dialog = page.getByRole('dialog', { name: 'red.png' });
  await expect(dialog.getByRole('img', { name: 'red.png' })).toBeVisible();
  expect(await stage.axe()).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(question.getByRole('button', { name: 'Open red.png' })).toBeFocused();
});

test('a file is pasted; text that comes with a picture of itself stays text', async ({ stage, page }) => {
  await stage.open();
  await give(stage.composer, 'paste', [note]);
  await expect(files(page)).toContainText('note.txt');
  await stage.composer.evaluate((area, base64) => {
    const data = new DataTransfer();
    data.setData('text/plain', 'from a word processor');
    data.items.add(
      new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], 'image.png', { type: 'image/png' }),
    );
    area.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data }));
  }, png);
  await expect(files(page).getByRole('listitem')).toHaveCount(1);
  await stage.say('Read it [[lab: say Read.]]');
  await stage.answered();
  await expect(stage.messages.first().getByRole('button', { name: 'Save a copy of note.txt' })).toBeVisible();
});

test('files are chosen in the dialog, removed, and kept with the draft', async ({ stage, page }) => {
  const id = await stage.open();
  stage.shell.picks.push([join(import.meta.dirname, 'attachments.spec.ts')]);
  await page.getByRole('button', { name: 'Attach files' }).click();
  await expect(files(page)).toContainText('attachments.spec.ts');
  await give(stage.composer, 'drop', [note]);
  await expect(files(page).getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Remove attachments.spec.ts' }).click();
  await expect(files(page).getByRole('listitem')).toHaveCount(1);
  await stage.open();
  await stage.open(id);
  await expect(files(page)).toContainText('note.txt');
});

test('a file that is too large is refused in words and does not go along', async ({ stage, page }) => {
  await stage.open();
  await stage.composer.evaluate((area) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(50 * 1024 * 1024 + 1)], 'film.bin'));
    area.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }));
  });
  await expect(files(page)).toContainText('This file is too large to attach.');
  await stage.say('Without it [[lab: say Fine.]]');
  await stage.answered();
  await expect(files(page)).toContainText('film.bin');
  await expect(stage.messages.first()).not.toContainText('film.bin');
});

test('[B4] an edited message keeps its files until they are removed', async ({ stage, page }) => {
  await stage.open();
  await give(stage.composer, 'drop', [note]);
  await expect(files(page)).toContainText('note.txt');
  await stage.say('Read it [[lab: say Read.]]');
  await stage.answered();
  await stage.composer.press('ArrowUp');
  const editor = page.getByRole('textbox', { name: 'Edit your message' });
  await editor.fill('Read it again [[lab: say Read twice.]]');
  await editor.press('Enter');
  await expect(stage.messages.last()).toContainText('Read twice.');
  await expect(stage.messages.first().getByRole('button', { name: 'Save a copy of note.txt' })).toBeVisible();
});
