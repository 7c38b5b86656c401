import type { Locator, Page } from '@playwright/test';
import type { Conversation } from '#contract';
import { text } from '../lab/index.ts';
import { stillBox } from '../support/still.ts';
import { holdToast } from '../support/toast.ts';
import { callBridge, useLab } from './support/bridge.ts';
import { chatOf } from './support/chat.ts';
import { expect, test } from './support/desk.ts';

test('[B2] [B7] [B8] a newcomer sees the branches, moves among them, copies one and compares two', async ({
  desk,
}) => {
  const { lab } = desk;
  const { page } = await desk.start();
  const chat = chatOf(page);
  await page.getByRole('button', { name: /Try it now/ }).click();
  await useLab(page, lab, 'claude-lab-opus');
  await page.keyboard.press('Control+n');
  await expect(page.getByRole('button', { name: /^Model: Claude Lab Opus/ })).toBeVisible();

  // Two answers to one question, and two wordings of the next.
  lab.script([
    { parts: [text('A galley along both long walls would fit.')] },
    { parts: [text('A galley along one long wall would fit.')] },
    { parts: [text('The sink can move.')] },
    { parts: [text('The fridge can move.')] },
  ]);
  await chat.say('Where would you begin with this kitchen?');
  await expect(await chat.answered()).toContainText('both long walls');
  await chat.messages.last().getByRole('button', { name: 'Try again' }).click();
  await expect(await chat.answered()).toContainText('one long wall');
  await chat.say('What can move?');
  await expect(await chat.answered()).toContainText('The sink can move.');
  const question = chat.messages.nth(2);
  await question.hover();
  await question.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Edit your message' }).fill('Can the fridge move?');
  await page.keyboard.press('Enter');
  await expect(await chat.answered()).toContainText('The fridge can move.');

  await chat.say('/tree');
  const panel = page.getByRole('tabpanel', { name: 'Branches' });
  const marks = panel.locator('[data-kind="message"]');
  const mark = (words: string) => marks.filter({ hasText: words }).locator('[data-role]');
  await expect(marks).toHaveCount(7);
  await expect(marks.filter({ hasText: 'You are here' })).toHaveCount(1);
  await expect(panel.locator('[role="treeitem"][aria-selected="true"]')).toContainText('you are here');

  // The marker goes to the other branch, and back.
  const before = await current(page);
  await drag(page, marks.filter({ hasText: 'You are here' }).locator('[data-role]'), mark('The sink can'));
  await expect(panel.getByText('2 messages leave your branch')).toBeVisible();
  await page.mouse.up();
  const undo = await holdToast(page, 'Undo');
  await expect(chat.messages.last()).toContainText('The sink can move.');
  await undo.click();
  await expect(chat.messages.last()).toContainText('The fridge can move.');
  expect(await current(page)).toEqual({ ...before, updatedAt: expect.any(Number) });

  // Two ends side by side.
  await drag(page, mark('The sink can'), marks.filter({ hasText: 'You are here' }).locator('[data-role]'));
  await page.mouse.up();
  const compared = page.getByRole('dialog', { name: 'Two branches side by side' });
  await expect(compared).toContainText('The first 2 messages are the same on both.');
  await expect(compared.locator('mark').first()).toBeVisible();
  await page.keyboard.press('Escape');

  // A copy of the first answer's branch, by the keyboard.
  const keys = panel.getByRole('tree');
  await keys.focus();
  for (const key of ['ArrowUp', 'ArrowUp', 'Shift+F10']) await keys.press(key);
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.getByRole('menuitem', { name: 'Copy into a new conversation…' }).press('Enter');
  const fork = page.getByRole('dialog', { name: 'Copy into a new conversation' });
  await expect(fork).toContainText('2 messages will be copied into a new conversation.');
  await fork.getByRole('textbox', { name: 'Title' }).fill('The other kitchen');
  await page.keyboard.press('Enter');
  await (await holdToast(page, 'Open')).click();
  await expect(chat.title).toContainText('The other kitchen');
  await expect(chat.messages.last()).toContainText('one long wall');
  await expect(marks).toHaveCount(2);
});

/** The conversation that was changed last. */
async function current(page: Page): Promise<Conversation | undefined> {
  return (await callBridge(page, 'conversations.list', { limit: 1 })).items[0];
}

/** Drags from the middle of one mark to that of another, and holds it there. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await stillBox(from), await stillBox(to)];
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + start.width / 2 + 9, start.y + start.height / 2 - 9, { steps: 3 });
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 6 });
}
