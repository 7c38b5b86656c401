import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Conversation } from '#contract';
import { hold, reasoning, text } from '../lab/index.ts';
import { type Chat, chatOf } from './support/chat.ts';
import { expect, test } from './support/desk.ts';
import { chooseFiles, dropFile } from './support/files.ts';
import { pngOf } from './support/pictures.ts';
import { addLabProvider } from './support/providers.ts';
import { chatBodies, instructionsSent, messagesSent, signaturesSent } from './support/requests.ts';

const model = 'claude-lab-opus';

test('[B4] [B9] [T2] [T4] a conversation is led, left in the middle and found again, to the byte', async ({
  desk,
}) => {
  const { lab } = desk;
  const app = await desk.start();
  const { page } = app;
  const chat = chatOf(page);
  await page.getByRole('button', { name: /Try it now/ }).click();
  await expect(chat.composer).toBeFocused();
  await page.keyboard.press('Control+Comma');
  await page.getByRole('tab', { name: 'Models and keys' }).click();
  await addLabProvider(page, lab, { model: 'Claude Lab Opus' });
  await page.keyboard.press('Control+n');
  await expect(page.getByRole('button', { name: /^Model: Claude Lab Opus/ })).toBeVisible();

  // A question, and the same in other words: the first answer stays.
  lab.script([
    { parts: [reasoning('Seven square metres. '), text('First plan: a galley,  both walls.')] },
    { parts: [reasoning('An L leaves room.'), text('Second plan: an L under the window. ไทย 📐')] },
  ]);
  await chat.say('We are redoing a kitchen of 7 m².');
  await expect(await chat.answered()).toContainText('First plan');
  const question = chat.messages.first();
  await question.hover();
  await question.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Edit your message' }).fill('We are redoing a kitchen of 9 m².');
  await page.getByRole('button', { name: 'Send', exact: true }).first().click();
  await expect(await chat.answered()).toContainText('Second plan');
  await expect(question).toContainText('2 of 2');
  await question.hover();
  await question.getByRole('button', { name: 'Previous version' }).click();
  await expect(question).toContainText('7 m²');
  await expect(question).toContainText('1 of 2');
  await expect(await chat.answered()).toContainText('First plan: a galley');
  await question.getByRole('button', { name: 'Next version' }).click();
  await expect(await chat.answered()).toContainText('Second plan');

  await attachBoth(desk.folder, app, chat);
  lab.script({ parts: [reasoning('A plan, and a list.'), text('The sink is on the short wall.')] });
  await chat.say('Here is the plan, and what we own.');
  await expect(await chat.answered()).toContainText('short wall');
  const sent = chat.messages.nth(2);
  await expect(sent.getByRole('button', { name: 'Open plan.png' })).toBeVisible();
  await expect(sent.getByRole('button', { name: 'Save a copy of owned.txt' })).toBeVisible();
  await expect.poll(() => pictureLoaded(page)).toBe(true);

  // Stopped in the middle: what was written stays, and asking again makes another version.
  const gate = lab.gate('sink');
  lab.script({ parts: [reasoning('The stack…'), text('The drain needs a fall of 2 cm'), hold(gate)] });
  await chat.say('Can the sink move?');
  await gate.reached;
  await expect(chat.messages.last()).toContainText('The drain needs a fall of 2 cm');
  await page.getByRole('button', { name: 'Stop the answer' }).click();
  await expect(chat.messages.last()).toContainText('You stopped this answer. What was written is kept.');
  await expect(chat.messages.last()).toContainText('The drain needs a fall of 2 cm');
  gate.release();
  lab.script({ parts: [reasoning('3.4 m to the stack.'), text('Yes: it arrives 7 cm lower.')] });
  await chat.messages.last().getByRole('button', { name: 'Try again' }).first().click();
  await expect(await chat.answered()).toContainText('7 cm lower');
  await expect(chat.messages.last()).toContainText('2 of 2');

  await chat.composer.fill('And the fridge, could it');
  const before = await stateOf(page);
  const shown = await chat.messages.allInnerTexts();
  const asked = chatBodies(lab).at(-1) ?? '';
  expect(asked).toContain('Can the sink move?');
  expect(await app.quit()).toBe(0);

  const second = await desk.start();
  const resumed = chatOf(second.page);
  await expect(resumed.composer).toHaveValue('And the fridge, could it');
  await expect(resumed.messages.last()).toContainText('7 cm lower');
  expect(await stateOf(second.page)).toEqual(before);
  expect(await resumed.messages.allInnerTexts()).toEqual(shown);
  lab.script({ parts: [reasoning('Under the window.'), text('Only a low one.')] });
  await resumed.composer.press('End');
  await resumed.composer.pressSequentially(' stand there?');
  await resumed.composer.press('Enter');
  await expect(await resumed.answered()).toContainText('Only a low one.');

  const next = chatBodies(lab).at(-1) ?? '';
  expect(next).not.toBe(asked);
  expect(next).toContain('And the fridge, could it stand there?');
  expect(instructionsSent(next)).toBe(instructionsSent(asked));
  expect(messagesSent(next).startsWith(messagesSent(asked)), 'every byte of before is sent again').toBe(true);
  // Three earlier answers of this branch, each with what its vendor sealed.
  expect(signaturesSent(next)).toHaveLength(3);
  expect(signaturesSent(next).slice(0, 2)).toEqual(signaturesSent(asked));
  expect(next).toContain('Second plan: an L under the window. ไทย 📐');
  expect(next).not.toContain('First plan');
  expect(next).not.toContain('a fall of 2 cm');
  expect(lab.lastRequest('anthropic').model).toBe(model);
  expect(await second.quit()).toBe(0);
});

async function attachBoth(folder: string, app: Parameters<typeof chooseFiles>[0], chat: Chat): Promise<void> {
  const { page } = app;
  await dropFile(chat.composer, 'plan.png', 'image/png', pngOf(320, 200));
  const owned = join(folder, 'owned.txt');
  await writeFile(owned, 'fridge 60 x 85\nstove 60 x 60\n');
  await chooseFiles(app, [owned]);
  await page.getByRole('button', { name: 'Attach files' }).click();
  const files = page.getByRole('list', { name: 'Attached files' });
  await expect(files.getByRole('listitem')).toHaveCount(2);
  await expect(files.getByText('Adding…')).toHaveCount(0);
}

/** The picture in the conversation came through the app's own protocol, and has its pixels. */
function pictureLoaded(page: Page): Promise<boolean> {
  return page
    .getByRole('button', { name: 'Open plan.png' })
    .locator('img')
    .evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth === 320);
}

/** What main knows of the conversation that is open. */
async function stateOf(
  page: Page,
): Promise<Pick<Conversation, 'id' | 'tipId' | 'pathLength' | 'branchCount'>> {
  const { id, tipId, pathLength, branchCount } = await page.evaluate(async () => {
    const found = await window.bough?.call('conversations.list', { limit: 1 });
    if (!found?.ok || !found.data.items[0]) throw new Error('There is no conversation');
    return found.data.items[0];
  });
  return { id, tipId, pathLength, branchCount };
}
