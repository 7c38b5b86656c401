import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the checkout. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The Node that the project pins; every tool runs under it, whatever Node started the set-up. */
export const nodeBinary = join(
  root,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/**
 * The folder for what is expensive to make and shared by all checkouts of one user.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string} an absolute path; the folder need not exist
 */
export function cacheFolder(env = process.env) {
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'bough');
}
