import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { nodeBinary, root } from './paths.mjs';

/**
 * How a child process ended.
 *
 * @typedef {object} Outcome
 * @property {number} code the exit code; 128 and more after a signal
 * @property {string} output the last megabyte of what it printed, when it was captured
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
 * @property {boolean} [ownsInterrupt] the child answers Ctrl+C itself, and its exit code counts then as well
 */

const KEPT = 1024 * 1024;

/** The user pressed Ctrl+C, or this process was asked to end, while a child ran. */
export class Interrupted extends Error {
  constructor() {
    super('Interrupted.');
    this.name = 'Interrupted';
  }
}

/**
 * Runs a program to its end. Ctrl+C reaches it through the terminal, SIGTERM is passed on; both are waited for.
 *
 * @param {string} file
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<Outcome>}
 * @throws {Interrupted} when the child ended after such a signal
 */
export function run(
  file,
  args,
  { cwd = root, env = {}, output = 'show', onOutput, limit, ownsInterrupt } = {},
) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd,
      env: { ...toolEnvironment(), ...env },
      timeout: limit,
      stdio: output === 'show' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    const kept = keepOutput(child, output === 'both', onOutput);
    const signals = listenForSignals(child);
    child.on('error', (error) => {
      signals.release();
      reject(error);
    });
    child.on('close', (code, signal) => {
      signals.release();
      if (signals.came() && !ownsInterrupt) reject(new Interrupted());
      else resolve({ code: code ?? 128 + (signal === 'SIGINT' ? 2 : 15), output: kept() });
    });
  });
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {boolean} show
 * @param {((chunk: string) => void) | undefined} onOutput
 * @returns {() => string} gives the end of what the child printed so far
 */
function keepOutput(child, show, onOutput) {
  let kept = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => {
      kept = (kept + chunk).slice(-KEPT);
      if (show) process.stderr.write(chunk);
      onOutput?.(chunk);
    });
  }
  return () => kept;
}

/** @param {import('node:child_process').ChildProcess} child */
function listenForSignals(child) {
  let came = false;
  const onInterrupt = () => {
    came = true;
  };
  const onTerminate = () => {
    came = true;
    child.kill('SIGTERM');
  };
  process.on('SIGINT', onInterrupt).on('SIGTERM', onTerminate);
  return {
    came: () => came,
    release: () => process.off('SIGINT', onInterrupt).off('SIGTERM', onTerminate),
  };
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
function toolScript(packageName, bin = packageName.replace(/^@[^/]+\//, '')) {
  const folder = join(root, 'node_modules', packageName);
  const { bin: bins } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bins === 'string' ? bins : bins[bin]);
}

/**
 * Runs the npm that started this command, or the one on the path. npm runs on the Node that it was started with:
 * the project's own, on which this process may run, is itself one of the packages that npm replaces.
 *
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<Outcome>}
 */
export function runNpm(args, options) {
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  if (script?.endsWith('.js'))
    return run(node && existsSync(node) ? node : 'node', [script, ...args], options);
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options);
}

/** @returns {NodeJS.ProcessEnv} this environment with the project's Node and tools first on the path */
function toolEnvironment() {
  const first = [dirname(nodeBinary), join(root, 'node_modules/.bin')];
  return { ...process.env, PATH: [...first, process.env.PATH].join(delimiter) };
}
