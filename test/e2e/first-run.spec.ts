import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chatOf, countStages } from './support/chat.ts';
import { expect, test } from './support/desk.ts';
import { chooseFiles } from './support/files.ts';

test('the first start asks for nothing, and the practice assistant answers and uses its tools', async ({
  desk,
}) => {
  const app = await desk.start();
  const { page } = app;
  await expect(page.getByRole('heading', { name: 'Welcome to Bough' })).toBeVisible();
  await page.getByRole('button', { name: /Try it now/ }).click();
  await expect(page.getByText('It is not an AI')).toBeVisible();

  const chat = chatOf(page);
  const stages = await countStages(page);
  await chat.say('What happens when I edit a message?');
  const answer = await chat.answered();
  await expect(answer).toContainText('Your old message and everything that followed it are still there');
  await expect(answer).toContainText('not an AI');
  expect(await stages(), 'the answer came in pieces').toBeGreaterThan(3);
  await expect(chat.title).toHaveText('What happens when I edit a message?');

  const notes = join(desk.folder, 'shopping.txt');
  await writeFile(notes, 'flour\nbutter\nthree lemons\n');
  await chooseFiles(app, [notes]);
  await page.getByRole('button', { name: 'Attach files' }).click();
  await expect(page.getByRole('list', { name: 'Attached files' })).toContainText('shopping.txt');
  await chat.say('What is in it?');
  const read = await chat.answered();
  await expect(read.getByRole('button', { name: 'Looked at shopping.txt' })).toBeVisible();
  await expect(read).toContainText('three lemons');

  await chat.say('Find lemons');
  const found = await chat.answered();
  await expect(found.getByRole('button', { name: /Searched your conversations for “lemons”/ })).toBeVisible();

  expect(await app.quit()).toBe(0);
  // Left once, the welcome screen does not come back.
  const again = chatOf((await desk.start()).page);
  await expect(again.messages.first()).toContainText('What happens when I edit a message?');
});
