import { readFile } from 'node:fs/promises';
import { BrowserWindow, type Session, session } from 'electron';
import type { Log } from '#core/log.ts';
import { comfortableSheet, paper } from '../export/paper.ts';
import type { Printer } from '../shell-port.ts';
import { lockDownSession } from './lockdown.ts';

const address = 'bough://print/';

/**
 * Prints in windows that are never shown, in a session of their own: no scripts, no network, nothing of the app in
 * reach. The page is not the app's, so that the bridge answers nothing that comes from it. Each page has a window and so
 * a process of its own, which gives back what it took.
 */
export function openPrinter(log: Log): Printer {
  const isolated = isolatedSession(log);
  return {
    comfortable: comfortableSheet,
    async print(html, signal) {
      const window = openWindow(isolated);
      const end = endOf(window, signal);
      try {
        return await Promise.race([printPage(window, html), end.comes]);
      } finally {
        end.release();
        if (!window.isDestroyed()) window.destroy();
      }
    },
    close: async () => {},
  };
}

function openWindow(isolated: Session): BrowserWindow {
  return new BrowserWindow({
    show: false,
    webPreferences: {
      session: isolated,
      javascript: false,
      sandbox: true,
      contextIsolation: true,
      spellcheck: false,
    },
  });
}

async function printPage(window: BrowserWindow, html: string): Promise<Uint8Array> {
  printed += 1;
  const place = `${address}${printed}`;
  pages.set(place, html);
  try {
    await window.loadURL(place);
    const { top, right, bottom, left } = paper.margin;
    return await window.webContents.printToPDF({
      pageSize: paper.size,
      margins: { top, right, bottom, left },
      printBackground: true,
      generateTaggedPDF: true,
      generateDocumentOutline: true,
    });
  } finally {
    pages.delete(place);
  }
}

/** Fails when the printing is called off, or its process is gone: Electron's own promise may then never end. */
function endOf(window: BrowserWindow, signal: AbortSignal): { comes: Promise<never>; release(): void } {
  let fail: (problem: Error) => void = () => {};
  const comes = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const stop = (): void => fail(new Error('The printing was called off'));
  signal.addEventListener('abort', stop, { once: true });
  window.webContents.once('render-process-gone', (_, { reason }) =>
    fail(new Error(`The process that prints is gone: ${reason}`)),
  );
  return { comes, release: () => signal.removeEventListener('abort', stop) };
}

function isolatedSession(log: Log): Session {
  const isolated = session.fromPartition('print', { cache: false });
  lockDownSession(isolated, log);
  if (!isolated.protocol.isProtocolHandled('bough')) {
    isolated.protocol.handle('bough', (request) => answer(request.url));
  }
  return isolated;
}

/** The files of the pages that are being printed, by their addresses. */
const pages = new Map<string, string>();
let printed = 0;

async function answer(url: string): Promise<Response> {
  const file = pages.get(url);
  if (file === undefined) return new Response(null, { status: 404 });
  const headers = { 'content-type': 'text/html; charset=utf-8', 'x-content-type-options': 'nosniff' };
  return new Response(new Uint8Array(await readFile(file)), { headers });
}
