import { readFile, writeFile } from 'node:fs/promises';
import { BrowserWindow, session } from 'electron';
import type { Log } from '#core/log.ts';
import { paper } from '../export/paper.ts';
import type { PrintRequest } from '../shell-port.ts';
import { lockDownSession } from './lockdown.ts';

const address = 'bough://print/';

/**
 * Makes a PDF of a page in a window that is never shown, in a session of its own: no scripts, no network, nothing of
 * the app in reach. The page is not the app's, so that the bridge answers nothing that comes from it.
 */
export async function printToPdf({ html, pdf, signal }: PrintRequest, log: Log): Promise<void> {
  const isolated = session.fromPartition('print', { cache: false });
  lockDownSession(isolated, log);
  if (!isolated.protocol.isProtocolHandled('bough')) {
    isolated.protocol.handle('bough', (request) => answer(request.url));
  }
  const place = `${address}${pages.size}-${Date.now()}`;
  pages.set(place, html);
  const window = new BrowserWindow({
    show: false,
    webPreferences: {
      session: isolated,
      javascript: false,
      sandbox: true,
      contextIsolation: true,
      spellcheck: false,
    },
  });
  const stop = (): void => window.destroy();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await window.loadURL(place);
    const { top, right, bottom, left } = paper.margin;
    const made = await window.webContents.printToPDF({
      pageSize: paper.size,
      margins: { top, right, bottom, left },
      printBackground: true,
      displayHeaderFooter: true,
      headerTemplate: paper.header,
      footerTemplate: paper.footer,
      generateTaggedPDF: true,
      generateDocumentOutline: true,
    });
    await writeFile(pdf, made, { mode: 0o600 });
  } finally {
    signal.removeEventListener('abort', stop);
    pages.delete(place);
    if (!window.isDestroyed()) window.destroy();
  }
}

/** The files of the pages that are being printed, by their addresses. */
const pages = new Map<string, string>();

async function answer(url: string): Promise<Response> {
  const file = pages.get(url);
  if (file === undefined) return new Response(null, { status: 404 });
  const headers = { 'content-type': 'text/html; charset=utf-8', 'x-content-type-options': 'nosniff' };
  return new Response(new Uint8Array(await readFile(file)), { headers });
}
