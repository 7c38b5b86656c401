import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { hold, reasoning, text } from '../lab/index.ts';
import { callBridge, useLab } from './support/bridge.ts';
import { chatOf } from './support/chat.ts';
import { faultsOf, waitForJournal } from './support/database.ts';
import { expect, test } from './support/desk.ts';
import { chatBodies } from './support/requests.ts';

test('[T2] the app is killed in the middle of an answer: what was written is kept, told and gone on from', async ({
  desk,
}) => {
  const { lab, folder } = desk;
  const app = await desk.start();
  const chat = chatOf(app.page);
  await useLab(app.page, lab, 'claude-lab-opus');
  await app.page.getByRole('button', { name: /Try it now/ }).waitFor();
  await app.page.keyboard.press('Control+n');
  lab.script({ parts: [reasoning('Seven.'), text('A galley.')] });
  await chat.say('We are redoing a kitchen of 7 m².');
  await chat.answered();
  lab.script({ parts: [reasoning('Ten.'), text('The pipe falls'), hold(lab.gate('never'))] });
  await chat.say('Can the sink move?');
  await expect(chat.messages.last()).toContainText('The pipe falls');
  await waitForJournal(folder, 'The pipe falls');
  await chat.composer.fill('While I wait');
  await expect.poll(() => draftOf(app.page)).toBe('While I wait');
  await app.kill();
  expect(faultsOf(folder)).toEqual([]);

  const again = await desk.start();
  const found = chatOf(again.page);
  await expect(again.page.getByText('An answer was cut short when Bough last closed.')).toBeVisible();
  const last = found.messages.last();
  await expect(last).toContainText('The pipe falls');
  await expect(last).toContainText('This answer was cut off when Bough closed.');
  await expect(found.messages.first()).toContainText('7 m²');
  await expect(found.composer).toHaveValue('While I wait');
  lab.script({ parts: [reasoning('Again.'), text('The pipe falls 7 cm.')] });
  await last.getByRole('button', { name: 'Try again' }).first().click();
  await expect(await found.answered()).toContainText('falls 7 cm');
  await expect(found.messages.last()).toContainText('2 of 2');
  const sent = chatBodies(lab).at(-1) ?? '';
  expect(sent, 'the turn before is there as it was').toContain('A galley.');
  expect(sent, 'a partial answer is never replayed').not.toContain('The pipe falls');
  expect(await again.quit()).toBe(0);
  expect(faultsOf(folder)).toEqual([]);
});

test('the process of the window dies: the app says so, opens the page again, and the answer goes on', async ({
  desk,
}) => {
  const { lab } = desk;
  const app = await desk.start();
  const { electron, page } = app;
  const chat = chatOf(page);
  await useLab(page, lab, 'claude-lab-nano');
  await page.keyboard.press('Control+n');
  lab.script({ parts: [text('Half of it,'), hold(lab.gate('half')), text(' and the rest.')] });
  await chat.say('Say it in two halves.');
  await expect(chat.messages.last()).toContainText('Half of it,');
  await electron.evaluate(({ BrowserWindow, dialog }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const opened = new Promise<void>((resolve) => contents?.once('did-finish-load', () => resolve()));
    dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false });
    contents?.forcefullyCrashRenderer();
    return opened;
  });
  // Playwright has lost the page with its process: main asks the new one.
  const shown = () =>
    electron.evaluate(({ BrowserWindow }) => {
      const script = 'document.querySelector("article[data-last=true]")?.textContent ?? ""';
      return BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(script);
    });
  await expect.poll(shown, { timeout: 20_000 }).toContain('Half of it,');
  lab.gate('half').release();
  await expect.poll(shown, { timeout: 20_000 }).toContain('and the rest.');
});

/** Of no vendor's shape, so that only its value gives it away. */
const planted = 'zq9.Planted~kLjH+0123/456789=';

test('the app crashes, window and all: no file that it or the system leaves holds a key', async ({
  desk,
}) => {
  // A provider that quotes the key wherever an answer can.
  const provider = createServer((request, response) => {
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: `Refused: ${JSON.stringify(request.headers)}` } }));
  }).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  const app = await desk.start();
  const { electron, page } = app;
  const baseUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`;
  const route = { preset: 'other', name: 'Hostile', wire: 'openai-chat', baseUrl } as const;
  const key = { value: planted, storage: 'session' } as const;
  const { id: routeId } = await callBridge(page, 'providers.saveRoute', { route, key });
  await callBridge(page, 'providers.setDefaultReader', { reader: { routeId, modelId: 'any' } });
  await page.getByRole('button', { name: /Try it now/ }).waitFor();
  await page.keyboard.press('Control+n');
  const chat = chatOf(page);
  await chat.say('Hello');
  await expect(chat.messages.last()).toContainText('Hostile did not accept this key.');
  provider.close();

  // What a library throws has the key as it was sent.
  await electron.evaluate(({ dialog }, secret) => {
    dialog.showMessageBox = () => new Promise(() => {});
    setImmediate(() => {
      throw new Error(`Bad request: ${JSON.stringify({ 'x-own-header': secret })}`);
    });
    setImmediate(() => Promise.reject(new Error(`?key=${encodeURIComponent(secret)}`)));
  }, planted);
  // The file is made with the first line.
  const log = () => readFile(join(desk.folder, 'app/logs/main.log'), 'utf8').catch(() => '');
  await expect.poll(log).toMatch(/uncaught.*Bad request[\s\S]*unhandled/);
  await electron.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
  });
  await expect.poll(log).toContain('window gone');
  const ended = once(electron.process(), 'exit');
  process.kill(app.pid, 'SIGSEGV');
  await ended;

  const forms = [planted, encodeURIComponent(planted), Buffer.from(planted).toString('base64')];
  const files = await readdir(desk.folder, { recursive: true, withFileTypes: true });
  const holding: string[] = [];
  for (const file of files.filter((each) => each.isFile())) {
    const path = join(file.parentPath, file.name);
    const bytes = await readFile(path);
    if (forms.some((form) => bytes.includes(form))) holding.push(path);
  }
  expect(holding).toEqual([]);
  expect(files.some(({ name }) => name === 'bough.db')).toBe(true);
  const told = app.output();
  for (const form of forms) expect(told).not.toContain(form);
});

/** What main keeps of the text in the message box of the newest conversation. */
async function draftOf(page: Page): Promise<string | undefined> {
  const { items } = await callBridge(page, 'conversations.list', { limit: 1 });
  const [newest] = items;
  return newest && (await callBridge(page, 'drafts.get', { conversationId: newest.id }))?.text;
}
