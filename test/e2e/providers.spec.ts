import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { reasoning, text } from '../lab/index.ts';
import { makePdf } from '../support/make-pdf.ts';
import { chatOf } from './support/chat.ts';
import { expect, test } from './support/desk.ts';
import { chooseFiles } from './support/files.ts';
import { pngOf } from './support/pictures.ts';

/** Seconds that a new user's steps may take, from the first look at the app to the first answer. */
const mostSeconds = 60;

async function openForm(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: /Use a key/ }).click();
  await page.getByRole('textbox', { name: 'Find a provider' }).fill(name);
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  return page.getByRole('dialog', { name: `Add ${name}` });
}

async function setAddress(form: Locator, address: string): Promise<void> {
  const field = form.getByRole('textbox', { name: 'Address' });
  if (!(await field.isVisible())) await form.getByText('Name and address').click();
  await field.fill(address);
}

async function check(form: Locator, key: string): Promise<void> {
  await form.getByLabel('Key', { exact: true }).fill(key);
  const plain = form.getByRole('radio', { name: /On this computer, not encrypted/ });
  if (await plain.isVisible()) await plain.click();
  await form.getByRole('button', { name: 'Check and save' }).click();
}

const providers = [
  { name: 'Google Gemini', mount: 'google', model: 'Gemini Lab 3 200k', wire: 'google' },
  { name: 'OpenAI', mount: 'openai', model: 'gpt-5.5-lab-200k', wire: 'responses' },
] as const;

for (const { name, mount, model, wire } of providers) {
  test(`a new user adds ${name} in under a minute and gets an answer to a picture and a PDF`, async ({
    desk,
  }) => {
    const { lab, folder } = desk;
    const app = await desk.start();
    const { page } = app;
    const started = Date.now();
    const form = await openForm(page, name);
    await setAddress(form, lab[mount].baseURL);
    await check(form, 'bad-copied-halfway');
    await expect(form.getByText('did not accept this key')).toBeVisible();
    await check(form, lab[mount].apiKey);
    const done = page.getByRole('dialog', { name: `${name} is ready` });
    await done.getByRole('radio', { name: new RegExp(`^${model}`) }).check();
    await done.getByRole('button', { name: 'Start with this one' }).click();
    await expect(done).toBeHidden();
    await page.keyboard.press('Control+n');

    const chat = chatOf(page);
    const [picture, report] = [join(folder, 'plan.png'), join(folder, 'report.pdf')];
    await writeFile(picture, pngOf(8300, 40));
    await writeFile(report, makePdf(['The sink costs 300 crowns.']));
    await chooseFiles(app, [picture, report]);
    await page.getByRole('button', { name: 'Attach files' }).click();
    await expect(page.getByRole('list', { name: 'Attached files' })).toContainText('report.pdf');
    lab.script({ parts: [reasoning('A plan.'), text('It costs 300 crowns.')] }, { wire });
    await chat.say('What does the sink cost?');
    await expect(await chat.answered()).toContainText('It costs 300 crowns.');
    expect((Date.now() - started) / 1000).toBeLessThan(mostSeconds);

    const sent = lab.lastRequest(wire).raw.toString('utf8');
    expect(sent, 'the text of the PDF').toContain('The sink costs 300 crowns.');
    expect(sent, 'the picture, as small as it has to be').toMatch(/iVBOR|\/9j\//);
  });
}

test('a wrong address, a server that is not there and no network each give a sentence and a way on', async ({
  desk,
}) => {
  const { lab } = desk;
  const site = createServer((_, response) => {
    response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not here</h1>');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => site.once('listening', resolve));
  const { port } = site.address() as AddressInfo;
  const { page } = await desk.start();
  const form = await openForm(page, 'OpenAI');

  await setAddress(form, 'no address at all');
  await check(form, lab.openai.apiKey);
  await expect(form.getByRole('textbox', { name: 'Address' })).toHaveAttribute('aria-invalid', 'true');

  await setAddress(form, `http://127.0.0.1:${port}/shop`);
  await check(form, lab.openai.apiKey);
  await expect(form.getByText(/Check the address/)).toBeVisible();

  await new Promise((resolve) => site.close(resolve));
  site.closeAllConnections();
  await check(form, lab.openai.apiKey);
  await expect(form.getByText('Bough cannot reach OpenAI.')).toBeVisible();

  await setAddress(form, 'https://no-such-host.invalid/v1');
  await check(form, lab.openai.apiKey);
  await expect(form.getByText('Bough cannot reach OpenAI.')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Save without checking' })).toBeVisible();

  await setAddress(form, lab.openai.baseURL);
  await check(form, lab.openai.apiKey);
  await expect(page.getByRole('dialog', { name: 'OpenAI is ready' })).toBeVisible();
});
