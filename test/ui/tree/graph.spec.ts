import type { BranchName, Mark } from '#contract';
import { closeGraph, dragTip, graphOpeningTime, heapOf, pan } from '../../bench/support/graph-times.ts';
import { percentile, tasksDuring } from '../../bench/support/page-times.ts';
import { bigTree } from '../../host/trees.ts';
import { text } from '../../lab/index.ts';
import { holdToast } from '../../support/toast.ts';
import { expect, test } from '../chat/stage.ts';
import { broken, intercept } from '../intercept.ts';
import { at, kitchen, openGraph } from './graph.ts';

test.use({ trace: 'off' });

test.describe('in a conversation with branches', () => {
  test.use({ tree: kitchen });

  test('[B8] the tree stands beside the chat, its current branch marked, a long run folded', async ({
    stage,
    page,
  }) => {
    const graph = await openGraph(stage, page);
    const node = (place: number) => graph.mark(place).locator('..');
    await expect(node(at.sill)).toHaveAttribute('data-current', 'true');
    await expect(node(at.island)).not.toHaveAttribute('data-current', /./);
    await expect(node(at.asTable)).toContainText('You are here');
    await expect(graph.panel.getByText('11 messages', { exact: true })).toBeVisible();
    await expect(graph.active()).toContainText('Here they are: the sink stays where it is, in a table.');
    await expect(graph.active()).toContainText('you are here');
    expect(await stage.axe()).toEqual([]);

    // The run opens by the keys, and by a press.
    await graph.walk('ArrowUp', 'ArrowUp');
    await expect(graph.active()).toHaveAttribute('aria-expanded', 'false');
    await graph.keys.press('Enter');
    await expect(graph.panel.getByText('Filler answer 3', { exact: true })).toBeVisible();
    await expect(graph.panel.getByText('11 messages', { exact: true })).toHaveCount(0);
  });

  test('[B8] the current branch stands out also where the system chooses the colours', async ({
    stage,
    page,
  }) => {
    const graph = await openGraph(stage, page);
    await page.emulateMedia({ forcedColors: 'active' });
    const fill = (place: number) =>
      graph.mark(place).evaluate((mark) => getComputedStyle(mark, '::before').backgroundColor);
    for (const place of [at.begin, at.sill, at.asTable])
      await expect.poll(async () => (await fill(place)) === (await fill(at.island))).toBe(false);
  });

  test('[B8] graph and chat follow each other', async ({ stage, page }) => {
    const graph = await openGraph(stage, page);
    await expect(graph.mark(at.asTable).locator('..')).toHaveAttribute('data-sight', 'true');
    await graph.mark(at.begin).click({ force: true });
    await expect(page.locator('article[data-depth="1"]')).toBeInViewport();
    await expect(graph.mark(at.begin).locator('..')).toHaveAttribute('data-sight', 'true');
    // A message of another branch is read here, and nothing moves.
    await graph.mark(at.passage).click({ force: true });
    await expect(graph.card).toContainText('About 60 cm of passage on each side.');
    expect(await graph.tip()).toBe(graph.id(at.asTable));
    await stage.feed.evaluate((list) => list.scrollTo({ top: list.scrollHeight }));
    await expect(graph.mark(at.asTable).locator('..')).toHaveAttribute('data-sight', 'true');
  });

  test('[B8] what is written while the branches are open grows on the canvas', async ({ stage, page }) => {
    const graph = await openGraph(stage, page);
    stage.lab.script({ parts: [text('A fresh answer for the tree.')] });
    await stage.say('A fresh question');
    await stage.answered();
    await expect(
      graph.panel.locator('[data-kind="message"]').filter({ hasText: 'A fresh answer' }),
    ).toContainText('You are here');
  });

  test('[B8] a branch is named in its place, and keeps the name', async ({ stage, page }) => {
    const graph = await openGraph(stage, page);
    await graph.walk('F2');
    const field = graph.panel.getByRole('textbox', { name: 'Name of the branch' });
    await field.fill('with the fridge');
    await field.press('Enter');
    await expect(graph.mark(at.fridge).locator('..')).toContainText('with the fridge');
    await expect(graph.keys).toBeFocused();
    const { names } = await graph.skeleton();
    expect(names).toEqual([{ messageId: graph.id(at.fridge), name: 'with the fridge' } satisfies BranchName]);
    await graph.keys.press('F2');
    await field.press('Escape');
    await expect(graph.mark(at.fridge).locator('..')).toContainText('with the fridge');
  });

  test('[T10] a point is marked from its menu, and the mark shows', async ({ stage, page }) => {
    const graph = await openGraph(stage, page);
    await graph.mark(at.passage).click({ button: 'right', force: true });
    await page.getByRole('menuitem', { name: 'Mark this point…' }).click();
    await page.getByRole('textbox', { name: 'Label' }).fill('before the wheels');
    await page.keyboard.press('Enter');
    const undo = await holdToast(page, 'Undo');
    await expect(graph.mark(at.passage).locator('..')).toContainText('before the wheels');
    const marks = (await stage.call('branches.marks', {
      conversationId: stage.tree?.conversationId,
    })) as Mark[];
    expect(marks.map(({ label, messageId }) => [label, messageId])).toEqual([
      ['before the wheels', graph.id(at.passage)],
    ]);
    await undo.click();
    await expect(graph.mark(at.passage).locator('..')).not.toContainText('before the wheels');
  });

  test('words are found in the tree, also where they stand folded', async ({ stage, page }) => {
    const graph = await openGraph(stage, page);
    await graph.keys.press('/');
    const field = graph.panel.getByRole('textbox', { name: 'Find in this tree' });
    await expect(field).toBeFocused();
    await field.fill('filler ANSWER 2');
    await expect(graph.panel.getByRole('status').first()).toHaveText('1 message');
    await expect(graph.panel.locator('[data-kind="run"]')).toHaveAttribute('data-found', 'true');
    // The pointer may rest on the canvas: the card is about what was found all the same.
    await graph.mark(at.begin).hover({ force: true });
    await expect(graph.card).toContainText('Where would you begin');
    await field.press('Enter');
    await expect(graph.panel.locator('[data-found]')).toContainText('Filler answer 2');
    await expect(graph.card).toContainText('Filler answer 2');
    await expect(graph.panel.locator('[data-found][data-focused] [class*="words"]')).toHaveCSS(
      'outline-style',
      'solid',
    );
    await field.fill('nobody said this');
    await expect(graph.panel.getByRole('status').first()).toHaveText('Nothing found');
  });

  test('in a narrow window the branches take all of it', async ({ stage, page }) => {
    await page.setViewportSize({ width: 480, height: 780 });
    const graph = await openGraph(stage, page);
    const box = await graph.panel.boundingBox();
    expect(box?.width).toBe(480);
    expect(await stage.axe()).toEqual([]);
    // It lies over the chat: who wants to read there has it closed.
    await graph.walk('Home');
    await expect(graph.active()).toContainText('Where would you begin');
    await graph.choose('Show in the conversation');
    await expect(graph.panel).toBeHidden();
    await expect(page.locator('article[data-depth="1"]')).toBeInViewport();
    await page.getByRole('main').getByRole('button', { name: 'Branches', exact: true }).click();
    await expect(graph.panel).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(graph.panel).toBeHidden();
  });

  test('a tree that cannot be read says so, with a way on', async ({ stage, page }) => {
    await intercept(page, 'tree.skeleton', broken);
    await stage.open(stage.tree?.conversationId);
    await stage.say('/tree');
    const panel = page.getByRole('tabpanel', { name: 'Branches' });
    await expect(panel.getByRole('alert')).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  test('a tree that takes long to read shows that it comes', async ({ stage, page }) => {
    await intercept(page, 'tree.skeleton', 'silence');
    await stage.open(stage.tree?.conversationId);
    await stage.say('/tree');
    await expect(page.getByRole('status', { name: 'Drawing the branches' })).toBeVisible();
  });
});

test('an empty conversation says what will grow there', async ({ stage, page }) => {
  await stage.open();
  await stage.say('/tree');
  await expect(page.getByText('Branches will grow here')).toBeVisible();
  expect(await stage.axe()).toEqual([]);
});

test.describe('with 10,000 messages and 1,500 branches', () => {
  test.use({ tree: bigTree(10_000, 1500) });

  test('[B8] the canvas mounts what is in sight, stays free while one moves, and leaves nothing behind', async ({
    stage,
    page,
    browser,
  }) => {
    test.setTimeout(120_000);
    await stage.open(stage.tree?.conversationId);
    await graphOpeningTime(page);
    const nodes = () => page.locator('.react-flow__node').count();
    const tasks = await tasksDuring(browser, page, async () => {
      await dragTip(page, 60);
      await pan(page, 80);
    });
    expect(percentile(tasks, 0.95)).toBeLessThan(50);
    const counts = [await nodes()];
    for (let zoom = 0; zoom < 5; zoom += 1) {
      await page.getByRole('button', { name: 'Smaller' }).click();
      await pan(page, 8);
      counts.push(await nodes());
    }
    expect(Math.max(...counts)).toBeGreaterThan(20);
    expect(Math.max(...counts)).toBeLessThan(400);
    await closeGraph(page);
    const before = await heapOf(page);
    for (let round = 0; round < 10; round += 1) {
      await graphOpeningTime(page);
      await closeGraph(page);
    }
    expect((await heapOf(page)) / before).toBeLessThan(1.15);
  });
});
