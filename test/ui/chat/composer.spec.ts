import type { DraftContent, Route } from '#contract';
import { stillBox } from '../../support/still.ts';
import { expect, test } from './stage.ts';

test('a draft survives a switch and a reload, and goes with the message', async ({ stage, page }) => {
  const first = await stage.open();
  await stage.composer.fill('Half a thought');
  await expect
    .poll(
      async () => ((await stage.call('drafts.get', { conversationId: first })) as DraftContent | null)?.text,
    )
    .toBe('Half a thought');
  await stage.composer.fill('Half a thought, and more');
  await stage.open();
  await expect(stage.composer).toHaveValue('');
  await stage.open(first);
  await expect(stage.composer).toHaveValue('Half a thought, and more');
  await page.reload();
  await expect(stage.composer).toHaveValue('Half a thought, and more');
  await stage.composer.press('Enter');
  await stage.answered();
  await page.reload();
  await stage.answered();
  await expect(stage.composer).toHaveValue('');
});

test('an Enter that an input method takes never sends', async ({ stage, page }) => {
  await stage.open();
  await stage.composer.focus();
  // What Chromium does for a word that is being composed: the key is 229 and nothing of it reaches the app.
  const session = await page.context().newCDPSession(page);
  await session.send('Input.imeSetComposition', { text: 'ขอบคุณ', selectionStart: 6, selectionEnd: 6 });
  await stage.composer.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true });
  await stage.composer.dispatchEvent('keydown', {
    key: 'Enter',
    keyCode: 13,
    isComposing: true,
    bubbles: true,
  });
  await expect(stage.composer).toHaveValue('ขอบคุณ');
  await session.send('Input.insertText', { text: 'ขอบคุณ' });
  // The moment after: some input methods hand on the Enter that settled the word.
  await stage.composer.evaluate((area) => {
    area.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
    area.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  });
  await expect(stage.composer).toHaveValue('ขอบคุณ');
  await expect(stage.messages).toHaveCount(0);
  // An Enter of its own sends.
  await expect(async () => {
    await stage.composer.press('Enter');
    await expect(stage.messages.first()).toContainText('ขอบคุณ', { timeout: 500 });
  }).toPass();
});

test('Shift and Enter make a new line, and the box grows up to a limit', async ({ stage }) => {
  await stage.open();
  const height = async () => (await stage.composer.boundingBox())?.height ?? 0;
  const one = await height();
  await stage.composer.pressSequentially('one');
  for (let line = 0; line < 4; line += 1) await stage.composer.press('Shift+Enter');
  await expect.poll(height).toBeGreaterThan(one + 40);
  await stage.composer.fill('line\n'.repeat(200));
  await expect.poll(height).toBeGreaterThan(200);
  expect(await height()).toBeLessThan(840 * 0.42);
  await expect(stage.messages).toHaveCount(0);
});

test('a slash opens the commands; they filter, and never become messages', async ({ stage, page }) => {
  await stage.open();
  await stage.composer.pressSequentially('/');
  const options = page.getByRole('option');
  for (const name of ['retry', 'compact', 'tree', 'fork', 'checkpoint', 'rewind', 'help']) {
    await expect(options.filter({ hasText: `/${name}` })).toHaveCount(1);
  }
  await expect(stage.composer).toHaveAttribute('aria-activedescendant', /.+/);
  expect(await stage.axe()).toEqual([]);
  await stage.composer.press('ArrowDown');
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  await stage.composer.press('Escape');
  await expect(options).toHaveCount(0);
  await stage.composer.pressSequentially('mo');
  await expect(options).toHaveCount(1);
  await stage.composer.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Choose a model' })).toBeVisible();
  await expect(stage.composer).toHaveValue('');
  await page.keyboard.press('Escape');
  await stage.say('/help');
  await expect(page.getByRole('complementary')).toBeVisible();
  await expect(stage.messages).toHaveCount(0);
});

