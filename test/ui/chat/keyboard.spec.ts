import { expect, test } from './stage.ts';

test.describe('without a mouse', () => {
  test.use({ seed: { messages: 12 } });

  test('one can read, act on a message, edit, and go back to writing', async ({ stage, page }) => {
    await stage.open(stage.seeded?.conversationId);
    await expect(stage.composer).toBeFocused();
    await expect(page.locator('article[data-depth="12"]')).toBeVisible();

    await stage.feed.focus();
    await page.keyboard.press('ArrowUp');
    await expect(page.locator('article[data-depth="12"]')).toBeFocused();
    await page.keyboard.press('ArrowUp');
    const question = page.locator('article[data-depth="11"]');
    await expect(question).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(question.getByRole('button', { name: 'Copy' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(question.getByRole('button', { name: 'Edit' })).toBeFocused();
    await page.keyboard.press('Enter');
    const editor = page.getByRole('textbox', { name: 'Edit your message' });
    await expect(editor).toBeFocused();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('Another question [[lab: say Another answer.]]');
    await page.keyboard.press('Enter');
    await expect(stage.messages.last()).toContainText('Another answer.');
    await expect(stage.composer).toBeFocused();

    await page.keyboard.press('ArrowUp');
    await expect(editor).toBeFocused();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+L');
    await expect(stage.composer).toBeFocused();
  });

  test('the menu of a message opens by key, and the title is renamed', async ({ stage, page }) => {
    const id = await stage.open(stage.seeded?.conversationId);
    await stage.feed.focus();
    await page.keyboard.press('ArrowUp');
    const more = page.locator('article[data-depth="12"]').getByRole('button', { name: 'More' });
    // On the way lie the controls of what is in the message.
    await expect(async () => {
      await page.keyboard.press('Tab');
      await expect(more).toBeFocused({ timeout: 200 });
    }).toPass();
    await page.keyboard.press('Enter');
    const edit = page.getByRole('menuitem', { name: 'Edit this answer' });
    await expect(edit).toBeVisible();
    expect(await stage.axe()).toEqual([]);
    // A letter goes to the entry that begins with it.
    await page.keyboard.press('e');
    await expect(edit).toBeFocused();
    await page.keyboard.press('Enter');
    const editor = page.getByRole('textbox', { name: 'Edit the answer' });
    await expect(editor).toBeFocused();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('In my own words.');
    await page.keyboard.press('Enter');
    await expect(page.locator('article[data-depth="12"]')).toContainText('In my own words.');
    await expect(page.locator('article[data-depth="12"]')).toContainText('2 of 2');

    await page.getByRole('heading', { level: 1 }).getByRole('button').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Kitchen plan');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kitchen plan');
    expect(await stage.call('conversations.get', { id })).toMatchObject({
      title: 'Kitchen plan',
      titleSource: 'user',
    });
  });
});
