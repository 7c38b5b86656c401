import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { nodeBinary, root } from './paths.mjs';

/**
 * How a child process ended.
 *
 * @typedef {object} Outcome
 * @property {number} code the exit code; 128 and more after a signal
 * @property {string} output the last 64 KB of what it printed, when it was captured
 */

/**
 * How a child process is run.
 *
 * @typedef {object} RunOptions
 * @property {string} [cwd] default: the checkout
 * @property {NodeJS.ProcessEnv} [env] added to this process's environment
 * @property {'show' | 'capture' | 'both'} [output] default: show
 * @property {(chunk: string) => void} [onOutput] sees standard output and error as they come, unless `show`
 * @property {number} [limit] milliseconds after which the child is ended
 */

const KEPT = 64 * 1024;

/**
 * Runs a program to its end. An interrupt (Ctrl+C) reaches the child through the terminal; this waits for it.
 *
 * @param {string} file
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<Outcome>}
 */
export function run(file, args, { cwd = root, env = {}, output = 'show', onOutput, limit } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd,
      env: { ...toolEnvironment(), ...env },
      timeout: limit,
      stdio: output === 'show' ? ['inherit', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    });
    let kept = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => {
        kept = (kept + chunk).slice(-KEPT);
        if (output === 'both') process.stderr.write(chunk);
        onOutput?.(chunk);
      });
    }
    const forward = (/** @type {NodeJS.Signals} */ signal) => void child.kill(signal);
    process.on('SIGTERM', forward);
    const ignore = () => {};
    process.on('SIGINT', ignore);
    const release = () => {
      process.off('SIGTERM', forward);
      process.off('SIGINT', ignore);
    };
    child.on('error', (error) => {
      release();
      reject(error);
    });
    child.on('close', (code, signal) => {
      release();
      resolve({ code: code ?? 128 + (signal === 'SIGINT' ? 2 : 15), output: kept });
    });
  });
}

/**
 * Runs the script that an installed package offers under a name, on the project's own Node.
 *
 * @param {string} packageName
 * @param {readonly string[]} args
 * @param {RunOptions & { bin?: string }} [options] `bin`: the script's name where it is not the package's
 * @returns {Promise<Outcome>}
 */
export function runTool(packageName, args, { bin, ...options } = {}) {
  return run(nodeBinary, [toolScript(packageName, bin), ...args], options);
}

/**
 * Where an installed package keeps the script that it offers.
 *
 * @param {string} packageName
 * @param {string} [bin] default: the package's name without its scope
 * @returns {string} an absolute path
 */
export function toolScript(packageName, bin = packageName.replace(/^@[^/]+\//, '')) {
  const folder = join(root, 'node_modules', packageName);
  const { bin: bins } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bins === 'string' ? bins : bins[bin]);
}

/**
 * Runs the npm that started this command, or the one on the path.
 *
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<Outcome>}
 */
export function runNpm(args, options) {
  const script = process.env.npm_execpath;
  if (script?.endsWith('.js')) return run(process.execPath, [script, ...args], options);
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options);
}

/** @returns {NodeJS.ProcessEnv} this environment with the project's Node and tools first on the path */
function toolEnvironment() {
  const first = [dirname(nodeBinary), join(root, 'node_modules/.bin')];
  return { ...process.env, PATH: [...first, process.env.PATH].join(delimiter) };
}
