import type { PathPage } from '#contract';
import { expect, test } from './stage.ts';

/** Where the first message that is in sight stands, and how far the end is. */
const measure = `(() => {
  const feed = document.querySelector('[role=feed]');
  const box = feed.getBoundingClientRect();
  const article = [...document.querySelectorAll('article')].find((one) => one.getBoundingClientRect().bottom > box.top + 80);
  const fromEnd = feed.scrollHeight - feed.clientHeight - feed.scrollTop;
  return { depth: article.dataset.depth, top: article.getBoundingClientRect().top, fromEnd };
})()`;
interface Measured {
  depth: string;
  top: number;
  fromEnd: number;
}

test.describe('in a conversation of thirty messages', () => {
  test.use({ seed: { messages: 30 } });

  test('streaming text never moves what is being read', async ({ stage, page }) => {
    const conversationId = await stage.open(stage.seeded?.conversationId);
    await stage.say('Write [[lab: slow 15]] [[lab: tokens 1500]]');
    await expect(stage.messages.last()).toHaveAttribute('aria-busy', 'true');
    await stage.feed.hover();
    await page.mouse.wheel(0, -700);
    await expect(page.getByRole('button', { name: 'Go to the newest message' })).toBeVisible();
    // The wheel's own motion has to end before anything is measured.
    await expect
      .poll(async () => {
        const { top } = (await page.evaluate(measure)) as Measured;
        await page.waitForFunction(() => new Promise((done) => requestAnimationFrame(() => done(true))));
        return top - ((await page.evaluate(measure)) as Measured).top;
      })
      .toBe(0);
    const before = (await page.evaluate(measure)) as Measured;
    // The answer itself is far below and not drawn now: main knows how much there is of it.
    const length = async () => {
      const { below } = (await stage.call('tree.page', { conversationId })) as PathPage;
      return below?.parts.reduce((sum, part) => sum + (part.type === 'text' ? part.text.length : 0), 0) ?? 0;
    };
    const written = await length();
    await expect.poll(length, { timeout: 30_000 }).toBeGreaterThan(written + 1500);
    const after = (await page.evaluate(measure)) as Measured;
    expect(after.depth).toBe(before.depth);
    expect(Math.abs(after.top - before.top)).toBeLessThanOrEqual(1);

    await page.getByRole('button', { name: 'Go to the newest message' }).click();
    await expect.poll(async () => ((await page.evaluate(measure)) as Measured).fromEnd).toBeLessThan(30);
  });

  test('neither does it in the answer itself, once the reader scrolled up in it', async ({ stage, page }) => {
    await stage.open(stage.seeded?.conversationId);
    await stage.say('Write [[lab: slow 10]] [[lab: tokens 3000]]');
    const answer = page.locator('article[data-last="true"][aria-busy]');
    const length = async () => (await answer.textContent())?.length ?? 0;
    await expect.poll(length, { timeout: 30_000 }).toBeGreaterThan(5000);
    // Placed at once, so that no motion of a wheel mixes with what is measured.
    await stage.feed.evaluate((feed) => feed.scrollBy({ top: -320, behavior: 'instant' }));
    const paragraph = await answer.evaluateHandle((article) => {
      const middle = innerHeight / 2;
      return [...article.querySelectorAll('p, li')].find(
        (one) => one.getBoundingClientRect().bottom > middle,
      );
    });
    const top = () => paragraph.evaluate((one) => one?.getBoundingClientRect().top);
    const before = await top();
    const written = await length();
    await expect.poll(length, { timeout: 30_000 }).toBeGreaterThan(written + 2500);
    expect(Math.abs(((await top()) ?? 0) - (before ?? Number.NaN))).toBeLessThanOrEqual(1);
  });

  test('a reader at the end stays at the end', async ({ stage, page }) => {
    await stage.open(stage.seeded?.conversationId);
    await stage.say('Write [[lab: slow 5]] [[lab: tokens 1200]]');
    // What stood last before is an answer too: the new one is known by being written.
    await expect(page.locator('article[data-last="true"][aria-busy]')).toBeVisible();
    await expect(page.locator('article[aria-busy]')).toHaveCount(0, { timeout: 40_000 });
    await expect.poll(async () => ((await page.evaluate(measure)) as Measured).fromEnd).toBeLessThan(30);
    await expect(page.getByRole('button', { name: 'Go to the newest message' })).toHaveCount(0);
  });
});

test.describe('in a conversation of 10,000 messages', () => {
  test.use({ seed: { messages: 10_000 } });

  test('opening shows the end, reads a page and draws what is in sight', async ({ stage, page }) => {
    await stage.open(stage.seeded?.conversationId);
    await expect(stage.messages.last()).toContainText('answer 5000');
    expect(((await page.evaluate(measure)) as Measured).fromEnd).toBeLessThan(2);
    expect(await stage.messages.count()).toBeLessThan(150);
    expect(await page.locator('[data-index]').count()).toBeLessThan(150);
  });

  test('scrolling up reads what comes into view, and nothing jumps', async ({ stage, page }) => {
    await stage.open(stage.seeded?.conversationId);
    await expect(stage.messages.last()).toContainText('answer 5000');
    await stage.feed.evaluate((feed) => {
      feed.scrollTop = feed.scrollHeight / 2;
    });
    await expect(stage.messages.first()).toBeVisible();
    for (let step = 0; step < 12; step += 1) {
      const moved = await stage.feed.evaluate(async (feed) => {
        const box = feed.getBoundingClientRect();
        const all = [...document.querySelectorAll<HTMLElement>('article')];
        const article = all.find((one) => one.getBoundingClientRect().top > box.top + 20);
        const before = article?.getBoundingClientRect().top ?? 0;
        feed.scrollBy({ top: -180, behavior: 'instant' });
        const frame = () => new Promise((done) => requestAnimationFrame(done));
        for (let frames = 0; frames < 6; frames += 1) await frame();
        return (article?.getBoundingClientRect().top ?? 0) - before;
      });
      expect(Math.abs(moved - 180)).toBeLessThanOrEqual(2);
    }
    expect(await page.locator('[data-index]').count()).toBeLessThan(150);
  });

  test('Home and End reach the first and the last message, arrows go on from there', async ({
    stage,
    page,
  }) => {
    await stage.open(stage.seeded?.conversationId);
    await expect(stage.messages.last()).toContainText('answer 5000');
    await stage.feed.focus();
    await page.keyboard.press('Home');
    await expect(page.locator('article[data-depth="1"]')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(page.locator('article[data-depth="3"]')).toBeFocused();
    await page.keyboard.press('End');
    await expect(page.locator('article[data-depth="10000"]')).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(page.locator('article[data-depth="9999"]')).toBeFocused();
  });

  test('a message that was found is brought into view', async ({ stage, page }) => {
    const { conversationId = '', path = [] } = stage.seeded ?? {};
    await stage.open(`${conversationId}/${path[4199]}`);
    await expect(page.locator('article[data-depth="4200"]')).toBeInViewport();
  });
});
