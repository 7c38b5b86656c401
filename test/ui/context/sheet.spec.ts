import { expect, gaugeOf, noticeOf, panelOf, sheetOf, test } from './fixture.ts';
import { ladder, limits, shaken } from './scenario.ts';

test('[L8] the sheet shows what each way frees, keeps, gives up and costs, and does the one that is chosen', async ({
  stage,
  page,
  fake,
}) => {
  await gaugeOf(page).click();
  await panelOf(page).getByRole('button', { name: 'Make room' }).click();
  const sheet = sheetOf(page);
  await expect(sheet).toContainText('14 old tool results and the middle as 3 picture pages');
  await expect(sheet).toContainText('The beginning and the newest messages stay as they are.');
  const cards = sheet.getByRole('list').last().getByRole('listitem');
  await expect(cards).toHaveCount(4);
  await expect(cards.nth(0)).toContainText(/14 old tool results\. No model is asked\. Costs \$0\.31 once/);
  await expect(cards.nth(0)).toContainText('11%');
  await expect(cards.nth(2)).toContainText('Keeps every word');
  await expect(cards.nth(3)).toContainText('The model is asked 3 times.');
  await cards.nth(3).getByText('The arithmetic').click();
  await expect(cards.nth(3)).toContainText(/3 questions to the model\s*61,500 tokens in, 5,400 tokens out/);
  expect(await stage.axe()).toEqual([]);
  await fake.change({ run: { pass: { ...shaken, id: 'pass-9' }, limit: null } });
  await cards.nth(0).getByRole('button', { name: 'Do this: Set aside old tool results' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(noticeOf(page, 'Made room: 14 old tool results set aside.')).toBeVisible();
  expect(await fake.calls('context.run')).toEqual([
    { conversationId: fake.conversationId, command: 'shake', args: 'tools' },
  ]);
});

test('where prices are not known there is no place for money, and a sentence says why', async ({
  page,
  fake,
}) => {
  const free = { money: null, repaysAfter: null };
  const { rungs, compact } = ladder;
  await fake.change({
    preview: {
      ...ladder,
      compact: { ...compact, ...free },
      rungs: {
        elide: { ...rungs.elide, ...free },
        shed: { ...rungs.shed, ...free },
        snapshots: { ...rungs.snapshots, ...free },
        summary: { ...rungs.summary, ...free },
      },
    },
  });
  await gaugeOf(page).click();
  await panelOf(page).getByRole('button', { name: 'Make room' }).click();
  const sheet = sheetOf(page);
  await expect(sheet).toContainText('14 old tool results');
  await sheet.getByText('The arithmetic').first().click();
  await expect(sheet).toContainText('so it counts tokens alone');
  await expect(sheet).not.toContainText('$');
  await expect(sheet).not.toContainText('Costs');
});

test('each way that frees nothing says why, and has no button', async ({ stage, page, fake }) => {
  await fake.change({ preview: limits });
  await gaugeOf(page).click();
  await panelOf(page).getByRole('button', { name: 'Make room' }).click();
  const sheet = sheetOf(page);
  await expect(sheet).toContainText('Nothing to set aside yet');
  await expect(sheet).toContainText('There are no old tool results to set aside.');
  await expect(sheet).toContainText('There are no old pictures to set aside.');
  await expect(sheet).toContainText(/Pages are no use here: .* cannot see pictures/);
  await expect(sheet.getByRole('button')).toHaveCount(1);
  expect(await stage.axe()).toEqual([]);
});

test('[L8] a summary tells how far it is, can be stopped, and leaves everything as it was then', async ({
  stage,
  page,
  fake,
}) => {
  await fake.change({ run: null });
  await stage.say('/compact summary the budget and the dates');
  const sheet = sheetOf(page);
  await expect(sheet).toContainText('Summarise the older part');
  await expect(sheet).toContainText('Above all, the summary keeps: the budget and the dates.');
  await expect(sheet).toContainText('The model is asked 3 times.');
  await page.keyboard.press('Enter');
  await fake.work({ kind: 'summarising', piece: 2, pieces: 3 });
  const progress = sheet.getByRole('progressbar');
  await expect(progress).toHaveAccessibleName(/the summary is being written, part 2 of 3/);
  expect(await stage.axe()).toEqual([]);
  await sheet.getByRole('button', { name: 'Stop' }).click();
  await expect(sheet).toContainText('Stopped. The conversation is as it was.');
  expect(await fake.calls('context.run')).toEqual([
    { conversationId: fake.conversationId, command: 'compact', args: 'summary the budget and the dates' },
  ]);
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await expect(stage.composer).toBeFocused();
});

test('[L10] /shake sets aside at once: tools, images, all; where there is nothing it says so', async ({
  stage,
  page,
  fake,
}) => {
  for (const [typed, args, none] of [
    ['/shake', '', 'There are no old tool results to set aside.'],
    ['/shake images', 'images', 'There are no old pictures to set aside.'],
    ['/shake all', 'all', 'There are no old tool results or pictures to set aside.'],
  ] as const) {
    await fake.change({ run: { pass: null, limit: 'nothing' } });
    await stage.say(typed);
    await expect(page.getByText(none).first()).toBeVisible();
    expect((await fake.calls('context.run')).at(-1)).toMatchObject({ command: 'shake', args });
  }
  await stage.say('/shake pages');
  await expect(page.getByRole('alert')).toContainText('/shake knows tools, images and all, not pages.');
  await fake.change({ run: { pass: { ...shaken, id: 'pass-9' }, limit: null } });
  await stage.composer.fill('');
  await stage.say('/shake all');
  await expect(noticeOf(page, 'Made room: 14 old tool results set aside.')).toBeVisible();
});

test('a plan that fails or takes long says so; another way is one click away', async ({
  stage,
  page,
  fake,
}) => {
  await fake.answer('context.previewCommand', 'silence');
  await stage.say('/compact');
  const sheet = sheetOf(page);
  const make = sheet.getByRole('button', { name: 'Make room', exact: true });
  await expect(make).toHaveAttribute('aria-disabled', 'true');
  await expect(make).toHaveAccessibleDescription('Working out what could be set aside');
  await page.keyboard.press('Escape');
  await fake.answer('context.previewCommand', {
    ok: false,
    error: { code: 'context_failed', message: 'ended' },
  });
  await stage.say('/compact');
  await expect(sheet.getByRole('button', { name: 'Try again' })).toBeVisible();
  await fake.answer('context.previewCommand', null);
  await sheet.getByRole('button', { name: 'Try again' }).click();
  await expect(sheet).toContainText('What Bough would do');
  await sheet.getByRole('button', { name: 'Other ways to make room' }).click();
  await expect(sheet).toContainText('Or choose one step');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
});
