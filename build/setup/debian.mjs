import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { run } from './run.mjs';
import { SetupError } from './steps.mjs';

/** What an Electron window needs. Debian 13 and Ubuntu 24.04 renamed some: the name with `t64` counts as well. */
export const WINDOW_PACKAGES = ['libgtk-3-0', 'libnss3', 'libasound2', 'libgbm1', 'libxss1', 'libxtst6'];

/** A display in memory, for machines without a screen. */
export const DISPLAY_PACKAGES = ['xvfb'];

/** What the compiler of the registry runtime's SQLite needs. */
export const COMPILER_PACKAGES = ['g++'];

/** A browser, and the fonts that the pictures of the tests are made with. */
export const TEST_PACKAGES = ['chromium', 'fonts-noto-core', 'fonts-noto-cjk', 'fonts-inter'];

/** @returns {boolean} whether this machine gets its packages from apt */
export function hasApt() {
  if (process.platform !== 'linux' || !existsSync('/etc/os-release') || !existsSync('/usr/bin/apt-get'))
    return false;
  return /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'));
}

/**
 * Makes sure of Debian packages: installs them as root, otherwise says the line to type. Does nothing elsewhere.
 *
 * @param {readonly string[]} names
 * @returns {import('./steps.mjs').Step}
 */
export function debianStep(names) {
  const isRoot = process.getuid?.() === 0;
  return {
    name: 'Debian packages',
    doing: isRoot ? `Installing Debian packages: ${missing(names).join(' ')}` : 'Looking for Debian packages',
    isDone: () => !hasApt() || missing(names).length === 0,
    run: async () => {
      if (!isRoot) {
        const line = `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${available(missing(names)).join(' ')}`;
        throw new SetupError(`these Debian packages: ${missing(names).join(', ')}.`, line);
      }
      await apt(['update']);
      await apt(['install', '-y', '--no-install-recommends', ...available(missing(names))]);
    },
  };
}

/**
 * @param {readonly string[]} names
 * @returns {string[]} those of which neither the plain name nor the one with `t64` is installed
 */
function missing(names) {
  if (!hasApt() || names.length === 0) return [];
  const both = names.flatMap((name) => [name, `${name}t64`]);
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', `\${Package} \${db:Status-Status}\\n`, ...both], {
    encoding: 'utf8',
  });
  const installed = new Set(
    stdout.split('\n').flatMap((line) => (line.endsWith(' installed') ? [line.split(' ')[0]] : [])),
  );
  return names.filter((name) => !installed.has(name) && !installed.has(`${name}t64`));
}

/**
 * @param {readonly string[]} names
 * @returns {string[]} each under the name that this release of the system has
 */
function available(names) {
  const renamed = names.map((name) => `${name}t64`);
  const { stdout } = spawnSync('apt-cache', ['show', '--no-all-versions', ...renamed], { encoding: 'utf8' });
  const known = new Set(stdout?.split('\n').filter((line) => line.startsWith('Package: ')));
  return names.map((name) => (known.has(`Package: ${name}t64`) ? `${name}t64` : name));
}

/** Without a network this gives up soon. Milliseconds for everything that can be ended without harm. */
const HASTY = [
  '-o',
  'Acquire::Retries=0',
  '-o',
  'Acquire::http::Timeout=15',
  '-o',
  'Acquire::https::Timeout=15',
];
const HASTY_LIMIT = 10 * 60 * 1000;

/**
 * Installs packages that can be done without: as root, on a machine with apt.
 *
 * @param {readonly string[]} names
 * @throws {SetupError} where they are out of reach
 */
export async function installOptional(names) {
  const install = ['install', '-y', '--no-install-recommends', ...names];
  await apt([...HASTY, 'update'], HASTY_LIMIT);
  await apt([...HASTY, '--download-only', ...install], HASTY_LIMIT);
  // What was begun here must not be ended: everything it needs is on the disk.
  await apt(install);
}

/**
 * @param {string[]} args
 * @param {number} [limit] milliseconds
 */
async function apt(args, limit) {
  const { code, output } = await run('apt-get', ['-qq', '-o', 'Dpkg::Use-Pty=0', ...args], {
    env: { DEBIAN_FRONTEND: 'noninteractive' },
    output: 'capture',
    ...(limit !== undefined && { limit }),
  });
  if (code === 0) return;
  throw new SetupError(
    `apt-get ended with code ${code}: ${output.trim().split('\n').at(-1)}`,
    `apt-get ${args.join(' ')}`,
  );
}
