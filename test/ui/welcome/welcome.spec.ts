import type { Page } from '@playwright/test';
import { expect, type Stage, test } from '../chat/stage.ts';
import { intercept, interceptOllama } from '../intercept.ts';

const welcome = (page: Page) => page.getByRole('heading', { level: 1, name: 'Welcome to Bough' });

/** Opens the app as it opens for the very first time. */
async function openFirst(page: Page, stage: Stage): Promise<void> {
  await stage.call('app.setPreferences', { welcomed: false });
  const practice = { routeId: 'practice', modelId: 'practice' };
  await stage.call('providers.setDefaultReader', { reader: practice });
  await page.goto(stage.url);
  await expect(welcome(page)).toBeVisible();
}

const preferences = (stage: Stage) => stage.call('app.preferences', {});

test('the first run works without a key: the practice assistant answers, and the screen does not come back', async ({
  stage,
  page,
}) => {
  await openFirst(page, stage);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await stage.axe()).toEqual([]);
  }
  await page.getByRole('button', { name: /Try it now/ }).click();
  await stage.say('What is a branch?');
  await expect(await stage.answered()).toContainText('not an AI');
  expect(await preferences(stage)).toMatchObject({ welcomed: true });
  await page.goto(stage.url);
  await expect(stage.composer).toBeVisible();
  await expect(welcome(page)).toHaveCount(0);
});

test('every way on is reached by keyboard, the primary one first', async ({ stage, page }) => {
  await openFirst(page, stage);
  const names: string[] = [];
  for (let stop = 0; stop < 5; stop += 1) {
    await page.keyboard.press('Tab');
    names.push(await page.evaluate(() => document.activeElement?.textContent ?? ''));
  }
  expect(names.findIndex((name) => name.startsWith('Try it now'))).toBeGreaterThan(-1);
  expect(names.findIndex((name) => name.startsWith('Use a key'))).toBeGreaterThan(
    names.findIndex((name) => name.startsWith('Try it now')),
  );
});

test('models found on this computer are offered, and used with one press', async ({ stage, page }) => {
  await interceptOllama(page, stage);
  await openFirst(page, stage);
  const offer = page.getByRole('button', { name: /Use Ollama on this computer/ });
  await expect(offer).toContainText('llama3.2:3b');
  expect(await stage.axe()).toEqual([]);
  await offer.click();
  await expect(stage.composer).toBeVisible();
  await expect(page.getByRole('button', { name: /llama3.2:3b/ })).toBeVisible();
});

