import type { Locator, Page } from '@playwright/test';
import { hold, text } from '../lab/index.ts';
import { runAxe } from '../support/axe.ts';
import { callBridge, useLab } from './support/bridge.ts';
import { chatOf } from './support/chat.ts';
import { expect, test } from './support/desk.ts';

test('the whole way is walked by keyboard: begin, send, edit, switch, stop, settings', async ({ desk }) => {
  const { lab } = desk;
  const { page } = await desk.start();
  const chat = chatOf(page);
  const { keyboard } = page;
  await page.getByRole('button', { name: /Try it now/ }).waitFor();
  await walk(page, 'Tab', page.getByRole('button', { name: /Try it now/ }));
  await keyboard.press('Enter');
  await expect(chat.composer).toBeFocused();
  await useLab(page, lab, 'claude-lab-opus');
  await keyboard.press('Control+n');
  await expect(page.getByRole('button', { name: /^Model: Claude Lab Opus/ })).toBeVisible();
  await expect(chat.composer).toBeFocused();

  lab.script([{ parts: [text('First answer.')] }, { parts: [text('Second answer.')] }]);
  await keyboard.type('First wording');
  await keyboard.press('Shift+Enter');
  await keyboard.type('of a question');
  await keyboard.press('Enter');
  await expect(await chat.answered()).toContainText('First answer.');
  await expect(chat.messages.first()).toContainText('First wording\nof a question', { useInnerText: true });

  await keyboard.press('ArrowUp');
  const editor = page.getByRole('textbox', { name: 'Edit your message' });
  await expect(editor).toBeFocused();
  await keyboard.press('Control+a');
  await keyboard.type('Second wording');
  await keyboard.press('Enter');
  await expect(await chat.answered()).toContainText('Second answer.');
  const question = chat.messages.first();
  await expect(question).toContainText('2 of 2');
  await walk(page, 'Shift+Tab', page.locator('article[tabindex="0"]'));
  await walk(page, 'ArrowUp', question);
  const previous = question.getByRole('button', { name: 'Previous version' });
  await walk(page, 'Tab', previous);
  await keyboard.press('Enter');
  await expect(question).toContainText('1 of 2');
  await expect(await chat.answered()).toContainText('First answer.');
  await keyboard.press('ArrowRight');
  await expect(question).toContainText('2 of 2');

  await keyboard.press('Control+l');
  await expect(chat.composer).toBeFocused();
  lab.script({ parts: [text('Half of it'), hold(lab.gate('stop'))] });
  await keyboard.type('A long one');
  await keyboard.press('Enter');
  await expect(chat.messages.last()).toContainText('Half of it');
  await keyboard.press('Escape');
  await expect(chat.messages.last()).toContainText('You stopped this answer.');

  await keyboard.press('Control+Comma');
  await walk(page, 'Tab', page.getByRole('tab', { name: 'Appearance' }));
  await keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Models and keys' })).toBeFocused();
  await walk(page, 'Tab', page.getByRole('button', { name: 'Add a provider' }));
  await keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Add a provider' })).toBeVisible();
  await keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Add a provider' })).toBeFocused();
  await walk(page, 'Shift+Tab', page.getByRole('button', { name: 'Close' }));
  await keyboard.press('Enter');
  await expect(chat.composer).toBeFocused();
  await keyboard.press('F1');
  await expect(page.getByRole('complementary', { name: 'Side panel' })).toBeVisible();
  await keyboard.press('F6');
  await keyboard.press('Control+Slash');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the main screens of the real window, ${theme}`, async ({ desk }) => {
    const { page } = await desk.start();
    const chat = chatOf(page);
    const tryIt = page.getByRole('button', { name: /Try it now/ });
    await tryIt.waitFor();
    await callBridge(page, 'app.setPreferences', { theme });
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    expect(await problems(page)).toEqual([]);
    await tryIt.click();
    await useLab(page, desk.lab, 'claude-lab-nano');
    await page.keyboard.press('Control+n');
    await chat.composer.fill(
      'A table, please. [[lab: say | a | b |\n| - | - |\n| 1 | 2 |\n\n`code` and **words**.]]',
    );
    await page.keyboard.press('Enter');
    await chat.answered();
    await page.keyboard.press('F1');
    await page.getByRole('complementary', { name: 'Side panel' }).getByRole('heading').first().waitFor();
    expect(await problems(page)).toEqual([]);
    await page.keyboard.press('Control+Comma');
    await page.getByRole('tab', { name: 'Models and keys' }).click();
    const add = page.getByRole('button', { name: 'Add a provider' });
    await add.waitFor();
    expect(await problems(page)).toEqual([]);
    await add.click();
    await page.getByRole('button', { name: /^Anthropic/ }).click();
    await page.getByLabel('Key', { exact: true }).waitFor();
    expect(await problems(page)).toEqual([]);
  });
}

/** Presses a key until something has the focus, as people do who cannot point at it. */
async function walk(page: Page, key: string, target: Locator): Promise<void> {
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 60; presses += 1) {
    if (await isThere()) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} never leads to ${target}`);
}

async function problems(page: Page): Promise<string[]> {
  const found = await runAxe(page, { legacy: true });
  expect(found.passes).toBeGreaterThan(10);
  return found.problems;
}