test('the commands scroll in a low window, and large letters leave room for what each does', async ({
  stage,
  page,
}) => {
  await page.setViewportSize({ width: 700, height: 440 });
  await stage.call('app.setPreferences', { textSize: 1.6 });
  await stage.open();
  await stage.composer.pressSequentially('/');
  const list = page.getByRole('listbox', { name: 'Commands' });
  await expect(list).toBeVisible();
  const room = await list.evaluate((box) => ({
    across: box.scrollWidth - box.clientWidth,
    down: box.scrollHeight - box.clientHeight,
    narrowest: Math.min(
      ...[...box.querySelectorAll('[role="option"] > :last-child')].map((words) => words.clientWidth),
    ),
  }));
  expect(room.across).toBe(0);
  expect(room.down).toBeGreaterThan(0);
  expect(room.narrowest).toBeGreaterThan(200);
  expect(await stage.axe()).toEqual([]);
  await stage.composer.press('ArrowUp');
  await expect(list.getByRole('option').last()).toHaveAttribute('aria-selected', 'true');
  await expect(list.getByRole('option').last()).toBeInViewport();
  // Nor does its scroll bar close it.
  const box = await stillBox(list);
  await page.mouse.click(box.x + box.width - 5, box.y + 40);
  await expect(stage.composer).toBeFocused();
  await expect(list).toBeVisible();
});

test('an unknown command is an error with the nearest one; two slashes make a message', async ({
  stage,
  page,
}) => {
  await stage.open();
  await stage.say('/retyr');
  const problem = page.getByRole('alert');
  await expect(problem).toContainText('There is no command /retyr. The nearest is /retry. Nothing was sent.');
  await expect(stage.composer).toHaveValue('/retyr');
  expect(await stage.axe()).toEqual([]);
  await problem.getByRole('button', { name: 'Use /retry' }).click();
  await expect(stage.composer).toHaveValue('/retry');
  await stage.say('//etc/hosts is a file');
  await expect(stage.messages.first()).toContainText('/etc/hosts is a file');
  await expect(stage.messages.first()).not.toContainText('//etc');
  await stage.answered();
  await stage.say('/home/me is a folder');
  await problem.getByRole('button', { name: 'Send it as a message' }).click();
  await expect(page.locator('article[data-role="user"]').last()).toContainText('/home/me is a folder');
});

test('the model is chosen by search, and stays with the conversation', async ({ stage, page }) => {
  const id = await stage.open();
  await page.getByRole('button', { name: /^Model: / }).click();
  const picker = page.getByRole('dialog', { name: 'Choose a model' });
  await expect(picker).toContainText('Practice assistant');
  await expect(picker).toContainText('not an AI');
  await expect(picker).toContainText(/takes in about [\d,]+ words at once/);
  expect(await stage.axe()).toEqual([]);
  const routes = (await stage.call('providers.routes', {})) as Route[];
  const wanted = routes.find((route) => route.wire === 'anthropic')?.models.at(-1);
  await page.getByRole('combobox', { name: 'Search models' }).fill(`anthropic ${wanted?.id}`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: `Model: ${wanted?.name}` })).toBeVisible();
  await expect(stage.composer).toBeFocused();
  const { reader } = (await stage.call('conversations.get', { id })) as { reader: { modelId: string } };
  expect(reader.modelId).toBe(wanted?.id);
});

test('words are put back when nothing could be sent, with a way on', async ({ stage, page }) => {
  const id = await stage.open();
  const reader = stage.readers.anthropic;
  await stage.call('conversations.setReader', { id, reader });
  await stage.call('providers.removeRoute', { id: reader.routeId });
  await stage.say('These words must not be lost');
  const problem = page.getByRole('alert');
  await expect(problem.getByRole('button', { name: 'Choose a model' })).toBeVisible();
  await expect(stage.composer).toHaveValue('These words must not be lost');
  await expect(stage.messages).toHaveCount(0);
  expect(await stage.axe()).toEqual([]);
  await page.reload();
  await expect(stage.composer).toHaveValue('These words must not be lost');
});
