import type { PassInfo, StampedReport } from '#contract';
import { text, call as toolCall } from '../../lab/index.ts';
import { expect, test } from '../chat/stage.ts';
import { readerOf, reported, talkAboutFile } from './talk.ts';

const gauge = /^The model’s memory: /;

/** Results of tools that are in the view as they came. Their tokens change a little as answers tell what they cost. */
function longResults({ parts }: Pick<StampedReport, 'parts'>): number {
  return parts.flatMap(({ items }) => items).filter(({ what, tokens }) => what === 'result' && tokens > 1000)
    .length;
}

test('[L8] room is made before the next answer and told of quietly; See shows it, Undo takes it back', async ({
  stage,
  page,
}) => {
  const { id } = await talkAboutFile(stage, { modelId: 'gpt-lab-mini', turns: 8, characters: 5000 });
  await stage.call('context.setSettings', { threshold: 0.6, target: 0.5 });
  const whole = await reported(stage, id);
  expect(longResults(whole)).toBe(7);
  await stage.open(id);
  await expect(page.getByRole('button', { name: gauge })).toHaveText('getting full');
  stage.lab.script({ parts: [text('Nothing new.')] });
  await stage.say('And now?');
  const notice = page.getByRole('status').filter({ hasText: 'Made room' });
  await expect(notice).toHaveText(/Made room: \d+ old tool results set aside\./);
  await stage.answered();
  expect(longResults(await reported(stage, id))).toBeLessThan(7);
  await expect(page.getByRole('button', { name: gauge })).not.toHaveText('getting full');
  expect(await stage.axe()).toEqual([]);

  await notice.getByRole('button', { name: 'See' }).click();
  const panel = page.getByRole('complementary');
  const listed = panel.getByRole('button', { name: /Reading files/ });
  await expect(listed.first()).toBeVisible();
  const [pass] = (await stage.call('context.passes', { conversationId: id })) as PassInfo[];
  await expect(listed).toHaveCount(pass?.edits.length ?? 0);
  await listed.first().click();
  await expect(panel.getByRole('group', { name: 'The original' })).toContainText(/took \d+ ms/);
  expect(await stage.axe()).toEqual([]);

  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Undone.' })).toBeVisible();
  await expect(panel.getByText('undone')).toBeVisible();
  const again = await reported(stage, id);
  expect(longResults(again)).toBe(longResults(whole));
});

test('[L7] what stands for a result in the memory opens to its original, and the agent can fetch it back', async ({
  stage,
  page,
}) => {
  const { id } = await talkAboutFile(stage, { modelId: 'gpt-lab-mini', turns: 8, characters: 5000 });
  await stage.open(id);
  await stage.say('/shake');
  const notice = page.getByRole('status').filter({ hasText: 'Made room' });
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: gauge }).click();
  const panel = page.getByRole('complementary');
  await panel.getByRole('button', { name: /^Turn 3: / }).click();
  await panel.getByRole('button', { name: /^Reading files: what came out/ }).click();
  await expect(panel.getByText(/^\[Result set aside/)).toBeVisible();
  await expect(panel.getByRole('group', { name: 'The original' })).toContainText(/took \d+ ms/);
  await page.keyboard.press('Escape');
  await expect(panel.getByRole('button', { name: /^Turn 3: / })).toBeFocused();

  const [pass] = (await stage.call('context.passes', { conversationId: id })) as PassInfo[];
  const recallId = pass?.edits[0]?.recallId ?? '';
  stage.lab.script([
    { parts: [toolCall('recall', JSON.stringify({ id: recallId }))] },
    { parts: [text('There it is.')] },
  ]);
  await stage.say('What was in the second part?');
  await expect(await stage.answered()).toContainText('There it is.');
  const sent = stage.lab.lastRequest().raw.toString();
  expect(sent).toMatch(/took \d+ ms/);
});

test('[L8] [L10] /compact shows what it would do; Enter does it, the pages are looked at, Undo takes them back', async ({
  stage,
  page,
}) => {
  const { id } = await talkAboutFile(stage, { modelId: 'gpt-lab-mini', turns: 8, characters: 5000 });
  const whole = await reported(stage, id);
  await stage.open(id);
  await stage.say('/compact snapshots');
  const sheet = page.getByRole('dialog', { name: 'Make room' });
  await expect(sheet).toContainText('Keeps every word');
  await expect(sheet).toContainText(
    /the middle as \d+ picture pages?\. The beginning and the newest messages stay/,
  );
  await expect(sheet).toContainText('No model is asked.');
  await expect(sheet.getByRole('button', { name: 'Make room', exact: true })).toBeFocused();
  expect(await stage.axe()).toEqual([]);
  expect(await stage.call('context.passes', { conversationId: id })).toEqual([]);

  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(stage.composer).toBeFocused();
  expect(await stage.call('context.passes', { conversationId: id })).toEqual([]);

  await stage.say('/compact snapshots');
  await expect(sheet.getByRole('button', { name: 'Make room', exact: true })).not.toHaveAttribute(
    'aria-disabled',
  );
  await page.keyboard.press('Enter');
  const notice = page.getByRole('status').filter({ hasText: /now travels as \d+ picture page/ });
  await expect(notice).toBeVisible();
  await expect(stage.composer).toBeFocused();
  await expect(stage.messages.filter({ hasText: 'Question 8' })).toBeVisible();

  await notice.getByRole('button', { name: /^Look at/ }).click();
  const panel = page.getByRole('complementary');
  const picture = panel.getByRole('img', { name: 'The text of page 1 in pixel letters' });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(500);
  await expect(panel.getByRole('group', { name: 'The text of page 1' })).toContainText(/Question \d/);
  expect(await stage.axe()).toEqual([]);

  await panel.getByRole('tab', { name: 'Memory' }).click();
  await panel.getByRole('button', { name: 'Undo' }).click();
  await expect(panel.getByText('undone')).toBeVisible();
  expect((await reported(stage, id)).parts).toEqual(whole.parts);
});

test('[L2] a request that two recoveries could not make fit says so, with ways on', async ({
  stage,
  page,
}) => {
  const id = await stage.open();
  await stage.call('conversations.setReader', { id, reader: await readerOf(stage, 'gpt-lab-mini') });
  stage.lab.script({ parts: [text('Hello.')] });
  await stage.say('Hello');
  await stage.answered();
  const refusal = { fault: { name: 'overflow', limit: 900, actual: 40_000 } } as const;
  stage.lab.script([refusal, refusal, refusal]);
  await stage.say('Is there room?');
  const card = page.getByRole('alert').or(stage.messages.last());
  await expect(card.first()).toBeVisible();
  await expect(stage.messages.last()).toContainText(/longer than .* can take in at once/);
  for (const name of ['Make room', 'Summarise the older part', 'Try again', 'Choose another model'])
    await expect(stage.messages.last().getByRole('button', { name })).toBeVisible();
  expect(await stage.axe()).toEqual([]);
  await stage.messages.last().getByRole('button', { name: 'Summarise the older part' }).click();
  await expect(page.getByRole('dialog', { name: 'Make room' })).toContainText('nothing between');
  await page.keyboard.press('Escape');
  await stage.messages.last().getByRole('button', { name: 'Choose another model' }).click();
  await expect(page.getByRole('dialog', { name: 'Choose a model' })).toBeVisible();
  await page.keyboard.press('Escape');
  await stage.messages.last().getByRole('button', { name: 'Copy into a new conversation…' }).click();
  await expect(page.getByRole('dialog')).toContainText('2 messages will be copied into a new conversation.');
});
