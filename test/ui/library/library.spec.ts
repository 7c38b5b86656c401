import { stillBox } from '../../support/still.ts';
import { holdToast } from '../../support/toast.ts';
import { expect, test } from '../chat/stage.ts';
import { broken, intercept } from '../intercept.ts';
import { library, make, openWith, row, rows, search } from './list.ts';

test('lists conversations newest first, marks the open one, and is clean for axe in both themes', async ({
  stage,
  page,
}) => {
  await openWith(stage, 'Kitchen plan', 'Zápisky z jednání', 'แผนเที่ยวเชียงใหม่');
  await expect(rows(page)).toHaveText(['แผนเที่ยวเชียงใหม่', 'Zápisky z jednání', 'Kitchen plan']);
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  await expect(row(page, 'แผนเที่ยวเชียงใหม่')).toHaveAttribute('aria-current', 'page');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await stage.axe()).toEqual([]);
  }
  await row(page, 'Kitchen plan').click();
  await expect(row(page, 'Kitchen plan')).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('heading', { level: 1, name: 'Kitchen plan' })).toBeVisible();
});

test('the keyboard does everything: one stop for Tab, arrows, rename, trash and undo', async ({
  stage,
  page,
}) => {
  await openWith(stage, 'One', 'Two', 'Three');
  await row(page, 'Three').focus();
  await page.keyboard.press('ArrowDown');
  await expect(row(page, 'Two')).toBeFocused();
  await page.keyboard.press('End');
  await expect(row(page, 'One')).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await expect(library(page).locator('[data-row][tabindex="0"]')).toHaveCount(1);

  await page.keyboard.press('F2');
  const field = page.getByRole('textbox', { name: 'Title of the conversation' });
  await field.fill('Never mind');
  await page.keyboard.press('Escape');
  await expect(row(page, 'Two')).toBeFocused();
  await page.keyboard.press('F2');
  await field.fill('Dva');
  // The Enter that ends a composition belongs to the input method.
  await field.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: true });
  await expect(field).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(row(page, 'Dva')).toBeFocused();

  await page.keyboard.press('Delete');
  await expect(row(page, 'Dva')).toHaveCount(0);
  await expect(row(page, 'One')).toBeFocused();
  await (await holdToast(page, 'Undo')).click();
  await expect(row(page, 'Dva')).toBeVisible();
});

test('the menu opens by its button, by right click and by the menu key, and renames', async ({
  stage,
  page,
}) => {
  await openWith(stage, 'One', 'Two');
  await row(page, 'One').hover();
  await library(page).getByRole('button', { name: 'More for “One”' }).click();
  await expect(page.getByRole('menuitem', { name: /Rename/ })).toBeVisible();
  expect(await stage.axe()).toEqual([]);
  await page.keyboard.press('Escape');
  const place = { x: 40, y: 12 };
  await row(page, 'One').click({ button: 'right', position: place });
  await expect(page.getByRole('menuitem', { name: /Move to trash/ })).toBeVisible();
  // Rows are moved by a transform: the menu stands at the pointer all the same.
  const [box, menu] = [await stillBox(row(page, 'One')), await stillBox(page.getByRole('menu'))];
  expect(menu.x).toBeCloseTo(box.x + place.x, -1);
  expect(menu.y).toBeCloseTo(box.y + place.y, -1);
  await page.keyboard.press('Escape');
  // A menu that closes gives the focus back, and would take it from the row.
  await expect(page.getByRole('menu')).toHaveCount(0);
  await row(page, 'One').focus();
  await page.keyboard.press('ContextMenu');
  await page.getByRole('menuitem', { name: /Rename/ }).click();
  const field = page.getByRole('textbox', { name: 'Title of the conversation' });
  await expect(field).toBeFocused();
  await field.fill('Uno');
  await row(page, 'Two').click();
  await expect(row(page, 'Uno')).toBeVisible();
  await row(page, 'Uno').dblclick();
  await expect(field).toHaveValue('Uno');
});

