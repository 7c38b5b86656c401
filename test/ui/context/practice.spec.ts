import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Conversation } from '#contract';
import { startHost } from '../../host/host.ts';
import { expectOk } from '../../host/lab-routes.ts';
import { openTestServices } from '../../host/test-services.ts';
import { gaugeOf, noticeOf, panelOf } from './fixture.ts';

test('with the practice assistant a newcomer fills a memory, sees room made, looks at it and takes it back', async ({
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'bough-practice-'));
  const services = await openTestServices({ folder, practicePace: 'instant' });
  await expectOk(services, 'app.setPreferences', { welcomed: true });
  await expectOk(services, 'providers.setDefaultReader', {
    reader: { routeId: 'practice', modelId: 'practice' },
  });
  const host = await startHost({ services: Promise.resolve(services), port: 0, dev: false });
  try {
    const { id } = (await expectOk(services, 'conversations.create', {})) as Conversation;
    await page.goto(`${host.url}#/c/${id}`);
    await page.getByRole('button', { name: 'Fill your memory' }).click();
    const answer = page.locator('article[data-last="true"][data-role="agent"]:not([aria-busy])');
    const made = answer.filter({ hasText: 'Bough made room before it asked me this.' });
    for (let part = 1; part < 8 && (await made.count()) === 0; part += 1) {
      await expect(answer).toContainText(`Filling my memory, part ${part}`);
      await page.locator('main textarea').last().fill('go on');
      await page.keyboard.press('Enter');
      await expect(made.or(answer.filter({ hasText: `part ${part + 1}` }))).toBeVisible();
    }
    await expect(made).toBeVisible();
    const notice = noticeOf(page, /now travels as/);
    await expect(notice).toBeVisible();
    const roomy = await gaugeOf(page).textContent();
    await notice.getByRole('button', { name: 'See' }).click();
    await panelOf(page)
      .getByRole('button', { name: /: a summary/ })
      .click();
    await expect(panelOf(page).getByRole('group', { name: 'Summary' })).toContainText(
      'a list made by a rule',
    );
    await expect(panelOf(page).getByRole('group', { name: 'The original' })).toContainText(
      'Filling my memory',
    );
    await notice.getByRole('button', { name: 'Undo' }).click();
    await expect(noticeOf(page, 'Undone.')).toBeVisible();
    await expect(gaugeOf(page)).not.toHaveText(roomy ?? '');
  } finally {
    await page.close();
    await host.close();
    await services.close();
    await rm(folder, { recursive: true, force: true });
  }
});
