import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

// In plain Node the package is the path of its executable.
const electron = createRequire(import.meta.url)('electron') as string;
const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** Milliseconds from the start of the process. */
export interface AppStart {
  'first-paint': number;
  interactive: number;
}

/**
 * Starts an app in the real Electron, waits for its marks and ends it.
 *
 * @param app its folder
 * @param data its user data
 */
export async function startApp(app: string, data: string, args: readonly string[] = []): Promise<AppStart> {
  const child = spawn(electron, [...sandbox, app, `--user-data-dir=${data}`, ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, BOUGH_MARKS: '1' },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.startsWith('{"marks"')) return (JSON.parse(line) as { marks: AppStart }).marks;
    }
    throw new Error(`${app} ended without its marks`);
  } finally {
    child.kill();
    await ended;
  }
}
