import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import type { Part } from '#contract';
import { scripts } from '../../fixtures/scripts.ts';
import { hostile, hugeTable } from '../../integration/export/hostile.ts';
import { noisePng } from '../../integration/export/noise-png.ts';
import { type ExportStage, openExportStage } from '../../integration/export/open-stage.ts';
import { writeConversation } from '../../integration/export/write.ts';
import { runAxe } from '../../support/axe.ts';

const answer = `# Plan\n\n### Far below\n\n${scripts.english}\n\n- one\n  1. two\n- [x] done\n\n| a | b |\n| - | -: |\n| $x^2$ | **2** |\n\n\`\`\`ts\nconst a: string = 'b'; // c\n\`\`\`\n\n$$\\sum_{k=1}^n k$$\n\n> quoted\n\n[Bough](https://example.com/) ${scripts.arabic}`;

const toolPart = (result: string): Part => ({
  type: 'tool',
  id: 'c1',
  name: 'search_workspace',
  input: '{"query":"<b>x</b>"}',
  state: 'done',
  result,
  eventful: false,
});

let stage: ExportStage;
test.beforeEach(async () => {
  stage = await openExportStage();
});
test.afterEach(() => stage.close());

/** Exports a conversation on two branches. Returns the address of the page. */
async function exportPage(title: string, words: string, more: string[]): Promise<string> {
  const { workspace } = stage;
  const picture = await workspace.attachments.add('kitchen "1".png', noisePng(40));
  const note = await workspace.attachments.add('note.txt', Buffer.from(words));
  const id = writeConversation(workspace, title, [
    [
      { type: 'text', text: words },
      { type: 'attachment', attachment: picture },
      { type: 'attachment', attachment: note },
    ],
    [{ type: 'reasoning', text: words }, toolPart(words), { type: 'text', text: words }],
    ...more,
  ]);
  const { tipId, rootId } = workspace.conversations.get(id);
  workspace.messages.appendUser({
    conversationId: id,
    parentId: rootId,
    parts: [{ type: 'text', text: words }],
  });
  workspace.messages.moveTip(id, tipId);
  const scope = { kind: 'tree' as const };
  await stage.run('page.html', {
    conversationIds: [id],
    format: 'html',
    scope,
    options: { reasoning: true },
  });
  return pathToFileURL(join(stage.folder, 'page.html')).href;
}

test.describe('in a browser that lets everything run', () => {
  // Without the page's own policy, so that the page itself is judged and not what guards it.
  test.use({ bypassCSP: true });

  test('hostile words fetch nothing, run nothing and open nothing', async ({ page, context }) => {
    const address = await exportPage('Plan </title><script>window.pwned=1</script>', hostile, [
      '?',
      hugeTable,
    ]);
    const requests: string[] = [];
    await context.route('**/*', (route) => {
      requests.push(route.request().url().slice(0, 200));
      return route.request().url().startsWith('file:') ? route.continue() : route.abort();
    });
    await page.goto(address);
    const found = await page.evaluate(() => {
      const all = [...document.querySelectorAll('*')];
      for (const details of document.querySelectorAll('details')) details.open = true;
      for (const element of all) {
        for (const type of ['mouseover', 'error', 'load', 'toggle']) element.dispatchEvent(new Event(type));
      }
      const values = (name: string) => all.flatMap((each) => each.getAttribute(name) ?? []);
      return {
        ran: 'pwned' in window,
        elements: [...new Set(all.map((each) => each.localName))],
        handlers: all.flatMap((each) =>
          each.getAttributeNames().filter((name) => name.startsWith('on') || name === 'style'),
        ),
        sources: values('src').map((value) => value.slice(0, 22)),
        links: values('href').filter((value) => !/^(https?:\/\/|mailto:|#[bm]\d+$)/.test(value)),
        typed: document.querySelector('article.user p.plain')?.textContent ?? '',
        pictures: [...document.images].map((image) => image.naturalWidth),
      };
    });
    expect(requests.filter((url) => !url.startsWith('data:image/png'))).toEqual([address]);
    expect(found.ran).toBe(false);
    const forbidden = 'script iframe object embed link base form svg video audio input button template'.split(
      ' ',
    );
    expect(found.elements.filter((name) => forbidden.includes(name))).toEqual([]);
    expect(found.handlers).toEqual([]);
    expect(found.sources).toEqual(['data:image/png;base64,']);
    expect(found.links).toEqual([]);
    expect(found.typed === hostile).toBe(true);
    expect(found.pictures).toEqual([40]);
  });
});

test('is clean for axe, light and dark, folded and open, and forbids what it does not need', async ({
  page,
}) => {
  const address = await exportPage('Kitchen plan', answer, ['And now?', answer]);
  expect(await readFile(new URL(address), 'utf8')).toContain(
    `content="default-src 'none'; img-src data:; style-src 'unsafe-inline';`,
  );
  await page.goto(address);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const open of [false, true]) {
      await page.evaluate((to) => {
        for (const details of document.querySelectorAll('details')) details.open = to;
      }, open);
      expect((await runAxe(page)).problems).toEqual([]);
    }
  }
});
