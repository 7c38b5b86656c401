import type { Page } from '@playwright/test';
import type { Route } from '#contract';
import { expect, type Stage, test } from '../chat/stage.ts';
import { broken, intercept, interceptOllama } from '../intercept.ts';

type Section = 'general' | 'providers' | 'data' | 'about';

/** Opens a section of the settings. */
async function openSettings(page: Page, stage: Stage, section: Section): Promise<void> {
  await page.goto(`${stage.url}#/settings/${section}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
}

const routes = async (stage: Stage) => (await stage.call('providers.routes', {})) as Route[];
const dialog = (page: Page) => page.getByRole('dialog');
const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name }).first();
const more = (page: Page, name: string) =>
  page.getByRole('button', { name: `More for ${name}`, exact: true });

/** The form for a server that is known only by its address. */
async function openOther(page: Page, address: string, key: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a provider' }).click();
  await dialog(page)
    .getByRole('button', { name: /Other compatible server/ })
    .click();
  await dialog(page).getByLabel('Address').fill(address);
  await dialog(page).getByLabel('Key, if the server asks for one').fill(key);
  await dialog(page).getByLabel('Name').fill('My server');
}

const save = (page: Page) => dialog(page).getByRole('button', { name: 'Check and save' });

for (const colorScheme of ['light', 'dark'] as const)
  for (const section of ['general', 'providers', 'data', 'about'] as const)
    test(`the section ${section} is clean for axe, ${colorScheme}`, async ({ stage, page }) => {
      await page.emulateMedia({ colorScheme });
      await openSettings(page, stage, section);
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
      expect(await stage.axe()).toEqual([]);
    });

test.describe('appearance', () => {
  test('language, theme and text size change at once and stay', async ({ stage, page }) => {
    await openSettings(page, stage, 'general');
    await page.getByRole('radio', { name: 'Dark' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    const slider = page.getByRole('slider', { name: 'Text size' });
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(slider).toHaveAttribute('aria-valuetext', '120%');
    await expect
      .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize))
      .toBe('19.2px');
    await page.getByRole('combobox', { name: 'Language of Bough' }).selectOption({ label: 'ไทย' });
    await expect(page.getByRole('heading', { level: 1, name: 'การตั้งค่า' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'th');

    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'การตั้งค่า' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(slider).toHaveCount(0);
    await expect(page.getByRole('slider')).toHaveAttribute('aria-valuetext', '120%');
  });

  test('arrow keys move between the sections, and Close goes back to the conversation', async ({
    stage,
    page,
  }) => {
    const id = await stage.open();
    await page.keyboard.press('Control+,');
    await page.getByRole('tab', { name: 'Appearance' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Models and keys' })).toHaveAttribute('aria-selected', 'true');
    await expect(page).toHaveURL(/settings\/providers/);
    await page.getByRole('main').getByRole('button', { name: 'Close' }).click();
    await expect(page).toHaveURL(new RegExp(id));
  });
});

test.describe('providers', () => {
  test('are added by address and key after a live check, and give the model of new conversations', async ({
    stage,
    page,
  }) => {
    await openSettings(page, stage, 'providers');
    await page.getByRole('button', { name: 'Add a provider' }).click();
    await expect(dialog(page).getByLabel('Find a provider')).toBeFocused();
    expect(await stage.axe()).toEqual([]);
    await dialog(page).getByLabel('Find a provider').fill('nobody knows this');
    await dialog(page).getByRole('button', { name: 'Enter its address' }).click();
    await save(page).click();
    await expect(dialog(page).getByText('Enter an address that begins with')).toBeVisible();
    await dialog(page).getByLabel('Address').fill(stage.lab.openai.baseURL);
    await dialog(page).getByLabel('Name').fill('My server');
    await dialog(page).getByLabel('Key, if the server asks for one').fill(stage.lab.openai.apiKey);
    expect(await stage.axe()).toEqual([]);
    await save(page).click();

    await expect(page.getByRole('dialog', { name: 'My server is ready' })).toContainText(
      'models are available',
    );
    expect(await stage.axe()).toEqual([]);
    await dialog(page)
      .getByRole('radio', { name: /gpt-lab/ })
      .first()
      .check();
    await dialog(page).getByRole('button', { name: 'Start with this one' }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Add a provider' })).toBeFocused();
    await expect(page.getByText('from My server')).toBeVisible();
    await expect(card(page, 'My server')).toContainText('Key kept until Bough closes');
    const added = (await routes(stage)).find(({ name }) => name === 'My server');
    expect(added?.models.length).toBeGreaterThan(0);
    expect(await stage.call('providers.defaultReader', {})).toMatchObject({ routeId: added?.id });
  });

  test('a key that is not accepted is not saved, and the sentence says what to do', async ({
    stage,
    page,
  }) => {
    await openSettings(page, stage, 'providers');
    const before = await routes(stage);
    await openOther(page, stage.lab.openai.baseURL, 'bad-key');
    await save(page).click();
    const alert = dialog(page).getByRole('alert');
    await expect(alert).toContainText('My server did not accept this key.');
    await expect(alert).toContainText('Nothing was saved yet.');
    await expect(alert.getByRole('button', { name: 'Save without checking' })).toHaveCount(0);
    await alert.getByText('Technical details').click();
    await expect(alert).not.toContainText('bad-key');
    expect(await stage.axe()).toEqual([]);
    expect(await routes(stage)).toEqual(before);
    await dialog(page).getByLabel('Key, if the server asks for one').fill(stage.lab.openai.apiKey);
    await expect(alert).toHaveCount(0);
    await save(page).click();
    await expect(page.getByRole('dialog', { name: 'My server is ready' })).toBeVisible();
  });

  test('a server that cannot be reached can be saved without a check', async ({ stage, page }) => {
    await openSettings(page, stage, 'providers');
    await openOther(page, 'http://127.0.0.1:9/v1', 'some-key');
    await save(page).click();
    await expect(dialog(page).getByRole('alert')).toContainText('Bough cannot reach My server.');
    await dialog(page).getByRole('button', { name: 'Save without checking' }).click();
    await expect(dialog(page)).toContainText('its list of models could not be fetched yet');
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await expect(card(page, 'My server')).toBeVisible();
  });

  test('a wrong address gets a sentence of its own', async ({ stage, page }) => {
    await openSettings(page, stage, 'providers');
    await openOther(page, stage.url, 'some-key');
    await save(page).click();
    await expect(dialog(page).getByRole('alert')).toContainText('not as a model server does');
  });

  test('where the system encrypts nothing the user is told, and chooses', async ({ stage, page }) => {
    await openSettings(page, stage, 'providers');
    await openOther(page, stage.lab.openai.baseURL, stage.lab.openai.apiKey);
    await expect(dialog(page)).toContainText('This computer offers Bough no way to encrypt keys.');
    await expect(dialog(page).getByRole('radio', { name: 'Only until Bough closes' })).toBeChecked();
    await dialog(page).getByRole('radio', { name: 'On this computer, not encrypted' }).click();
    await save(page).click();
    await dialog(page).getByRole('button', { name: 'Not now' }).click();
    await expect(card(page, 'My server')).toContainText('Key kept on this computer, not encrypted');
  });

  test('the key is masked, shown on request, and tidied when it is pasted', async ({ stage, page }) => {
    await openSettings(page, stage, 'providers');
    await openOther(page, stage.lab.openai.baseURL, '');
    const key = dialog(page).getByLabel('Key, if the server asks for one');
    await expect(key).toHaveAttribute('type', 'password');
    await key.evaluate((field) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', '  sk-one\ntwo ');
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await expect(key).toHaveValue('sk-onetwo');
    await dialog(page).getByRole('button', { name: 'Show the key' }).click();
    await expect(key).toHaveAttribute('type', 'text');
  });

  test('editing keeps the stored key, unless it would go to another server', async ({ stage, page }) => {
    await openSettings(page, stage, 'providers');
    await more(page, 'Lab OpenAI').click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await dialog(page).getByLabel('Name').fill('Renamed');
    await save(page).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(card(page, 'Renamed')).toContainText('Key kept until Bough closes');
  });

  test('removing asks by name', async ({ stage, page }) => {
    await openSettings(page, stage, 'providers');
    await more(page, 'Lab compatible').click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    const question = page.getByRole('alertdialog', { name: 'Remove Lab compatible?' });
    await expect(question).toContainText('Your conversations stay as they are');
    expect(await stage.axe()).toEqual([]);
    await question.getByRole('button', { name: 'Remove Lab compatible' }).click();
    await expect(card(page, 'Lab compatible')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Add a provider' })).toBeFocused();
    expect((await routes(stage)).some(({ name }) => name === 'Lab compatible')).toBe(false);
  });

  test('figures of a model can be corrected, and say where they come from', async ({ stage, page }) => {
    await openSettings(page, stage, 'providers');
    await page.getByRole('button', { name: /^Lab OpenAI: / }).click();
    const line = dialog(page).getByRole('listitem').filter({ hasText: 'gpt-lab' }).first();
    await line.getByRole('button', { name: /^Correct/ }).click();
    const size = dialog(page).getByLabel('Takes in at most (tokens)');
    await size.fill('12');
    await expect(dialog(page).getByText('Enter a whole number, at least 512.')).toBeVisible();
    await size.fill('64 000');
    await dialog(page).getByRole('switch', { name: 'Sees pictures' }).click();
    expect(await stage.axe()).toEqual([]);
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(line).toContainText('takes in 64,000 tokens');
    await expect(line).toContainText('Corrected by you');
  });

  test('the model of new conversations can be chosen from all', async ({ stage, page }) => {
    await openSettings(page, stage, 'providers');
    await page.getByRole('button', { name: 'Choose another' }).click();
    await dialog(page)
      .getByRole('radio', { name: /Practice/ })
      .check();
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText('The practice assistant (not an AI)')).toBeVisible();
  });

  test('the practice assistant is always there and is called what it is', async ({ stage, page }) => {
    await openSettings(page, stage, 'providers');
    await expect(card(page, 'Practice assistant')).toContainText('Not an AI');
    await expect(more(page, 'Practice assistant')).toHaveCount(0);
  });

  test('models on this computer are looked for when asked, and none is an answer too', async ({
    stage,
    page,
  }) => {
    await intercept(page, 'providers.detectLocal', { ok: true, data: [] });
    await openSettings(page, stage, 'providers');
    await page.getByRole('button', { name: 'Look for models on this computer' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'No model server is running' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Look again' })).toBeVisible();
  });

  test('a server found on this computer is kept with one press', async ({ stage, page }) => {
    await interceptOllama(page, stage);
    await openSettings(page, stage, 'providers');
    await page.getByRole('button', { name: 'Look for models on this computer' }).click();
    await expect(card(page, 'Ollama')).toContainText('llama3.2:3b');
    expect(await stage.axe()).toEqual([]);
    await card(page, 'Ollama').getByRole('button', { name: 'Use it' }).click();
    await expect(page.getByRole('dialog', { name: 'Ollama is ready' })).toContainText(
      '2 models are available',
    );
    await dialog(page).getByRole('button', { name: 'Start with this one' }).click();
    await expect(page.getByText('from Ollama')).toBeVisible();
    await expect(page.getByText('In use')).toBeVisible();
  });

  test('routes that cannot be read say so, with a way on', async ({ stage, page }) => {
    await intercept(page, 'providers.routes', broken);
    await openSettings(page, stage, 'providers');
    await expect(page.getByRole('tabpanel').getByRole('alert')).toContainText('Something went wrong');
    await expect(page.getByRole('tabpanel').getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

test.describe('with a key ring', () => {
  test.use({ keyRing: true });

  test('the system keeps the key encrypted, and nobody has to choose', async ({ stage, page }) => {
    await openSettings(page, stage, 'providers');
    await openOther(page, stage.lab.openai.baseURL, stage.lab.openai.apiKey);
    await expect(dialog(page)).toContainText('This computer keeps it encrypted.');
    await save(page).click();
    await dialog(page).getByRole('button', { name: 'Not now' }).click();
    await expect(card(page, 'My server')).toContainText('Key kept encrypted by this computer');
  });
});

test('the folder with everything is named and shown', async ({ stage, page }) => {
  await openSettings(page, stage, 'data');
  const folder = await page.getByRole('tabpanel').locator('code').textContent();
  await page.getByRole('button', { name: 'Show the folder' }).click();
  await expect.poll(() => stage.shell.opened).toEqual([folder]);
});

test('the version is told and can be copied', async ({ stage, page }) => {
  await openSettings(page, stage, 'about');
  await expect(page.getByText('Version 0.0.0')).toBeVisible();
  await page.getByRole('button', { name: 'Copy the version' }).click();
  await expect.poll(() => stage.shell.copied).toEqual([{ text: 'Bough 0.0.0' }]);
});
