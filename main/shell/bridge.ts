import { type BrowserWindow, type IpcMainEvent, type IpcMainInvokeEvent, ipcMain } from 'electron';
import type { BridgeEvent, Result } from '#contract';
import type { Log } from '#core/log.ts';
import type { EventClient } from '../ipc/event-hub.ts';
import type { Opening } from '../opening.ts';
import { isAppPage } from './lockdown.ts';

/** The other ends are in `preload/index.ts`. */
const channels = { call: 'bough:call', event: 'bough:event', acknowledge: 'bough:acknowledge' };

const refused: Result<never> = { ok: false, error: { code: 'bad_request', message: 'Unknown caller' } };

/** The bridge to the window: calls in, events out. */
export interface Bridge {
  /** Serves a new window in place of the one before. */
  attach(window: BrowserWindow): void;
  send(event: BridgeEvent): void;
}

/** Answers only the main frame of the attached window, and only while it shows the app's own page. */
export function createBridge(opening: Opening, log: Log): Bridge {
  let window: BrowserWindow | null = null;
  let client: EventClient | null = null;

  const isTrusted = ({ senderFrame: frame }: IpcMainEvent | IpcMainInvokeEvent): boolean =>
    frame !== null &&
    window !== null &&
    !window.isDestroyed() &&
    frame === window.webContents.mainFrame &&
    isAppPage(frame.url);

  ipcMain.handle(channels.call, (event, method: unknown, input: unknown) => {
    if (isTrusted(event)) return opening.call(method, input);
    log.warn('refused', { what: 'caller' });
    return refused;
  });
  ipcMain.on(channels.acknowledge, (event) => {
    if (isTrusted(event)) client?.acknowledge();
  });

  const send = (event: BridgeEvent) => {
    if (window && !window.isDestroyed()) window.webContents.send(channels.event, event);
  };
  return {
    attach(next) {
      window = next;
      const connect = () => {
        client?.close();
        client = opening.connect(send);
      };
      // A page that starts again knows nothing of the batches before.
      next.webContents.on('did-navigate', connect);
      next.on('closed', () => {
        if (window !== next) return;
        client?.close();
        client = null;
        window = null;
      });
    },
    send,
  };
}
