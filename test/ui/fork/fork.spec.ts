import type { Conversation } from '#contract';
import { hold, text } from '../../lab/index.ts';
import { holdToast } from '../../support/toast.ts';
import { expect, type Stage, test } from '../chat/stage.ts';

async function menuOf(stage: Stage, depth: number, item: string): Promise<void> {
  const message = stage.feed.locator(`article[data-depth="${depth}"]`);
  await message.click({ button: 'right' });
  await stage.feed.page().getByRole('menuitem', { name: item }).click();
}

test.describe('in a conversation of ten messages', () => {
  test.use({ seed: { messages: 10, title: 'The origin' } });

  test('[B7] the menu of a message says what will be copied, copies it, and both sides show it', async ({
    stage,
    page,
  }) => {
    const origin = await stage.open(stage.seeded?.conversationId);
    await menuOf(stage, 4, 'Copy into a new conversation…');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('4 messages will be copied into a new conversation');
    expect(await stage.axe()).toEqual([]);
    await dialog.getByRole('textbox', { name: 'Title' }).fill('The copy');
    await dialog.getByRole('button', { name: 'Copy' }).click();
    await expect(page.getByText('Copied 4 messages into a new conversation.').first()).toBeVisible();
    const openCopy = await holdToast(page, 'Open');
    const forks = stage.services.workspace.forks.forksOf(origin);
    expect(forks).toMatchObject([{ title: 'The copy', messageId: stage.seeded?.path[3] }]);
    const fourth = page.locator('article[data-depth="4"]');
    await expect(fourth.getByRole('button', { name: 'Copied into “The copy”' })).toBeVisible();
    await openCopy.click();
    await expect(page.locator('article[data-depth="4"]')).toBeVisible();
    await expect(page.locator('article[data-depth="5"]')).toHaveCount(0);
    const from = page.getByRole('button', { name: 'Copied from “The origin”' });
    await expect(from).toBeVisible();
    expect(await stage.axe()).toEqual([]);
    await from.click();
    await expect(page.locator('article[data-depth="4"]')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('The origin');
  });

  test('[B7] /fork copies the whole branch, by keyboard alone', async ({ stage, page }) => {
    const origin = await stage.open(stage.seeded?.conversationId);
    await stage.say('/fork');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('10 messages will be copied');
    // Two conversations of one name could not be told apart in the list.
    await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('The origin (copy)');
    await dialog.getByRole('textbox', { name: 'Title' }).press('Enter');
    await expect(dialog).toHaveCount(0);
    const forks = stage.services.workspace.forks.forksOf(origin);
    const copy = (await stage.call('conversations.get', { id: forks[0]?.conversationId })) as Conversation;
    expect(copy.pathLength).toBe(10);
    expect((await stage.call('tree.skeleton', { conversationId: origin })) as object).toMatchObject({
      ids: { length: 11 },
    });
  });

  test('[T10] a point is marked from the menu, shown, gone back to, and the way back is undone', async ({
    stage,
    page,
  }) => {
    await stage.open(stage.seeded?.conversationId);
    await menuOf(stage, 4, 'Mark this point…');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('good so far');
    await dialog.getByRole('textbox').press('Enter');
    const mark = page.locator('article[data-depth="4"]').getByText('good so far', { exact: true });
    await expect(mark).toBeVisible();
    expect(await stage.axe()).toEqual([]);
    await stage.say('/rewind good so far');
    await expect(page.locator('article[data-depth="5"]')).toHaveCount(0);
    await expect(page.getByText('Back at “good so far”.').first()).toBeVisible();
    await (await holdToast(page, 'Undo')).click();
    await expect(page.locator('article[data-depth="10"]')).toBeVisible();
    await mark.hover();
    await page.getByRole('button', { name: 'Take the mark “good so far” away' }).click();
    await expect(mark).toHaveCount(0);
  });

  test('[T10] /checkpoint and /rewind: a label typed, moved, unknown, and chosen from the list', async ({
    stage,
    page,
  }) => {
    await stage.open(stage.seeded?.conversationId);
    await stage.say('/checkpoint ten');
    await expect(page.locator('article[data-depth="10"]').getByText('ten', { exact: true })).toBeVisible();
    await menuOf(stage, 4, 'Mark this point…');
    await page.getByRole('dialog').getByRole('textbox').fill('four');
    await page.getByRole('dialog').getByRole('textbox').press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await stage.say('/rewind eleven');
    await expect(page.getByText('Marked here: ten, four.').first()).toBeVisible();
    await expect(page.locator('article[data-depth="10"]')).toBeVisible();
    await stage.say('/rewind');
    await expect(page.getByRole('dialog').getByRole('button', { name: 'ten' })).toBeFocused();
    await page.getByRole('dialog').getByRole('button', { name: 'four' }).click();
    await expect(page.locator('article[data-depth="5"]')).toHaveCount(0);
    await stage.say(`/checkpoint ${'long '.repeat(17)}`);
    await expect(page.getByText('A label has at most 80 characters.').first()).toBeVisible();
    await stage.say('/checkpoint ten');
    await expect(page.locator('article[data-depth="4"]').getByText('ten', { exact: true })).toBeVisible();
  });
});

test('[T9] an agent marks and goes back, and the chat shows what it learned', async ({ stage, page }) => {
  await stage.open();
  await stage.say('Mark this. [[lab: tool checkpoint {"label":"start"}]] [[lab: say Marked.]]');
  await stage.answered();
  await expect(page.locator('article[data-depth="2"]').getByText('start', { exact: true })).toBeVisible();
  await stage.say('Try it. [[lab: say It failed.]]');
  await expect(stage.messages.last()).toContainText('It failed.');
  await stage.say(
    'Back. [[lab: tool rewind {"label":"start","digest":"That way does not work."}]] [[lab: say Going back.]]',
  );
  await expect(stage.messages.last()).toContainText('That way does not work.');
  await expect(page.locator('article[data-depth="4"]')).toHaveCount(0);
  await stage.say('And now? [[lab: say On we go.]]');
  await expect(stage.messages.last()).toContainText('On we go.');
});

test('[B11] a new try that ends while another version is read changes nothing that is read', async ({
  stage,
  page,
}) => {
  const id = await stage.open();
  await stage.say('Hello [[lab: say First.]]');
  await stage.answered();
  const first = ((await stage.call('conversations.get', { id })) as Conversation).tipId;
  stage.lab.script({ parts: [text('Second '), hold(stage.lab.gate('second')), text('one.')] });
  await stage.messages.last().getByRole('button', { name: 'Try again' }).click();
  await stage.lab.gate('second').reached;
  await stage.messages.last().getByRole('button', { name: 'Previous version' }).click();
  await expect(stage.messages.last()).toContainText('First.');
  stage.lab.gate('second').release();
  await expect(page.getByText('The other version is finished.')).toBeVisible();
  expect(((await stage.call('conversations.get', { id })) as Conversation).tipId).toBe(first);
});
