import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
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
  try {
    const page = await browser.newPage({ javaScriptEnabled: false, offline: true });
    await page.goto(pathToFileURL(html).href);
    const { top, right, bottom, left } = paper.margin;
    await page.pdf({
      path: pdf,
      format: paper.size,
      margin: { top: `${top}in`, right: `${right}in`, bottom: `${bottom}in`, left: `${left}in` },
      printBackground: true,
      displayHeaderFooter: true,
      headerTemplate: paper.header,
      footerTemplate: paper.footer,
      tagged: true,
      outline: true,
    });
  } finally {
    signal.removeEventListener('abort', stop);
    await browser.close();
  }
}
