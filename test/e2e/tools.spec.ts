import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { call, text } from '../lab/index.ts';
import { callBridge, useLab } from './support/bridge.ts';
import { chatOf } from './support/chat.ts';
import { expect, test } from './support/desk.ts';

const script = join(import.meta.dirname, '../lab/mcp/main.ts');

test('an agent fetches a page, looks at the screen and uses a server, each after a yes', async ({ desk }) => {
  const { lab } = desk;
  const site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      '<html><body><article><h1>Opening hours</h1><p>From nine to five.</p></article></body></html>',
    );
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  site.unref();
  const { page } = await desk.start();
  const chat = chatOf(page);
  await page.getByRole('button', { name: /Try it now/ }).click();
  await useLab(page, lab, 'claude-lab-opus');
  await callBridge(page, 'tools.setSettings', { localAddresses: true });
  const server = await callBridge(page, 'tools.saveServer', {
    name: 'Office',
    transport: { kind: 'stdio', command: process.execPath, args: [script] },
    secrets: {},
    storage: 'session',
  });
  expect(await callBridge(page, 'tools.checkServer', { id: server.id })).toMatchObject({ ok: true });
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/hours`;
  lab.script([
    { parts: [call('fetch_page', JSON.stringify({ url }))] },
    { parts: [call('take_screenshot', '{"reason":"To see it."}')] },
    { parts: [call('Office__add', '{"a":2,"b":40}')] },
    { parts: [text('All done.')] },
  ]);
  await page.keyboard.press('Control+n');
  await expect(page.getByRole('button', { name: /^Model: Claude Lab Opus/ })).toBeVisible();
  await chat.say('Look at everything');
  const question = page.getByRole('region', { name: /^A question from/ });
  for (const wanted of ['wants to fetch a page', 'wants to take a picture', 'wants to use “add” of Office']) {
    await expect(question).toContainText(wanted);
    await question.getByRole('button', { name: 'Once' }).click();
  }
  await expect(await chat.answered()).toContainText('All done.');
  const last = JSON.stringify(lab.lastRequest('anthropic').body);
  expect(last).toContain('From nine to five.');
  expect(last).toContain('"media_type":"image/');
  expect(last).toContain('42');
});