test('a key is entered over the same screen, and leaving that comes back to it', async ({ stage, page }) => {
  await openFirst(page, stage);
  await page.getByRole('button', { name: /Use a key/ }).click();
  await expect(page.getByRole('dialog', { name: 'Add a provider' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(welcome(page)).toBeVisible();
  await page.getByRole('button', { name: /Use a key/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /Other compatible server/ }).click();
  await dialog.getByLabel('Address').fill(stage.lab.openai.baseURL);
  await dialog.getByLabel('Key, if the server asks for one').fill(stage.lab.openai.apiKey);
  await dialog.getByRole('button', { name: 'Check and save' }).click();
  await dialog.getByRole('button', { name: 'Start with this one' }).click();
  await expect(stage.composer).toBeVisible();
  await stage.say('Hello');
  await stage.answered();
  expect(await preferences(stage)).toMatchObject({ welcomed: true });
});

test('language and theme can be changed in the corner', async ({ stage, page }) => {
  await openFirst(page, stage);
  await page.getByRole('button', { name: 'Language: English' }).click();
  await page.getByRole('menuitemradio', { name: 'Čeština' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Vítá vás Bough' })).toBeVisible();
  // A menu that closes gives the focus back, and would take it from the next one.
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.getByRole('button', { name: 'Motiv' }).click();
  await page.getByRole('menuitemradio', { name: 'Tmavý' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await stage.axe()).toEqual([]);
});

test('what start-up repaired is told in a line, until it is dismissed', async ({ stage, page }) => {
  const id = await stage.open();
  const notice = (
    kind: 'answer_interrupted' | 'keys_unreadable' | 'transcript_quarantined',
    more: object,
  ) => ({
    id: kind,
    kind,
    conversationId: null,
    detail: '',
    ...more,
  });
  await intercept(page, 'app.info', {
    ok: true,
    data: {
      version: '0.0.0',
      platform: 'linux',
      workspace: '/workspace',
      systemLanguage: 'en',
      notices: [
        notice('answer_interrupted', { conversationId: id }),
        notice('transcript_quarantined', { detail: 'transcript.json.unreadable-1' }),
        notice('keys_unreadable', {}),
      ],
    },
  });
  await page.goto(`${stage.url}#/settings/about`);
  await page.reload();
  const lines = page.getByRole('region', { name: 'What Bough found as it started' }).getByRole('listitem');
  await expect(lines).toHaveCount(3);
  await expect(lines.nth(1)).toContainText('It is kept as “transcript.json.unreadable-1”');
  // The settings come after the notices: they are fetched when they are first shown.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await stage.axe()).toEqual([]);
  await lines.first().getByRole('button', { name: 'Open the conversation' }).click();
  await expect(page).toHaveURL(new RegExp(id));
  await lines.last().getByRole('button', { name: 'Enter the keys' }).click();
  await expect(page.getByRole('tab', { name: 'Models and keys' })).toHaveAttribute('aria-selected', 'true');
  for (const left of [2, 1, 0]) {
    await lines.first().getByRole('button', { name: 'Dismiss' }).click();
    await expect(lines).toHaveCount(left);
  }
});

test.describe('help', () => {
  const help = (page: Page) => page.getByRole('complementary', { name: 'Side panel' });

  test('shows the guide, searches it, and gives the focus back', async ({ stage, page }) => {
    await stage.open();
    await stage.composer.focus();
    await page.keyboard.press('F1');
    await expect(help(page).getByLabel('Search the guide')).toBeFocused();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await stage.axe()).toEqual([]);
    }
    await help(page).getByLabel('Search the guide').fill('trash');
    await help(page)
      .getByRole('button', { name: /The trash/ })
      .click();
    await expect(help(page).getByRole('heading', { name: 'First steps' })).toBeFocused();
    await expect(help(page).getByRole('article')).toContainText('Bough never empties the trash');
    expect(await stage.axe()).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(help(page).getByLabel('Search the guide')).toHaveValue('trash');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(help(page)).toHaveCount(0);
    await expect(stage.composer).toBeFocused();
  });

  test('links between its pages stay inside', async ({ stage, page }) => {
    const id = await stage.open();
    await stage.say('/help');
    await help(page).getByRole('button', { name: 'The guide' }).click();
    await help(page).getByRole('link', { name: 'Branches' }).click();
    await expect(help(page).getByRole('heading', { level: 2, name: 'Branches' })).toBeFocused();
    await expect(page).toHaveURL(new RegExp(id));
    expect(stage.shell.opened).toEqual([]);
  });

  test('lists the keys, tells about data, and leads back to the welcome', async ({ stage, page }) => {
    await stage.open();
    await page.keyboard.press('F1');
    await help(page).getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await expect(help(page)).toContainText('In the list of conversations');
    expect(await stage.axe()).toEqual([]);
    await help(page).getByRole('button', { name: 'Back to the help' }).click();
    await help(page).getByRole('button', { name: 'About your data' }).click();
    await help(page).getByRole('button', { name: 'Show where it lives' }).click();
    await expect(page.getByRole('heading', { name: 'Where your data lives' })).toBeVisible();
    await help(page).getByRole('button', { name: 'Back to the help' }).click();
    await help(page).getByRole('button', { name: 'Show the welcome screen' }).click();
    await expect(welcome(page)).toBeVisible();
    await page.getByRole('button', { name: /Try it now/ }).click();
    await stage.say('What is a branch?');
    await expect(await stage.answered()).toContainText('not an AI');
    // Someone who has a model of their own keeps it for new conversations.
    expect(await stage.call('providers.defaultReader', {})).toEqual(stage.readers.openai);
  });
});
