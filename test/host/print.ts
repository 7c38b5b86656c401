import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { comfortableSheet, paper } from '../../main/export/paper.ts';
import type { Printer } from '../../main/shell-port.ts';
import { DevTools } from './dev-tools.ts';

const systemChromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path));

/** Bytes that are read of a printed page at a time. */
const together = 256 * 1024;

/** Prints as the Electron shell does, with the Chromium of the tests, which it talks to by itself: memory is measured. */
export async function openChromiumPrinter(): Promise<Printer> {
  const profile = await mkdtemp(join(tmpdir(), 'bough-print-'));
  const browser = await startBrowser(profile);
  const ended = once(browser, 'exit');
  const devTools = new DevTools(browser);
  return {
    comfortable: comfortableSheet,
    async print(html, signal) {
      const stop = (): void => void browser.kill();
      signal.addEventListener('abort', stop, { once: true });
      try {
        return await printPage(devTools, pathToFileURL(html).href);
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
    async close() {
      browser.kill();
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}

async function startBrowser(profile: string): Promise<ChildProcess> {
  const file = systemChromium ?? (await import('@playwright/test')).chromium.executablePath();
  const switches = [
    '--headless',
    '--remote-debugging-pipe',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    `--user-data-dir=${profile}`,
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
  return spawn(file, switches, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
}

/** In a page of its own, so that what it took is given back. Nothing runs in it. */
async function printPage(devTools: DevTools, url: string): Promise<Uint8Array> {
  const { targetId } = await devTools.call('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await devTools.call('Target.attachToTarget', { targetId, flatten: true });
  const page = String(sessionId);
  await devTools.call('Page.enable', {}, page);
  await devTools.call('Emulation.setScriptExecutionDisabled', { value: true }, page);
  const loaded = devTools.event(page, 'Page.loadEventFired');
  await devTools.call('Page.navigate', { url }, page);
  await loaded;
  const printed = await print(devTools, page);
  await devTools.call('Target.closeTarget', { targetId });
  return printed;
}

async function print(devTools: DevTools, page: string): Promise<Uint8Array> {
  const { top, right, bottom, left } = paper.margin;
  const request = {
    transferMode: 'ReturnAsStream',
    paperWidth: 8.27,
    paperHeight: 11.69,
    marginTop: top,
    marginRight: right,
    marginBottom: bottom,
    marginLeft: left,
    printBackground: true,
    generateTaggedPDF: true,
    generateDocumentOutline: true,
  };
  const { stream } = await devTools.call('Page.printToPDF', request, page);
  const pieces: Buffer[] = [];
  for (let ended = false; !ended; ) {
    const read = await devTools.call('IO.read', { handle: stream, size: together }, page);
    pieces.push(Buffer.from(String(read['data']), read['base64Encoded'] ? 'base64' : 'utf8'));
    ended = read['eof'] === true;
  }
  await devTools.call('IO.close', { handle: stream }, page);
  return Buffer.concat(pieces);
}
