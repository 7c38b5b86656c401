import type { Page } from '@playwright/test';
import type { Conversation } from '#contract';
import type { Stage } from '../chat/stage.ts';

export const library = (page: Page) => page.getByRole('navigation', { name: 'Conversations' });
export const rows = (page: Page) => library(page).locator('[data-row]');
export const row = (page: Page, title: string) =>
  library(page).getByRole('button', { name: title, exact: true });
export const search = (page: Page) => page.getByRole('combobox', { name: 'Search everything' });

/** Makes conversations with these titles. Answers their ids. */
export async function make(stage: Stage, ...titles: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const title of titles) {
    const { id } = (await stage.call('conversations.create', {})) as Conversation;
    await stage.call('conversations.rename', { id, title });
    ids.push(id);
  }
  return ids;
}

/** Opens the app with some conversations; the last of the titles is the newest and the open one. */
export async function openWith(stage: Stage, ...titles: string[]): Promise<string[]> {
  const ids = await make(stage, ...titles);
  await stage.open(ids.at(-1));
  return ids;
}
