import type { Page } from '@playwright/test';
import type { ConversationPage } from '#contract';
import { stillBox } from '../../support/still.ts';
import { holdToast } from '../../support/toast.ts';
import { expect, test } from '../chat/stage.ts';
import { at, type Graph, kitchen, openGraph } from './graph.ts';

test.use({ tree: kitchen, trace: 'off' });

/** From the tip to the answer about the passage: up the branch, over to the island, one down. */
const toPassage = [...Array.from({ length: 5 }, () => 'ArrowUp'), 'ArrowLeft', 'ArrowDown'];

const ways: { by: string; go: (graph: Graph, page: Page) => Promise<void> }[] = [
  {
    by: 'dragging the tip with the mouse',
    async go(graph, page) {
      await graph.drag(at.asTable, at.passage);
      await expect(graph.card).toContainText('16 messages leave your branch and stay beside it.');
      await expect(graph.mark(at.layouts).locator('..')).toHaveAttribute('data-preview', 'leaving');
      await expect(graph.mark(at.island).locator('..')).toHaveAttribute('data-preview', 'joining');
      await page.mouse.up();
    },
  },
  {
    by: 'the arrow keys and Enter',
    async go(graph) {
      await graph.walk(...toPassage);
      await expect(graph.active()).toContainText('About 60 cm of passage');
      await expect(graph.card).toContainText('16 messages leave your branch and stay beside it.');
      await graph.keys.press('Enter');
    },
  },
  {
    by: 'the menu of the keyboard',
    async go(graph) {
      await graph.walk(...toPassage);
      await graph.choose('Continue from here');
    },
  },
  {
    by: 'a right click',
    async go(graph, page) {
      await graph.mark(at.passage).click({ button: 'right', force: true });
      await page.getByRole('menuitem', { name: 'Continue from here' }).click();
    },
  },
];

for (const { by, go } of ways)
  test(`[B2] [B8] continuing from a message by ${by} moves the tip, writes nothing else, and can be undone`, async ({
    stage,
    page,
  }) => {
    const graph = await openGraph(stage, page);
    const before = await graph.skeleton();
    await go(graph, page);
    const undo = await holdToast(page, 'Undo');
    await expect.poll(graph.tip).toBe(graph.id(at.passage));
    await expect(stage.messages.last()).toContainText('About 60 cm of passage');
    // Keys and card are where the marker went.
    await expect(graph.active()).toContainText('About 60 cm of passage on each side., you are here');
    expect(await graph.skeleton()).toEqual({ ...before, tipId: graph.id(at.passage) });
    await undo.click();
    await expect.poll(graph.tip).toBe(graph.id(at.asTable));
    expect(await graph.skeleton()).toEqual(before);
  });

test('[B8] Escape ends a drag with nothing done', async ({ stage, page }) => {
  const graph = await openGraph(stage, page);
  const before = await graph.skeleton();
  await graph.drag(at.asTable, at.passage);
  await page.keyboard.press('Escape');
  await expect(graph.card).not.toContainText('leave your branch');
  await page.mouse.up();
  expect(await graph.skeleton()).toEqual(before);
  await expect(graph.panel).toBeVisible();
});

const forks: { by: string; go: (graph: Graph, page: Page) => Promise<void> }[] = [
  {
    by: 'dragging it onto the list of conversations',
    async go(graph, page) {
      const list = await stillBox(page.getByRole('navigation', { name: 'Conversations' }));
      await graph.drag(at.passage, { x: list.x + 120, y: list.y + 300 });
      await expect(graph.card).toContainText('4 messages will be copied into a new conversation.');
      await page.mouse.up();
    },
  },
  {
    by: 'its menu',
    async go(graph) {
      await graph.walk(...toPassage);
      await graph.choose('Copy into a new conversation…');
    },
  },
];

for (const { by, go } of forks)
  test(`[B7] [B8] a message is forked by ${by}`, async ({ stage, page }) => {
    const graph = await openGraph(stage, page);
    const before = await graph.skeleton();
    await go(graph, page);
    const dialog = page.getByRole('dialog', { name: 'Copy into a new conversation' });
    await expect(dialog).toContainText('4 messages will be copied into a new conversation.');
    await dialog.getByRole('textbox', { name: 'Title' }).fill('The island');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    const openCopy = await holdToast(page, 'Open');
    const { items } = (await stage.call('conversations.list', {})) as ConversationPage;
    expect(items.map(({ title, pathLength }) => [title, pathLength]).sort()).toEqual([
      ['Kitchen plan', 18],
      ['The island', 4],
    ]);
    const { forks: links, ...rest } = await graph.skeleton();
    const { forks: none, ...same } = before;
    expect(none).toEqual([]);
    expect(links).toHaveLength(1);
    expect(rest).toEqual(same);
    await openCopy.click();
    await expect(stage.messages.last()).toContainText('About 60 cm of passage');
  });

const comparisons: { by: string; go: (graph: Graph, page: Page) => Promise<void> }[] = [
  {
    by: 'dragging one end onto another',
    async go(graph, page) {
      await page.getByRole('button', { name: 'Show the whole tree' }).click();
      await graph.drag(at.asList, at.asTable);
      await expect(graph.card).toContainText('Shows the two branches side by side.');
      await page.mouse.up();
    },
  },
  {
    by: 'choosing both with the keyboard',
    async go(graph) {
      await graph.walk('ArrowRight');
      await expect(graph.active()).toContainText('in a list');
      await graph.choose('Compare with another branch…');
      await expect(graph.card).toContainText('Choose the branch to compare with');
      await graph.walk('ArrowLeft', 'Enter');
    },
  },
];

for (const { by, go } of comparisons)
  test(`[B8] two branches are compared by ${by}, and one is continued`, async ({ stage, page }) => {
    const graph = await openGraph(stage, page);
    const before = await graph.skeleton();
    await go(graph, page);
    const dialog = page.getByRole('dialog', { name: 'Two branches side by side' });
    await expect(dialog).toContainText('The first 17 messages are the same on both.');
    await expect(dialog.locator('mark').first()).toContainText('list');
    await expect(dialog.locator('mark').last()).toContainText('table');
    expect(await stage.axe()).toEqual([]);
    await dialog.getByRole('button', { name: 'Continue this one' }).click();
    await expect.poll(graph.tip).toBe(graph.id(at.asList));
    expect(await graph.skeleton()).toEqual({ ...before, tipId: graph.id(at.asList) });
  });
