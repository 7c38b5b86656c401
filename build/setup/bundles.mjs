import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { runTool } from './run.mjs';

/** Everything that the three bundles are made of. */
const SOURCES = ['main', 'preload', 'renderer', 'docs/guide', 'electron.vite.config.ts', 'package-lock.json'];

const STAMP = join(root, 'out/stamp');

/** @returns {import('./steps.mjs').Step} bundles main, preload and renderer when a source is other than last time */
export function bundlesStep() {
  return {
    name: 'App',
    doing: 'Building the app',
    isDone: () => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === fingerprint(),
    run: async () => {
      const sources = fingerprint();
      rmSync(STAMP, { force: true });
      const { code, output } = await runTool('electron-vite', ['build', '--logLevel', 'warn'], {
        output: 'capture',
      });
      if (code !== 0) throw new Error(`The app could not be built:\n${output}`);
      mkdirSync(join(root, 'out'), { recursive: true });
      writeFileSync(STAMP, sources);
    },
  };
}

/** @returns {string} a hash over path, size and time of every source file */
function fingerprint() {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const file of files(join(root, source))) {
      const { size, mtimeMs } = statSync(file);
      hash.update(`${file} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function files(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => files(join(path, name)));
}
