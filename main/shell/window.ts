import { join } from 'node:path';
import { BrowserWindow, nativeTheme, screen } from 'electron';
import { readWindowState, smallest, writeWindowState } from './window-state.ts';

/** The renderer's paper colour, so that the window is never white before its first paint. */
const paper = { light: '#fbfaf7', dark: '#141714' };

export interface WindowOptions {
  /** Where the window's place is remembered. */
  folder: string;
  /** The bundled preload script. */
  preload: string;
}

/** Makes the app's window, hidden until its first paint. */
export function createWindow({ folder, preload }: WindowOptions): BrowserWindow {
  const screens = screen.getAllDisplays().map((display) => display.workArea);
  const { bounds, maximized } = readWindowState(folder, screens);
  const window = new BrowserWindow({
    ...bounds,
    minWidth: smallest.width,
    minHeight: smallest.height,
    show: false,
    title: 'Bough',
    backgroundColor: nativeTheme.shouldUseDarkColors ? paper.dark : paper.light,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      // Elsewhere Chromium would fetch dictionaries from the web.
      spellcheck: process.platform === 'darwin',
    },
  });
  if (maximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  window.on('close', () => {
    writeWindowState(folder, { bounds: window.getNormalBounds(), maximized: window.isMaximized() });
  });
  return window;
}

/** Where electron-vite puts the bundles, seen from `out/main/index.cjs`. */
export function bundleFolders(appPath: string): { preload: string; renderer: string } {
  return { preload: join(appPath, 'out/preload/index.cjs'), renderer: join(appPath, 'out/renderer') };
}
