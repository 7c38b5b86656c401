import { expect, type Page } from '@playwright/test';
import { callBridge } from './bridge.ts';
import type { Chat } from './chat.ts';

/** A line of a log like no other: text of a kind that pages are made for. */
const logOf = (part: number): string =>
  Array.from(
    { length: 32 },
    (_, n) => `2026-11-${10 + part} 09:${10 + n} node-${n % 7} took ${n * 37} ms`,
  ).join('\n');

/**
 * Fills the practice assistant's small memory, makes room with picture pages and looks at one: the context worker, the
 * glyphs, the pages' encoder and their address all have to work where the app runs.
 */
export async function makeRoomWithPages(page: Page, chat: Chat): Promise<void> {
  for (let part = 0; part < 5; part += 1) {
    await chat.say(`Hello, part ${part}.\n${logOf(part)}`);
    await chat.answered();
  }
  const { items } = await callBridge(page, 'conversations.list', {});
  const conversationId = items[0]?.id ?? '';
  const notice = page.getByText(/now travels as \d+ picture pages?/);
  if (!(await notice.isVisible())) {
    const made = await callBridge(page, 'context.run', {
      conversationId,
      command: 'compact',
      args: 'snapshots',
    });
    expect(made).toMatchObject({ limit: null });
  }
  await expect(notice.first()).toBeVisible();
  const passes = await callBridge(page, 'context.passes', { conversationId });
  const fold = passes.flatMap((pass) => pass.edits).find((edit) => edit.kind === 'fold' && edit.pages > 0);
  const foldId = fold?.recallId ?? '';
  const { pages } = await callBridge(page, 'context.pages', { conversationId, foldId });
  const [first] = pages;
  const width = await page.evaluate(async (address) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    return image.naturalWidth;
  }, `/page/${first?.hash}`);
  expect(width).toBe(first?.width);
  // The conversation goes on over its pages.
  await chat.say('Hello again');
  await chat.answered();
}
