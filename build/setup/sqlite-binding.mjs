import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { makeWhole } from './folders.mjs';
import { cacheFolder, root } from './paths.mjs';
import { run } from './run.mjs';
import { SetupError } from './steps.mjs';

const SOURCE = join(root, 'node_modules/better-sqlite3');
const POST_FINALIZER = join(root, 'build/setup/post-finalizer.h');

/**
 * Node-API's number for "whatever this runtime has" (`NAPI_VERSION_EXPERIMENTAL`). Electron 33 has version 9,
 * with the parts of 10 that better-sqlite3 needs still behind this number.
 */
const NODE_API_VERSION = '2147483647';

const COMMON = ['-fPIC', '-O2', '-DNDEBUG'];

const ADDON = [
  ...['-std=c++20', '-fvisibility=hidden', '-fvisibility-inlines-hidden'],
  ...['-DNAPI_EXPERIMENTAL', `-DNAPI_VERSION=${NODE_API_VERSION}`, '-DNODE_GYP_MODULE_NAME=better_sqlite3'],
  ...['-DNAPI_DISABLE_CPP_EXCEPTIONS', '-DNODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS'],
];

const LINK = ['-shared', '-Wl,-Bsymbolic', '-Wl,--exclude-libs,ALL', '-ldl', '-lpthread', '-lm'];

/** @returns {string} where the better-sqlite3 for Electron 33 lives once it was made */
export function sqliteBindingFile() {
  const { version } = JSON.parse(readFileSync(join(SOURCE, 'package.json'), 'utf8'));
  const recipe = JSON.stringify([COMMON, ADDON, LINK, readFileSync(POST_FINALIZER, 'utf8')]);
  const key = createHash('sha256').update(recipe).digest('hex').slice(0, 8);
  return join(cacheFolder(), 'sqlite', `better-sqlite3-${version}-${key}.node`);
}

/** @returns {import('./steps.mjs').Step} compiles better-sqlite3 for Electron 33 */
export function sqliteBindingStep() {
  const target = sqliteBindingFile();
  return {
    name: 'SQLite for this Electron',
    doing: 'Compiling SQLite for the Electron from the npm registry (about 40 seconds, once)',
    isDone: () => existsSync(target),
    run: () => makeWhole(target, compile, (temporary) => join(temporary, 'better_sqlite3.node')),
  };
}

/** @param {string} folder */
async function compile(folder) {
  const includes = ['node-api-headers/include', 'node-addon-api', 'better-sqlite3/deps/sqlite3'].map(
    (name) => `-I${join(root, 'node_modules', name)}`,
  );
  const sqliteSource = join(SOURCE, 'deps/sqlite3/sqlite3.c');
  const addonSource = join(SOURCE, 'src/better_sqlite3.cpp');
  const [sqlite, addon] = [join(folder, 'sqlite3.o'), join(folder, 'addon.o')];
  await together([
    [
      'gcc',
      '-std=c99',
      '-w',
      '-D_GNU_SOURCE',
      ...COMMON,
      ...sqliteDefines(),
      '-c',
      sqliteSource,
      '-o',
      sqlite,
    ],
    ['g++', ...COMMON, ...ADDON, ...includes, '-include', POST_FINALIZER, '-c', addonSource, '-o', addon],
  ]);
  await compiler(['g++', sqlite, addon, ...LINK, '-o', join(folder, 'better_sqlite3.node')]);
}

/** @param {string[][]} commands run side by side where there is more than one processor */
async function together(commands) {
  if (availableParallelism() > 1) await Promise.all(commands.map(compiler));
  else for (const one of commands) await compiler(one);
}

/** @param {string[]} command */
async function compiler([file = '', ...args]) {
  const { code, output } = await run(file, args, { output: 'capture' }).catch((error) => {
    if (error.code !== 'ENOENT') throw error;
    throw new SetupError(
      `${file}, with which SQLite is compiled for this Electron.`,
      'Install a C and C++ compiler (Debian: apt-get install g++, as root) and run the same command again.',
    );
  });
  if (code !== 0) throw new Error(`${file} failed: ${output.slice(-2000)}`);
}

/** @returns {string[]} the SQLite options that better-sqlite3 is built with on every platform */
function sqliteDefines() {
  const text = readFileSync(join(SOURCE, 'deps/defines.gypi'), 'utf8');
  return [...text.matchAll(/'([A-Z_0-9]+(?:=[^']*)?)'/g)].map(([, define]) => `-D${define}`);
}
