import type { Page } from '@playwright/test';
import { test as base } from '../chat/stage.ts';
import { type DrawnFold, drawFold, longTalk, servePages } from './drawn.ts';
import { type Fake, fakeContext } from './fake.ts';
import { paged, shaken, usual } from './scenario.ts';

export { expect } from '../chat/stage.ts';

interface Fixtures {
  drawn: DrawnFold;
  /** A conversation that is open, whose memory is as the scenario says. */
  fake: Fake & { conversationId: string };
}

/** A conversation with two passes behind it: pages that were drawn, and results that were set aside. */
export const test = base.extend<Fixtures>({
  seed: { messages: 12, title: 'Kitchen' },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs
  drawn: async ({}, use) => use(drawFold('fold-1', longTalk(60), { from: 2, to: 10 })),
  fake: [
    async ({ stage, page, drawn }, use) => {
      const { conversationId, path } = stage.seeded ?? { conversationId: '', path: [] };
      const scenario = usual(path.filter((_, place) => place % 2 === 0));
      const fake = await fakeContext(page, {
        ...scenario,
        passes: [paged, shaken],
        pages: { 'fold-1': drawn.fold },
        texts: { 'fold-1': drawn.text },
        contents: {
          '{"kind":"system"}': { kind: 'text', text: 'You are Bough.', offset: 0, length: 14 },
          '{"kind":"part","at":4,"result":0,"part":0}': {
            kind: 'text',
            text: `sill 88 cm ${'x'.repeat(30_000)} the end`,
            offset: 0,
            length: 0,
          },
        },
        originals: { r1: { kind: 'text', text: 'Room: 2.10 x 3.40 m', part: 1, parts: 1, images: [] } },
      });
      await servePages(page, drawn.pngs);
      await stage.open(conversationId);
      await use({ ...fake, conversationId });
    },
    { auto: true },
  ],
});

export const gaugeOf = (page: Page) => page.getByRole('button', { name: /^The model’s memory/ });
export const panelOf = (page: Page) => page.getByRole('complementary');
export const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Make room' });
export const noticeOf = (page: Page, words: string | RegExp) =>
  page.getByRole('status').filter({ hasText: words });
