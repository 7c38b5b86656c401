import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';

/** The packaged app, driven from outside: its fuses leave no inspector to drive it from inside. */
export interface PackagedApp {
  page: Page;
  /** What the window complained of in its console. */
  complaints: string[];
  /** What the process wrote to its terminal. */
  output(): string;
  /** Closes the window as a user does, and waits until the process has ended. Answers its exit code. */
  quit(): Promise<number | null>;
  /** Ends it at once, if it still runs. */
  kill(): Promise<void>;
}

export interface PackagedOptions {
  /** Everything of the app: `workspace` and `app` are in it. */
  folder: string;
  args?: readonly string[];
  environment?: Record<string, string>;
}

/** Where the stage `packaged` put the executable. */
export function packagedExecutable(): string {
  const executable = process.env['BOUGH_PACKAGED_APP'];
  if (!executable) throw new Error('BOUGH_PACKAGED_APP names no packaged app: run npm test -- packaged');
  return executable;
}

/** Attaches to the app. A page that goes away meanwhile leaves Playwright waiting for it: then it is tried again. */
async function attach(address: string): Promise<Browser> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await chromium.connectOverCDP(address, { timeout: 15_000 });
    } catch (error) {
      if (attempt === 3) throw error;
    }
  }
}

/** Starts the packaged app and waits for its window. */
export async function launchPackaged(options: PackagedOptions): Promise<PackagedApp> {
  const { folder, args = [], environment = {} } = options;
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const data = [`--user-data-dir=${join(folder, 'app')}`, '--workspace', join(folder, 'workspace')];
  const child = spawn(packagedExecutable(), [...asRoot, '--remote-debugging-port=0', ...data, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  let output = '';
  const address = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        const found = /DevTools listening on (ws:\S+)/.exec(output)?.[1];
        if (found) resolve(found);
      });
    }
    child.once('exit', (code) => reject(new Error(`The packaged app ended with ${code}:\n${output}`)));
  });
  const browser = await attach(address);
  const [context] = browser.contexts();
  const page = context?.pages()[0] ?? (await context?.waitForEvent('page'));
  if (!page) throw new Error('The packaged app has no window');
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  return {
    page,
    complaints,
    output: () => output,
    async quit() {
      await page.close();
      await ended;
      return child.exitCode;
    },
    async kill() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await ended;
    },
  };
}
