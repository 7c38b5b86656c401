import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { makeWhole } from './folders.mjs';
import { cacheFolder, root } from './paths.mjs';
import { run } from './run.mjs';
import { SetupError } from './steps.mjs';

const SOURCE = join(root, 'node_modules/better-sqlite3');

/**
 * Node-API's number for "whatever this runtime has" (`NAPI_VERSION_EXPERIMENTAL`). The registry runtime has
 * version 9 with the parts of 10 that better-sqlite3 needs still behind this number.
 */
const NODE_API_VERSION = '2147483647';

/** @returns {string} where the better-sqlite3 for the registry runtime lives once it was made */
export function sqliteBindingFile() {
  const { version } = JSON.parse(readFileSync(join(SOURCE, 'package.json'), 'utf8'));
  return join(cacheFolder(), 'sqlite', `better-sqlite3-${version}-node-api-9.node`);
}

/** @returns {import('./steps.mjs').Step} compiles better-sqlite3 for the registry runtime */
export function sqliteBindingStep() {
  const target = sqliteBindingFile();
  return {
    name: 'SQLite for this runtime',
    doing: 'Compiling SQLite for the Electron from the registry (about 40 seconds, once)',
    isDone: () => existsSync(target),
    run: () => makeWhole(target, compile, (temporary) => join(temporary, 'better_sqlite3.node')),
  };
}

/** @param {string} folder */
async function compile(folder) {
  const sqlite = [
    'gcc',
    '-std=c99',
    '-w',
    '-fPIC',
    '-O2',
    '-DNDEBUG',
    '-D_GNU_SOURCE',
    ...sqliteDefines(),
    '-c',
    join(SOURCE, 'deps/sqlite3/sqlite3.c'),
    '-o',
    join(folder, 'sqlite3.o'),
  ];
  const addon = [
    'g++',
    '-std=c++20',
    '-fPIC',
    '-O2',
    '-DNDEBUG',
    '-fvisibility=hidden',
    '-fvisibility-inlines-hidden',
    `-DNAPI_VERSION=${NODE_API_VERSION}`,
    '-DNAPI_DISABLE_CPP_EXCEPTIONS',
    '-DNODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS',
    '-DNODE_GYP_MODULE_NAME=better_sqlite3',
    ...['node-api-headers/include', 'node-addon-api', 'better-sqlite3/deps/sqlite3'].map(
      (name) => `-I${join(root, 'node_modules', name)}`,
    ),
    '-c',
    join(SOURCE, 'src/better_sqlite3.cpp'),
    '-o',
    join(folder, 'addon.o'),
  ];
  await together([sqlite, addon]);
  await compiler([
    'g++',
    '-shared',
    join(folder, 'sqlite3.o'),
    join(folder, 'addon.o'),
    '-Wl,-Bsymbolic',
    '-Wl,--exclude-libs,ALL',
    '-ldl',
    '-lpthread',
    '-lm',
    '-o',
    join(folder, 'better_sqlite3.node'),
  ]);
}

/** @param {string[][]} commands run side by side where there is more than one processor */
async function together(commands) {
  if (availableParallelism() > 1) await Promise.all(commands.map(compiler));
  else for (const one of commands) await compiler(one);
}

/** @param {string[]} command */
async function compiler([file = '', ...args]) {
  const { code, output } = await run(file, args, { output: 'capture' }).catch(() => {
    throw new SetupError(
      `SQLite must be compiled for this Electron, and there is no ${file}.`,
      'Install a C++ compiler: apt-get install g++ (as root), then run the same command again.',
    );
  });
  if (code !== 0) throw new Error(`${file} failed: ${output.slice(-2000)}`);
}

/** @returns {string[]} the SQLite options that better-sqlite3 is built with on every platform */
function sqliteDefines() {
  const text = readFileSync(join(SOURCE, 'deps/defines.gypi'), 'utf8');
  return [...text.matchAll(/'([A-Z_0-9]+(?:=[^']*)?)'/g)].map(([, define]) => `-D${define}`);
}
