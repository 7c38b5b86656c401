import { hold, text } from '../../lab/index.ts';
import { holdToast } from '../../support/toast.ts';
import { expect, test } from './stage.ts';

test('[B4] editing a question makes a sibling; both answers stay, and the arrows go between them [B9]', async ({
  stage,
  page,
}) => {
  await stage.open();
  await stage.say('First question [[lab: say The first answer.]]');
  await expect(await stage.answered()).toContainText('The first answer.');
  const question = stage.messages.first();
  await question.hover();
  await question.getByRole('button', { name: 'Edit' }).click();
  const editor = page.getByRole('textbox', { name: 'Edit your message' });
  await expect(editor).toBeFocused();
  await expect(page.getByText('The one before stays')).toBeVisible();
  await editor.fill('Second question [[lab: say The second answer.]]');
  expect(await stage.axe()).toEqual([]);
  await editor.press('Enter');
  await expect(stage.messages.last()).toContainText('The second answer.');
  await expect(question).toContainText('2 of 2');
  await expect(page.getByText('2 branches', { exact: true })).toBeVisible();

  await question.getByRole('button', { name: 'Previous version' }).click();
  await expect(question).toContainText('First question');
  await expect(stage.messages.last()).toContainText('The first answer.');
  await expect(question).toContainText('1 of 2');
  // The arrow that was pressed is gone with its version; the one in its place has the focus.
  await expect(question.getByRole('button', { name: 'Previous version' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(stage.messages.last()).toContainText('The second answer.');
});

test('Escape leaves the editor, and asks only where words would be lost', async ({ stage, page }) => {
  await stage.open();
  await stage.say('A question');
  await stage.answered();
  const question = stage.messages.first();
  await stage.composer.press('ArrowUp');
  const editor = page.getByRole('textbox', { name: 'Edit your message' });
  await expect(editor).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(editor).toHaveCount(0);
  await expect(question).toBeFocused();

  await question.getByRole('button', { name: 'Edit' }).click();
  await editor.fill('Other words');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Your changes would be lost.')).toBeVisible();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(editor).toHaveValue('Other words');
  await editor.focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(question).toContainText('A question');
});

test('[B4] trying again makes a sibling, and the view follows it', async ({ stage }) => {
  await stage.open();
  await stage.say('Hello');
  const first = await (await stage.answered()).textContent();
  stage.lab.script({ parts: [text('Another way to put it.')] });
  await stage.messages.last().getByRole('button', { name: 'Try again' }).click();
  await expect(stage.messages.last()).toContainText('Another way to put it.');
  await expect(stage.messages.last()).toContainText('2 of 2');
  await stage.messages.last().getByRole('button', { name: 'Previous version' }).click();
  await expect(stage.messages.last()).toContainText((first ?? '').slice(8, 40));
});

test('[B4] a new try that fails leaves the last good answer, with a notice that leads to it', async ({
  stage,
  page,
}) => {
  await stage.open();
  await stage.say('Hello [[lab: say A good answer.]]');
  await stage.answered();
  stage.lab.script({ fault: 'auth' });
  await stage.messages.last().getByRole('button', { name: 'Try again' }).click();
  const notice = page.getByRole('status').filter({ hasText: 'The new try did not work.' });
  await expect(notice).toBeVisible();
  await expect(stage.messages.last()).toContainText('A good answer.');
  await expect(stage.messages.last()).toContainText('1 of 2');
  await notice.getByRole('button', { name: 'See it' }).click();
  await expect(stage.messages.last().getByRole('alert')).toContainText('did not accept this key');
  await stage.messages.last().getByRole('button', { name: 'Previous version' }).click();
  await expect(stage.messages.last()).toContainText('A good answer.');
});

test('[B11] who turns away from a new try stays where they are when it ends', async ({ stage, page }) => {
  await stage.open();
  await stage.say('Hello [[lab: say A good answer.]]');
  await stage.answered();
  stage.lab.script({ parts: [text('Another '), hold(stage.lab.gate('try')), text('answer.')] });
  await stage.messages.last().getByRole('button', { name: 'Try again' }).click();
  await stage.lab.gate('try').reached;
  await stage.messages.last().getByRole('button', { name: 'Previous version' }).click();
  await expect(stage.messages.last()).toContainText('A good answer.');
  stage.lab.gate('try').release();
  await expect(page.getByText('The other version is finished.')).toBeVisible();
  await expect(stage.messages.last()).toContainText('A good answer.');
  await page.getByRole('button', { name: 'See it' }).click();
  await expect(stage.messages.last()).toContainText('2 of 2');
});

test.describe('in a conversation of ten messages', () => {
  test.use({ seed: { messages: 10 } });

  test('[B2] continuing from an earlier message can be taken back', async ({ stage, page }) => {
    await stage.open(stage.seeded?.conversationId);
    const fourth = page.locator('article[data-depth="4"]');
    await fourth.hover();
    await fourth.getByRole('button', { name: 'Continue from here' }).click();
    await expect(page.locator('article[data-depth="5"]')).toHaveCount(0);
    await expect(page.getByText('You now continue from here.').first()).toBeVisible();
    const undo = await holdToast(page, 'Undo');
    expect(await stage.axe()).toEqual([]);
    await undo.click();
    await expect(page.locator('article[data-depth="10"]')).toBeVisible();
  });

  test('[B2] what followed is named where one went back to, also after a restart of the window, with the way there', async ({
    stage,
    page,
  }) => {
    await stage.open(stage.seeded?.conversationId);
    const tenth = page.locator('article[data-depth="10"]');
    await expect(tenth).toBeVisible();
    await expect(page.getByText(/messages? follows? here/)).toHaveCount(0);
    const fourth = page.locator('article[data-depth="4"]');
    await fourth.hover();
    await fourth.getByRole('button', { name: 'Continue from here' }).click();
    await expect(fourth).toContainText('6 messages follow here. They are kept on their branch.');
    await page.reload();
    await expect(fourth).toContainText('6 messages follow here.');
    expect(await stage.axe()).toEqual([]);
    await fourth.getByRole('button', { name: 'Go there' }).click();
    await expect(tenth).toBeVisible();
    await expect(page.getByText(/messages? follows? here/)).toHaveCount(0);
  });

  test('what the app tells in passing never covers the message box', async ({ stage, page }) => {
    for (const width of [1280, 480]) {
      await page.setViewportSize({ width, height: 700 });
      await stage.open(stage.seeded?.conversationId);
      await stage.say('/checkpoint here');
      await expect(page.getByText('Marked “here”.').first()).toBeVisible();
      const parts = page
        .locator('main')
        .getByRole('button', { name: /^(Attach files|Model:|The model’s memory|Send)/ })
        .or(stage.composer);
      await expect(parts).toHaveCount(5);
      const covered = await parts.evaluateAll((all) =>
        all.filter((part) => {
          const { left, right, top, bottom } = part.getBoundingClientRect();
          return !part.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
        }),
      );
      expect(covered).toHaveLength(0);
    }
  });

  test('[T8] a retry with nothing to retry says so', async ({ stage, page }) => {
    await stage.open(stage.seeded?.conversationId);
    await stage.say('/retry');
    await expect(page.getByText('There is nothing to try again')).toBeVisible();
    await expect(stage.composer).toHaveValue('');
  });
});
