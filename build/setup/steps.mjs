import { Interrupted } from './run.mjs';

/**
 * One thing that the set-up makes sure of.
 *
 * @typedef {object} Step
 * @property {string} name what is there afterwards, as a person would say it
 * @property {string} doing the one line printed before `run`
 * @property {() => boolean | Promise<boolean>} isDone quick; asked before `run` and again after it
 * @property {(progress: Progress) => Promise<string | void>} run safe to interrupt and to run again; a sentence
 *   that it gives back is said instead of "ready", and what it promised is then not asked for
 */

/**
 * What a running step can report.
 *
 * @typedef {object} Progress
 * @property {(measure: (() => string | Promise<string>) | undefined) => void} measure gives the figure
 *   shown beside the elapsed time, for example `84 MB`
 */

/** How long a step may be silent, in milliseconds. */
const SILENCE = 5000;

/** The exit code after Ctrl+C. */
const INTERRUPTED = 130;

/** A problem that the reader can fix: one line that says what is missing, one that says what to do. */
export class SetupError extends Error {
  /**
   * @param {string} message what is missing
   * @param {string} fix what to type or do
   */
  constructor(message, fix) {
    super(message);
    this.name = 'SetupError';
    this.fix = fix;
  }
}

/**
 * Prints one line of the set-up on standard error, so that standard output stays free for results.
 *
 * @param {string} line
 */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/**
 * Brings a step to its end, saying what it does and, every five seconds, how far it is.
 *
 * @param {Step} step
 * @param {(line: string) => void} [print]
 * @param {number} [silence] milliseconds between two progress lines
 * @throws {SetupError} when the step ran and what it promises is still not there
 */
export async function ensure(step, print = say, silence = SILENCE) {
  if (await step.isDone()) return;
  print(`${step.doing} ...`);
  const started = Date.now();
  /** @type {(() => string | Promise<string>) | undefined} */
  let measure;
  const timer = setInterval(async () => {
    const figure = await Promise.resolve(measure?.()).catch(() => undefined);
    print(`  ${step.name}: ${elapsed(started)}${figure ? `, ${figure}` : ''} so far`);
  }, silence);
  let outcome;
  try {
    outcome = await step.run({ measure: (next) => (measure = next) });
  } finally {
    clearInterval(timer);
  }
  if (!outcome && !(await step.isDone())) {
    throw new SetupError(
      `${step.name} is still not there.`,
      'Run the same command again; if it stays, see docs/setup.md.',
    );
  }
  print(`  ${step.name}: ${outcome || 'ready'} after ${elapsed(started)}`);
}

/**
 * Whole seconds or minutes since a moment, for people.
 *
 * @param {number} started milliseconds since the epoch
 * @returns {string} for example `48 s` or `3 min 05 s`
 */
export function elapsed(started) {
  const seconds = Math.round((Date.now() - started) / 1000);
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

/**
 * Runs a command's body; a problem that the reader can fix is printed in two lines, without a stack. Ctrl+C and
 * SIGTERM end it, after the child that runs at that moment.
 *
 * @param {() => Promise<number>} body gives the exit code
 */
export async function command(body) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(INTERRUPTED);
    });
  }
  try {
    process.exitCode = await body();
  } catch (error) {
    process.exitCode = explain(error);
  }
}

/**
 * @param {unknown} error
 * @returns {number} the exit code
 */
function explain(error) {
  if (error instanceof Interrupted) {
    say('Interrupted. The same command goes on from here.');
    return INTERRUPTED;
  }
  if (!(error instanceof SetupError)) throw error;
  say(`Missing: ${error.message}`);
  say(`What to do: ${error.fix}`);
  return 1;
}
