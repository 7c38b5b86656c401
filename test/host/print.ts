import { existsSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { type CDPSession, chromium } from '@playwright/test';
import { paper } from '../../main/export/paper.ts';
import type { PrintRequest } from '../../main/shell-port.ts';

const systemChromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path));

/** Prints as the Electron shell does, with the Chromium of the tests. */
export async function printWithChromium({ html, pdf, signal }: PrintRequest): Promise<void> {
  const browser = await chromium.launch({
    ...(systemChromium !== undefined && { executablePath: systemChromium }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const stop = (): void => void browser.close();
  signal.addEventListener('abort', stop, { once: true });
  const file = await open(pdf, 'w');
  try {
    const page = await browser.newPage({ javaScriptEnabled: false, offline: true });
    // However long a large conversation takes: `signal` ends it.
    page.setDefaultTimeout(0);
    await page.goto(pathToFileURL(html).href);
    await print(await page.context().newCDPSession(page), file);
  } finally {
    signal.removeEventListener('abort', stop);
    await file.close();
    await browser.close();
  }
}

/** By the protocol itself and not Playwright's `pdf`, which holds the whole file. */
async function print(session: CDPSession, file: FileHandle): Promise<void> {
  const { top, right, bottom, left } = paper.margin;
  const { stream = '' } = await session.send('Page.printToPDF', {
    transferMode: 'ReturnAsStream',
    paperWidth: 8.27,
    paperHeight: 11.69,
    marginTop: top,
    marginRight: right,
    marginBottom: bottom,
    marginLeft: left,
    printBackground: true,
    displayHeaderFooter: true,
    headerTemplate: paper.header,
    footerTemplate: paper.footer,
    generateTaggedPDF: true,
    generateDocumentOutline: true,
  });
  for (let ended = false; !ended; ) {
    const { data, base64Encoded, eof } = await session.send('IO.read', { handle: stream });
    await file.write(Buffer.from(data, base64Encoded ? 'base64' : 'utf8'));
    ended = eof;
  }
}
