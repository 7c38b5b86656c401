import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { app, type BrowserWindow, Menu, nativeTheme, session } from 'electron';
import type { Log } from '#core/log.ts';
import { type Opening, whenOpen } from '../opening.ts';
import { createRecovery } from '../recovery.ts';
import type { Services } from '../services.ts';
import { readArguments } from './arguments.ts';
import { type Bridge, createBridge } from './bridge.ts';
import { attachContextMenu } from './context-menu.ts';
import { logFailures, offerReload } from './crash.ts';
import { readEarlyPreferences } from './early-preferences.ts';
import { createElectronPort } from './electron-port.ts';
import { appOrigin, lockDownPages, lockDownSession } from './lockdown.ts';
import { createLogFile } from './log-file.ts';
import { Marks } from './marks.ts';
import { buildMenu } from './menu.ts';
import { openServices } from './open-services.ts';
import { registerScheme, serveApp } from './protocol.ts';
import { type Texts, textsFor } from './texts.ts';
import { bundleFolders, createWindow } from './window.ts';

/** Starts the app, or shows the window of the one that runs already. */
export function startApp(): void {
  const marks = new Marks(process.getCreationTime() ?? Date.now());
  marks.set('main', Date.now());
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  // With Chromium's own switch against it (tests as root) this would keep its helpers from starting.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  registerScheme();
  const log = createLogFile(app.getPath('userData'), !app.isPackaged);
  logFailures(log);
  lockDownPages(log);
  app.whenReady().then(
    () => {
      marks.set('app-ready', Date.now());
      new Shell(marks, log).open();
      log.open().catch((error: unknown) => process.stderr.write(`No log file: ${String(error)}\n`));
    },
    (error: unknown) => log.error('not ready', { error }),
  );
}

/** The running app: one window, and the services behind it. */
class Shell {
  readonly #marks: Marks;
  readonly #log: Log;
  readonly #folder = app.getPath('userData');
  readonly #bundles = bundleFolders(app.getAppPath());
  readonly #opening: Opening;
  readonly #bridge: Bridge;
  #texts: Texts;
  #window: BrowserWindow | null = null;
  #closed = false;

  constructor(marks: Marks, log: Log) {
    this.#marks = marks;
    this.#log = log;
    const { theme, language } = readEarlyPreferences(this.#folder);
    nativeTheme.themeSource = theme;
    this.#texts = this.#textsFor(language);
    this.#opening = whenOpen(
      () =>
        this.#openServices().catch((error: unknown) => {
          log.error('services not opened', { error });
          throw error;
        }),
      createRecovery(this.#workspaceFolder(), { now: () => Date.now(), newId: () => randomUUID() }, log),
    );
    this.#bridge = createBridge(this.#opening, log);
  }

  open(): void {
    lockDownSession(session.defaultSession, this.#log);
    serveApp(session.defaultSession, {
      rendererFolder: this.#bundles.renderer,
      attachment: async (hash) => (await this.#opening.services()).attachment(hash),
      page: async (hash) => (await this.#opening.services()).page(hash),
    });
    this.#openWindow();
    this.#drawMenu();
    app.on('second-instance', () => this.#focus());
    app.on('activate', () => this.#focus());
    app.on('window-all-closed', () => {
      if (process.platform !== 'darwin') app.quit();
    });
    app.on('will-quit', (event) => this.#beforeExit(event));
  }

  #openWindow(): void {
    const window = createWindow({ folder: this.#folder, preload: this.#bundles.preload });
    this.#marks.set('window', Date.now());
    this.#window = window;
    this.#bridge.attach(window);
    attachContextMenu(window, () => this.#texts);
    offerReload(window, () => this.#texts, this.#log);
    window.webContents.once('did-finish-load', () => this.#marks.set('page', Date.now()));
    window.on('closed', () => {
      if (this.#window === window) this.#window = null;
    });
    window.loadURL(`${appOrigin}/`).catch((error: unknown) => this.#log.error('page not loaded', { error }));
  }

  async #openServices(): Promise<Services> {
    // After the window was asked for: its process starts while the services are loaded here.
    await new Promise<void>((resolve) => setImmediate(resolve));
    const services = await openServices({
      workspaceFolder: this.#workspaceFolder(),
      log: this.#log,
      shell: createElectronPort({
        window: () => this.#window,
        texts: () => this.#texts,
        mark: (name, at) => this.#mark(name, at),
        log: this.#log,
        onLanguage: (language) => {
          this.#texts = this.#textsFor(language);
          this.#drawMenu();
        },
      }),
    });
    this.#marks.set('services', Date.now());
    return services;
  }

  #workspaceFolder(): string {
    const { workspace } = readArguments(process.argv, process.cwd());
    return workspace ?? join(this.#folder, 'workspace');
  }

  #mark(name: string, at: number): void {
    this.#marks.set(name, at);
    const asked = !app.isPackaged && process.env['BOUGH_MARKS'] !== undefined;
    if (asked && name === 'interactive')
      process.stdout.write(`${JSON.stringify({ marks: this.#marks.all() })}\n`);
  }

  #textsFor(language: string): Texts {
    return textsFor(language, app.getPreferredSystemLanguages());
  }

  #drawMenu(): void {
    const menu = buildMenu({
      texts: this.#texts,
      mac: process.platform === 'darwin',
      developer: !app.isPackaged,
      run: (command) => {
        this.#focus();
        this.#bridge.send({ type: 'command', command });
      },
    });
    Menu.setApplicationMenu(menu);
  }

  #focus(): void {
    if (!this.#window) {
      this.#openWindow();
      return;
    }
    if (this.#window.isMinimized()) this.#window.restore();
    this.#window.show();
    this.#window.focus();
  }

  /** Keeps the process until everything that was said is on disk. */
  #beforeExit(event: { preventDefault(): void }): void {
    if (this.#closed) return;
    event.preventDefault();
    // What was not opened needs no closing.
    this.#opening
      .services()
      .then(
        (services) => services.close(),
        () => {},
      )
      .catch((error: unknown) => this.#log.error('not closed in order', { error }))
      .finally(() => {
        this.#closed = true;
        // Not at once: while this event is still being handled, Electron takes a second quit for the first.
        setImmediate(() => app.quit());
      });
  }
}
