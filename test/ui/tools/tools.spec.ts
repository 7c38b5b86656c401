import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { call, text } from '../../lab/index.ts';
import { expect, test } from '../chat/stage.ts';

const script = join(import.meta.dirname, '../../lab/mcp/main.ts');

for (const colorScheme of ['light', 'dark'] as const)
  test(`a question says what, where and why, and is clean for axe, ${colorScheme}`, async ({
    stage,
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    const path = join(stage.services.workspace.folder, '..', 'letter.txt');
    await writeFile(path, 'Dear Ann');
    await stage.open();
    stage.lab.script([
      { parts: [call('read_file', JSON.stringify({ path, reason: 'You asked about the letter.' }))] },
      { parts: [text('It begins with Dear Ann.')] },
    ]);
    await stage.say('What is in the letter?');
    const question = page.getByRole('region', { name: /^A question from/ });
    await expect(question).toContainText('wants to read something on this computer');
    await expect(question).toContainText('letter.txt');
    await expect(question).toContainText('Why: You asked about the letter.');
    expect(await stage.axe()).toEqual([]);

    // It waits, whatever window is looking.
    await page.reload();
    await question.getByRole('button', { name: 'Once' }).click();
    await expect(question).toHaveCount(0);
    await expect(await stage.answered()).toContainText('It begins with Dear Ann.');
    await expect(page.getByRole('button', { name: /^Read .*letter\.txt/ })).toBeVisible();
  });

test('no is an answer that the agent reads, and the turn goes on', async ({ stage, page }) => {
  await stage.open();
  stage.lab.script([
    {
      parts: [call('write_file', JSON.stringify({ path: '/tmp/bough-never-written.txt', content: 'Words' }))],
    },
    { parts: [text('Then I will not.')] },
  ]);
  await stage.say('Write it down');
  const question = page.getByRole('region', { name: /^A question from/ });
  await question.getByText('What would be written').click();
  await expect(question).toContainText('Words');
  await question.getByRole('button', { name: 'No', exact: true }).click();
  await expect(await stage.answered()).toContainText('Then I will not.');
  await page.getByRole('button', { name: /^Did not write/ }).click();
  await expect(page.getByText('The user did not allow this')).toBeVisible();
});

test('a server is added, tried, used once for always, and what was allowed is taken back', async ({
  stage,
  page,
}) => {
  await page.goto(`${stage.url}#/settings/tools`);
  await expect(page.getByText('Nothing yet: agents ask every time.')).toBeVisible();
  await page.getByRole('button', { name: 'Add a server' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save and try' }).click();
  await expect(dialog.getByText('Give it a name that no other server has.')).toBeVisible();
  await dialog.getByLabel('Name', { exact: true }).fill('Office');
  await dialog.getByLabel('Command').fill('/no/such/program');
  await dialog.getByRole('button', { name: 'Save and try' }).click();
  await expect(dialog.getByRole('alert')).toContainText('the program is not on this computer');
  expect(await stage.axe()).toEqual([]);
  await dialog.getByLabel('Command').fill(process.execPath);
  await dialog.getByLabel('Arguments, one on each line').fill(`${script}\nmany`);
  await dialog.getByRole('button', { name: 'Save and try' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('listitem').filter({ hasText: 'Office' }).first()).toContainText('60 tools');
  expect(await stage.axe()).toEqual([]);

  await stage.open();
  stage.lab.script([{ parts: [call('Office__read_invoice', '{"id":"7"}')] }, { parts: [text('Read it.')] }]);
  await stage.say('Read the invoice');
  const question = page.getByRole('region', { name: /^A question from/ });
  await expect(question).toContainText('wants to use “read_invoice” of Office');
  await question.getByRole('button', { name: 'Always' }).click();
  await expect(await stage.answered()).toContainText('Read it.');

  await page.goto(`${stage.url}#/settings/tools`);
  await expect(page.getByText('Use Office: read_invoice')).toBeVisible();
  await page.getByRole('button', { name: /^Take back: Use Office/ }).click();
  await expect(page.getByText('Nothing yet: agents ask every time.')).toBeVisible();
  expect(await stage.call('tools.grants', {})).toEqual([]);
});

test('a folder that the user chooses is read without a question', async ({ stage, page }) => {
  await page.goto(`${stage.url}#/settings/tools`);
  const folder = join(stage.services.workspace.folder, '..');
  stage.shell.picks.push([folder]);
  await page.getByRole('button', { name: 'Let agents read a folder' }).click();
  await expect(page.getByRole('button', { name: /^Take back: Read/ })).toBeVisible();
});

test('a figure of a model is corrected and taken back', async ({ stage, page }) => {
  await page.goto(`${stage.url}#/settings/providers`);
  await page.getByRole('button', { name: 'More for Lab OpenAI', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Models and their figures' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Correct the figures of gpt-lab', exact: true }).click();
  await dialog.getByLabel('Reading (US dollars for a million tokens)').fill('2,50');
  await dialog.getByLabel('Writing (US dollars for a million tokens)').fill('10');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText(/\$2\.50? in and \$10(\.00)? out for a million tokens/)).toBeVisible();
  await stage.open();
  await stage.say('Hello');
  await stage.answered();
  await expect(page.getByTitle(/^This answer cost \$/)).toBeVisible();

  await page.goto(`${stage.url}#/settings/providers`);
  await page.getByRole('button', { name: 'More for Lab OpenAI', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Models and their figures' }).click();
  await dialog.getByRole('button', { name: 'Correct the figures of gpt-lab', exact: true }).click();
  await dialog.getByRole('button', { name: /^Take back the correction of “Reading \(US/ }).click();
  await expect(dialog.getByText('Corrected by you')).toHaveCount(1);
  await expect(dialog.getByLabel('Reading (US dollars for a million tokens)')).toHaveValue('');
});
