import { spawn } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { median, report, rounded } from './support/measure.ts';

/**
 * From the start of the process to a window that takes input: Bough, with a workspace that is there already, against
 * a bare Electron window on the same runtime. The two take turns, so that a busy machine slows both.
 */
const rounds = 7;
const root = join(import.meta.dirname, '../..');
// In plain Node the package is the path of its executable.
const electron = createRequire(import.meta.url)('electron') as string;
const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

interface Start {
  'first-paint': number;
  interactive: number;
}

/** Starts an app, waits for its marks and ends it. */
async function start(app: string, data: string): Promise<Start> {
  const child = spawn(electron, [...sandbox, app, `--user-data-dir=${data}`], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, BOUGH_MARKS: '1' },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.startsWith('{"marks"')) return (JSON.parse(line) as { marks: Start }).marks;
    }
    throw new Error(`${app} ended without its marks`);
  } finally {
    child.kill();
    await ended;
  }
}

const folder = await mkdtemp(join(tmpdir(), 'bough-bench-'));
const bareApp = join(folder, 'bare-window');
await cp(join(import.meta.dirname, 'support/bare-window'), bareApp, { recursive: true });
await writeFile(join(bareApp, 'package.json'), '{ "name": "bare", "version": "1.0.0", "main": "main.cjs" }');
const bare = () => start(bareApp, join(folder, 'bare'));
const bough = () => start(root, join(folder, 'bough'));
// The first start of each fills its caches and makes the workspace.
await bare();
await bough();
const starts: { bare: Start[]; bough: Start[] } = { bare: [], bough: [] };
for (let round = 0; round < rounds; round += 1) {
  starts.bare.push(await bare());
  starts.bough.push(await bough());
}
await rm(folder, { recursive: true, force: true });
for (const mark of ['first-paint', 'interactive'] as const) {
  const value = median(starts.bough.map((one) => one[mark]));
  const peer = median(starts.bare.map((one) => one[mark]));
  report({
    bench: `start-${mark}`,
    value: rounded(value, 0),
    unit: 'ms',
    peer: { name: 'bare Electron window', value: rounded(peer, 0) },
    ratio: rounded(value / peer, 2),
  });
}
