import { app, type BrowserWindow, dialog } from 'electron';
import type { Log } from '#core/log.ts';
import type { Texts } from './texts.ts';

/** Writes down what nobody caught. Nothing is sent anywhere, and the services go on: their data is on disk. */
export function logFailures(log: Log): void {
  process.on('uncaughtException', (error) => log.error('uncaught', { error }));
  process.on('unhandledRejection', (reason) => log.error('unhandled', { reason: shown(reason) }));
  app.on('child-process-gone', (_, { type, reason, exitCode }) => {
    if (reason !== 'clean-exit') log.warn('child process gone', { type, reason, exitCode });
  });
}

/** When the window's process dies: says that nothing is lost, and opens the page again. */
export function offerReload(window: BrowserWindow, texts: () => Texts, log: Log): void {
  window.webContents.on('render-process-gone', async (_, { reason, exitCode }) => {
    if (reason === 'clean-exit') return;
    log.error('window gone', { reason, exitCode });
    const { goneMessage, goneDetail, reload, quit } = texts();
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      message: goneMessage,
      detail: goneDetail,
      buttons: [reload, quit],
      defaultId: 0,
      noLink: true,
    });
    if (response === 0) window.webContents.reload();
    else app.quit();
  });
}

function shown(reason: unknown): unknown {
  return reason instanceof Error ? reason : String(reason);
}
