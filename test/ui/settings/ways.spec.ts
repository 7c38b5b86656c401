import type { Page } from '@playwright/test';
import type { Preferences, Route } from '#contract';
import { expect, type Stage, test } from '../chat/stage.ts';

async function openProviders(page: Page, stage: Stage): Promise<void> {
  await page.goto(`${stage.url}#/settings/providers`);
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
}

const dialog = (page: Page) => page.getByRole('dialog');
const kept = async (stage: Stage) => (await stage.call('app.preferences', {})) as Preferences;

test('an address that only the user knows is asked for first, with an example', async ({ stage, page }) => {
  await openProviders(page, stage);
  await page.getByRole('button', { name: 'Add a provider' }).click();
  await dialog(page).getByRole('textbox', { name: 'Find a provider' }).fill('azure');
  await dialog(page)
    .getByRole('button', { name: /^Azure OpenAI/ })
    .click();
  const address = dialog(page).getByRole('textbox', { name: 'Address' });
  await expect(address).toBeVisible();
  await expect(address).toHaveAttribute('placeholder', 'https://your-resource.openai.azure.com');
  await dialog(page).getByRole('button', { name: 'Check and save' }).click();
  await expect(address).toHaveAttribute('aria-invalid', 'true');
  // Azure's own addresses are not reachable here: the lab stands for one.
  await address.fill(stage.lab.openai.baseURL);
  await dialog(page).getByLabel('Key', { exact: true }).fill(stage.lab.openai.apiKey);
  await dialog(page).getByRole('button', { name: 'Check and save' }).click();
  await expect(page.getByRole('dialog', { name: 'Azure OpenAI is ready' })).toBeVisible();
  const route = ((await stage.call('providers.routes', {})) as Route[]).find(
    ({ preset }) => preset === 'azure',
  );
  expect(route).toMatchObject({ wire: 'openai-responses', baseUrl: stage.lab.openai.baseURL });
});

test('the way to the internet is chosen and kept, and an address with a password in it is not', async ({
  stage,
  page,
}) => {
  await openProviders(page, stage);
  const group = page.getByRole('radiogroup', { name: 'Way to the internet' });
  await expect(group.getByRole('radio', { name: 'As this computer is set up' })).toBeChecked();
  await group.getByRole('radio', { name: 'Directly, without a proxy' }).click();
  await expect.poll(async () => (await kept(stage)).proxy).toBe('none');
  await group.getByRole('radio', { name: 'Through this proxy' }).click();
  const address = page.getByRole('textbox', { name: 'Address of the proxy' });
  await address.fill('http://me:secret@proxy.example:8080');
  await address.blur();
  await expect(address).toHaveAttribute('aria-invalid', 'true');
  await address.fill('http://proxy.example:8080');
  await address.blur();
  await expect.poll(async () => (await kept(stage)).proxy).toBe('http://proxy.example:8080');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Address of the proxy' })).toHaveValue(
    'http://proxy.example:8080',
  );
  expect(await stage.axe()).toEqual([]);
});

for (const keyRing of [true, false]) {
  test.describe(keyRing ? 'where the system encrypts' : 'where the system encrypts nothing', () => {
    test.use({ keyRing });

    test('the name and password for a proxy are kept for it alone, and never shown again', async ({
      stage,
      page,
    }) => {
      await stage.call('app.setPreferences', { proxy: 'http://proxy.example:8080' });
      await openProviders(page, stage);
      await page.getByRole('button', { name: 'The proxy asks for a name and password' }).click();
      const name = page.getByRole('textbox', { name: 'Name', exact: true });
      const password = page.getByLabel('Password', { exact: true });
      const hint = keyRing ? /keeps the password encrypted/ : /until it closes/;
      await expect(page.getByText(hint)).toBeVisible();
      await page.getByRole('button', { name: 'Keep', exact: true }).click();
      await expect(name).toHaveAttribute('aria-invalid', 'true');
      await name.fill('ann');
      await password.fill('a secret of hers');
      expect(await stage.axe()).toEqual([]);
      await page.getByRole('button', { name: 'Keep', exact: true }).click();
      const told = keyRing ? 'Signs in as ann.' : 'Signs in as ann until Bough closes.';
      await expect(page.getByText(told)).toBeVisible();
      expect(await page.content()).not.toContain('a secret of hers');

      // Another proxy does not get it; the first one finds it again.
      const address = page.getByRole('textbox', { name: 'Address of the proxy' });
      await address.fill('socks5://other.example:1080');
      await address.blur();
      await expect.poll(async () => (await kept(stage)).proxy).toBe('socks5://other.example:1080');
      await expect(
        page.getByRole('button', { name: 'The proxy asks for a name and password' }),
      ).toBeVisible();
      await address.fill('http://proxy.example:8080');
      await address.blur();
      await expect(page.getByText(told)).toBeVisible();
      await page.getByRole('button', { name: 'Forget name and password' }).click();
      await expect(page.getByText(told)).toBeHidden();
      expect(await stage.call('providers.proxySignIn', {})).toEqual({ username: '', storage: 'none' });
    });
  });
}
