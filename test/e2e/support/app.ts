import { once } from 'node:events';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { runtimeEnvironment } from '../../../build/setup/environment.mjs';
import { findRuntime } from '../../../build/setup/runtime.mjs';
import { sandboxSwitches } from '../../../build/setup/sandbox.mjs';

const root = join(import.meta.dirname, '../../..');

export interface LaunchOptions {
  /** Everything of the app: `workspace` and `app` (preferences, keys, log) are in it. */
  folder: string;
  /** Another folder for preferences, keys and log, as another user of the computer has. */
  appFolder?: string;
  /** More arguments for the app. */
  args?: readonly string[];
  /** More of the environment. */
  environment?: Record<string, string>;
}

/** The app in the real Electron, driven by Playwright. */
export interface RunningApp {
  electron: ElectronApplication;
  /** Its window. */
  page: Page;
  /** Of Electron's main process. */
  pid: number;
  /** What the window wrote to its console as a warning or an error, and what nobody caught. */
  complaints: string[];
  /** What the process wrote to its terminal. */
  output(): string;
  /** Closes the window as a user does, and waits until the process has ended. Answers its exit code. */
  quit(): Promise<number | null>;
  /** Ends it at once: the process gets no chance to tidy up. */
  kill(): Promise<void>;
}

/** How the app is started: the executable, its arguments and its environment. */
export function commandLine({ folder, appFolder, args = [], environment = {} }: LaunchOptions) {
  const runtime = findRuntime();
  if (!runtime) throw new Error('No Electron was set up yet: run npm start or npm test once.');
  const data = `--user-data-dir=${appFolder ?? join(folder, 'app')}`;
  const own = [root, data, '--workspace', join(folder, 'workspace')];
  return {
    executablePath: runtime.executable,
    args: [...sandboxSwitches(runtime.folder), ...own, ...args],
    env: definedOnly({ ...runtimeEnvironment(), ...environment }),
  };
}

/** Starts the app on a folder of its own and waits for its window. */
export async function launchApp(options: LaunchOptions): Promise<RunningApp> {
  const electron = await _electron.launch({ ...commandLine(options), timeout: 60_000 });
  const child = electron.process();
  const ended = once(child, 'exit');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const page = await electron.firstWindow();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  return {
    electron,
    page,
    pid: child.pid ?? 0,
    complaints,
    output: () => output,
    async quit() {
      await electron.evaluate(({ BrowserWindow }) => {
        // Not at once: the answer to this call has to leave before the process does.
        setImmediate(() => BrowserWindow.getAllWindows()[0]?.close());
      });
      await ended;
      return child.exitCode;
    },
    async kill() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await ended;
    },
  };
}

function definedOnly(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
