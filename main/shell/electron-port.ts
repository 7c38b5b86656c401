import { join } from 'node:path';
import { app, type BrowserWindow, dialog, nativeTheme, session, shell } from 'electron';
import type { Log } from '#core/log.ts';
import type { ShellPort } from '../shell-port.ts';
import { captureScreen } from './capture.ts';
import { copyToClipboard } from './clipboard.ts';
import { openPrinter } from './print.ts';
import { readProxyList } from './proxy-list.ts';
import type { Texts } from './texts.ts';

export interface ElectronPortOptions {
  window(): BrowserWindow | null;
  texts(): Texts;
  mark(name: string, at: number): void;
  /** The language changed: menus are drawn again. */
  onLanguage(language: string): void;
  log: Log;
}

/** Electron's dialogs, clipboard and system calls for the services. */
export function createElectronPort(options: ElectronPortOptions): ShellPort {
  const { window, texts, mark } = options;
  return {
    async pickFiles() {
      const question = {
        title: texts().chooseFiles,
        properties: ['openFile' as const, 'multiSelections' as const],
      };
      const parent = window();
      const chosen = await (parent
        ? dialog.showOpenDialog(parent, question)
        : dialog.showOpenDialog(question));
      return chosen.canceled ? [] : chosen.filePaths;
    },
    async pickFolder() {
      const question = { title: texts().chooseFolder, properties: ['openDirectory' as const] };
      const parent = window();
      const chosen = await (parent
        ? dialog.showOpenDialog(parent, question)
        : dialog.showOpenDialog(question));
      return chosen.canceled ? null : (chosen.filePaths[0] ?? null);
    },
    async pickSavePath(suggestedName) {
      const question = { title: texts().saveCopy, defaultPath: suggestedName };
      const parent = window();
      const chosen = await (parent
        ? dialog.showSaveDialog(parent, question)
        : dialog.showSaveDialog(question));
      return chosen.canceled ? null : chosen.filePath;
    },
    async pickExportPath(suggestedName) {
      const question = {
        title: texts().exportTo,
        defaultPath: join(app.getPath('documents'), suggestedName),
        // macOS and Windows always ask; on Linux it has to be said.
        properties: ['showOverwriteConfirmation' as const, 'createDirectory' as const],
      };
      const parent = window();
      const chosen = await (parent
        ? dialog.showSaveDialog(parent, question)
        : dialog.showSaveDialog(question));
      return chosen.canceled ? null : chosen.filePath;
    },
    openPrinter: async () => openPrinter(options.log),
    captureScreen,
    proxyFor: async (url) => readProxyList(await session.defaultSession.resolveProxy(url)),
    openExternal: (url) => shell.openExternal(url),
    async showFolder(folder) {
      const problem = await shell.openPath(folder);
      if (problem !== '') throw new Error(problem);
    },
    copy: copyToClipboard,
    mark,
    preferencesChanged({ theme, language }) {
      nativeTheme.themeSource = theme;
      options.onLanguage(language);
    },
  };
}
