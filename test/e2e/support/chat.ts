import { expect, type Locator, type Page } from '@playwright/test';

/** What a user does in a conversation, and sees. */
export interface Chat {
  composer: Locator;
  /** The messages that are drawn, in order. */
  messages: Locator;
  /** The conversation's title in the header. */
  title: Locator;
  /** Writes into the message box and sends it. */
  say(text: string): Promise<void>;
  /** The newest answer, once it is no longer being written. */
  answered(): Promise<Locator>;
}

export function chatOf(page: Page): Chat {
  const composer = page.getByRole('textbox', { name: 'Your message' });
  return {
    composer,
    messages: page.getByRole('article'),
    title: page.getByRole('main').getByRole('heading', { level: 1 }),
    async say(text) {
      await composer.fill(text);
      await composer.press('Enter');
      await expect(composer).toHaveValue('');
    },
    async answered() {
      const last = page.locator('article[data-last="true"][data-role="agent"]:not([aria-busy])');
      await expect(last).toBeVisible({ timeout: 30_000 });
      return last;
    },
  };
}

/** Counts how many different texts the newest answer has shown until it is finished, from now on. */
export async function countStages(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const seen = new Set<string>();
    Object.assign(window, { stagesSeen: seen });
    const look = () => {
      const last = document.querySelector('article[data-last="true"][data-role="agent"]');
      if (last?.textContent) seen.add(last.textContent);
    };
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  return () => page.evaluate(() => (window as unknown as { stagesSeen: Set<string> }).stagesSeen.size);
}