test('[B5] the trash keeps everything until it is emptied by name', async ({ stage, page }) => {
  await openWith(stage, 'Old letter', 'Old plan', 'Kept');
  for (const title of ['Old letter', 'Old plan']) {
    await row(page, title).focus();
    await page.keyboard.press('Delete');
    await expect(row(page, title)).toHaveCount(0);
  }
  await library(page).getByRole('button', { name: 'Trash' }).click();
  await expect(page.getByRole('heading', { name: 'Trash' })).toBeFocused();
  expect(await stage.axe()).toEqual([]);
  await page.getByRole('button', { name: 'Restore “Old plan”' }).click();
  await expect(page.getByRole('button', { name: 'Restore “Old plan”' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Empty the trash' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Old letter');
  await expect(question).not.toContainText('Old plan');
  expect(await stage.axe()).toEqual([]);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Restore “Old letter”' })).toBeVisible();
  await page.getByRole('button', { name: 'Empty the trash' }).click();
  await question.getByRole('button', { name: 'Delete “Old letter” for good' }).click();
  await expect(page.getByText('The trash is empty')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Trash' })).toBeFocused();
  await page.getByRole('button', { name: 'Back to the conversations' }).click();
  await expect(rows(page)).toHaveText(['Kept', 'Old plan']);
  await expect(library(page).getByRole('button', { name: 'Trash' })).toBeFocused();
});

test('trashing the open conversation leads to an empty one', async ({ stage, page }) => {
  const [, id = ''] = await openWith(stage, 'One', 'Two');
  await row(page, 'Two').focus();
  await page.keyboard.press('Delete');
  await expect(page).not.toHaveURL(new RegExp(id));
  await expect(stage.composer).toBeVisible();
});

test('a conversation moves to the top as it is answered, with a mark while it is', async ({
  stage,
  page,
}) => {
  const [first = ''] = await openWith(stage, 'First', 'Second');
  await stage.open(first);
  await stage.say('Hello [[lab: hold door]]');
  await stage.lab.gate('door').reached;
  await expect(rows(page).first()).toHaveAccessibleName('Answering: First');
  await row(page, 'Second').click();
  await expect(rows(page).first()).toHaveAccessibleName('Answering: First');
  stage.lab.gate('door').release();
  await expect(rows(page).first()).toHaveAccessibleName('First');
});

test.describe('in a conversation of forty messages', () => {
  test.use({ seed: { messages: 40, title: 'Long talk', siblingEvery: 6 } });

  test('search finds words in any script and opens the message that holds them', async ({ stage, page }) => {
    const { conversationId = '' } = stage.seeded ?? {};
    await openWith(stage, 'Sourdough diary');
    await expect(library(page).getByRole('button', { name: 'Long talk , 7 branches' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(search(page)).toBeFocused();
    await page.keyboard.type('a');
    await expect(rows(page)).toHaveCount(2);
    await search(page).fill('sourdough');
    const hits = page.getByRole('listbox', { name: 'Search results' }).getByRole('option');
    await expect(hits.first()).toContainText('Sourdough diary');
    await expect(hits.first().locator('mark')).toHaveText('Sourdough');
    await expect(hits.first()).toHaveAttribute('aria-selected', 'true');
    expect(await stage.axe()).toEqual([]);
    await page.keyboard.press('ArrowUp');
    await expect(hits.last()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowDown');
    await expect(hits.first()).toHaveAttribute('aria-selected', 'true');

    for (const words of ['ขอบคุณ', 'žluťoučký', '日本']) {
      await search(page).fill(words);
      await expect(hits.first().locator('mark').first()).toHaveText(words);
    }
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/c/${conversationId}/`));
    await expect(page.getByRole('article').filter({ hasText: '日本語' }).first()).toBeInViewport();

    await search(page).fill('no such words');
    await expect(page.getByText('Nothing found for “no such words”')).toBeVisible();
    await search(page).press('Escape');
    await expect(search(page)).toHaveValue('');
    await expect(rows(page)).toHaveCount(2);
  });
});

test('draws only what is in sight of many conversations, and reaches the last', async ({ stage, page }) => {
  test.slow();
  const ids = await make(stage, ...Array.from({ length: 230 }, (_, index) => `Number ${index + 1}`));
  await stage.open(ids.at(-1));
  await expect(rows(page).first()).toHaveText('Number 230');
  expect(await rows(page).count()).toBeLessThan(70);
  await rows(page).first().focus();
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(row(page, 'Number 1')).toBeFocused({ timeout: 500 });
  }).toPass();
  expect(await rows(page).count()).toBeLessThan(70);
  await page.keyboard.press('PageUp');
  await expect(row(page, 'Number 1')).not.toBeFocused();
  await page.keyboard.press('Home');
  await expect(row(page, 'Number 230')).toBeFocused();
});

test('says where conversations will be while there are none', async ({ stage, page }) => {
  await intercept(page, 'conversations.list', { ok: true, data: { items: [], next: null } });
  await stage.open();
  await expect(page.getByText('Your conversations will be here')).toBeVisible();
  expect(await stage.axe()).toEqual([]);
});

test('shows that it is loading', async ({ stage, page }) => {
  await intercept(page, 'conversations.list', 'silence');
  await stage.open();
  await expect(page.getByRole('status', { name: 'Loading conversations' })).toBeVisible();
});

test('a list that cannot be read says so, with a way on', async ({ stage, page }) => {
  await intercept(page, 'conversations.list', broken);
  await stage.open();
  await expect(library(page).getByRole('alert')).toContainText('Something went wrong');
  await expect(library(page).getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(await stage.axe()).toEqual([]);
});
