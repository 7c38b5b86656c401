import { expect, type Page } from '@playwright/test';
import type { Lab } from '../../lab/index.ts';

export interface LabProvider {
  /** The key as it is typed; the lab's own if not given. */
  key?: string;
  /** A model's name as the lab lists it. */
  model: string;
}

/** Adds the lab's Anthropic simulator by the form of the settings, and starts new conversations with its model. */
export async function addLabProvider(page: Page, lab: Lab, { model }: LabProvider): Promise<void> {
  await page.getByRole('button', { name: 'Add a provider' }).click();
  await page.getByRole('textbox', { name: 'Find a provider' }).fill('anth');
  await page.getByRole('button', { name: /^Anthropic/ }).click();
  const form = page.getByRole('dialog', { name: 'Add Anthropic' });
  await form.getByText('Name and address').click();
  await form.getByRole('textbox', { name: 'Address' }).fill(lab.anthropic.baseURL);
  await form.getByLabel('Key', { exact: true }).fill('bad-copied-halfway');
  await form.getByRole('button', { name: 'Check and save' }).click();
  await expect(form.getByText('did not accept this key')).toBeVisible();
  await form.getByLabel('Key', { exact: true }).fill(lab.anthropic.apiKey);
  await form.getByRole('radio', { name: /On this computer, not encrypted/ }).click();
  await form.getByRole('button', { name: 'Check and save' }).click();
  const done = page.getByRole('dialog', { name: 'Anthropic is ready' });
  await done.getByRole('radio', { name: new RegExp(`^${model}`) }).check();
  await done.getByRole('button', { name: 'Start with this one' }).click();
  await expect(done).toBeHidden();
}
