import { type BrowserWindow, dialog, nativeTheme, shell } from 'electron';
import type { ShellPort } from '../shell-port.ts';
import { copyToClipboard } from './clipboard.ts';
import type { Texts } from './texts.ts';

export interface ElectronPortOptions {
  window(): BrowserWindow | null;
  texts(): Texts;
  mark(name: string, at: number): void;
  /** The language changed: menus are drawn again. */
  onLanguage(language: string): void;
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
    async pickSavePath(suggestedName) {
      const question = { title: texts().saveCopy, defaultPath: suggestedName };
      const parent = window();
      const chosen = await (parent
        ? dialog.showSaveDialog(parent, question)
        : dialog.showSaveDialog(question));
      return chosen.canceled ? null : chosen.filePath;
    },
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
