import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeBinary, root } from './paths.mjs';
import { runNpm } from './run.mjs';
import { SetupError } from './steps.mjs';

/** The first npm that reads version 3 of the lock file and ships with Node 20. */
const OLDEST_NPM = 9;

/**
 * What a lock file says about one installed package.
 *
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }} LockedPackage
 */

/** @returns {import('./steps.mjs').Step} installs exactly the packages of package-lock.json */
export function dependenciesStep() {
  return {
    name: 'Packages',
    doing: 'Installing the packages of package-lock.json (about a minute, 900 MB)',
    isDone: () => existsSync(nodeBinary) && installedMatchesLock(root),
    run: install,
  };
}

/**
 * Compares npm's own record of what it installed (written last, so missing after an interruption) with the lock.
 *
 * @param {string} folder with package-lock.json and node_modules
 * @returns {boolean} whether nothing is missing, other or too much; packages for other platforms may be missing
 */
export function installedMatchesLock(folder) {
  const installed = readLock(join(folder, 'node_modules/.package-lock.json'));
  const locked = readLock(join(folder, 'package-lock.json'));
  if (installed === undefined || locked === undefined) return false;
  const same = (/** @type {LockedPackage} */ a, /** @type {LockedPackage | undefined} */ b) =>
    a.version === b?.version && a.integrity === b?.integrity;
  return (
    Object.entries(installed).every(([path, found]) => same(found, locked[path])) &&
    Object.entries(locked).every(
      ([path, wanted]) => path === '' || path in installed || wanted.optional || wanted.devOptional,
    )
  );
}

/**
 * @param {string} file
 * @returns {Record<string, LockedPackage> | undefined} nothing where there is no such file
 */
function readLock(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined;
}

async function install() {
  const { output: version } = await runNpm(['--version'], { output: 'capture' });
  if (Number.parseInt(version, 10) < OLDEST_NPM) {
    throw new SetupError(
      `npm ${version.trim()} is too old to read package-lock.json.`,
      'Install Node 20 or later from your system or https://nodejs.org, which brings a newer npm.',
    );
  }
  // Not every npm honours allowScripts: older ones would compile better-sqlite3, which brings its binaries.
  if (!installedMatchesLock(root))
    await npm(['ci', '--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund']);
  await npm(['rebuild', 'node', '--loglevel=error']);
}

/** @param {string[]} args */
async function npm(args) {
  const { code, output } = await runNpm(args, { output: 'capture' });
  if (code === 0) return;
  throw new SetupError(
    `the packages: npm ${args[0]} ended with code ${code}.\n${output.trim()}`,
    'Check the connection to your npm registry and the free disk space (1 GB), then run the same command again.',
  );
}
