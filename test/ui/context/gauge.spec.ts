import type { GaugeLevel } from '#contract';
import { expect, gaugeOf, noticeOf, test } from './fixture.ts';
import { shaken } from './scenario.ts';

const stages: readonly [GaugeLevel, share: number, word: string, look: string][] = [
  ['plenty', 0.1, 'plenty of room', 'fine'],
  ['half', 0.55, 'half full', 'fine'],
  ['getting-full', 0.7, 'getting full', 'high'],
  ['nearly-full', 0.9, 'nearly full', 'full'],
  ['nearly-full', 1.2, 'too full', 'full'],
];

test('the gauge says in a word how full the memory is, in a colour of its own; the figures are a hover away', async ({
  stage,
  page,
  fake,
}) => {
  const colours = new Set<string>();
  for (const [level, share, word, look] of stages) {
    const leafId = (await stage.messages.last().getAttribute('id')) ?? stage.seeded?.path.at(-1) ?? '';
    const gauge = {
      conversationId: fake.conversationId,
      leafId,
      tokens: share * 200_000,
      window: 200_000,
      share,
      level,
    };
    await fake.change({ gauge });
    await fake.emit({ type: 'gauge', gauge });
    await expect(gaugeOf(page)).toHaveText(word);
    await expect(gaugeOf(page)).toHaveAccessibleName(`The model’s memory: ${word}. Show what is in it`);
    await expect(gaugeOf(page).locator('[data-level]')).toHaveAttribute('data-level', look);
    colours.add(
      await gaugeOf(page)
        .locator('circle')
        .last()
        .evaluate((ring) => getComputedStyle(ring).stroke),
    );
  }
  expect(await stage.axe()).toEqual([]);
  expect(colours.size).toBe(3);
  await gaugeOf(page).hover();
  await expect(page.getByRole('tooltip')).toHaveText(
    'The model’s memory: 120% taken240,000 of 200,000 tokens',
  );
});

test('a gauge that cannot be counted stays a way to the memory', async ({ stage, page, fake }) => {
  await fake.answer('context.gauge', { ok: false, error: { code: 'context_failed', message: 'ended' } });
  await stage.open();
  await expect(gaugeOf(page)).toHaveAccessibleName('The model’s memory. Show what is in it');
  await gaugeOf(page).hover();
  await expect(page.getByRole('tooltip')).toBeVisible();
});

test('[L8] a notice of a pass that cannot be undone says why, and one that was undone says so', async ({
  stage,
  page,
  fake,
}) => {
  const { id, trigger, counts, before, after } = shaken;
  const pass = { id, trigger, counts, before, after };
  await fake.emit({ type: 'pass', conversationId: fake.conversationId, pass });
  const notice = noticeOf(page, 'Made room: 14 old tool results set aside.');
  await expect(notice).toBeVisible();
  await fake.answer('context.undo', { ok: false, error: { code: 'busy', message: 'an answer is written' } });
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect(notice).toContainText(/still being written/);
  await fake.answer('context.undo', null);
  await notice.getByRole('button', { name: 'Undo' }).click();
  const undone = noticeOf(page, 'Undone. The model sees all of it again.');
  await expect(undone.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  expect(await stage.axe()).toEqual([]);
  await undone.getByRole('button', { name: 'Close' }).click();
  await expect(undone).toHaveCount(0);
});
