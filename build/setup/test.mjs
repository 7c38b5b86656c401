import { browserStep } from './browser.mjs';
import { bundlesStep, dataSteps } from './bundles.mjs';
import { DISPLAY_PACKAGES, debianStep, TEST_PACKAGES, WINDOW_PACKAGES } from './debian.mjs';
import { dependenciesStep } from './dependencies.mjs';
import { withDisplay } from './display.mjs';
import { withLabVerdict } from './lab-verdict.mjs';
import { tryPrograms } from './programs.mjs';
import { Interrupted } from './run.mjs';
import { ensureRuntime } from './runtime.mjs';
import { command, elapsed, ensure, say } from './steps.mjs';
import { inWords, NONE, sum } from './totals.mjs';

/**
 * `npm test [-- STAGE ... [arguments for the runner]]`: sets up what is missing, runs the stages and prints what
 * they came to. The very last line is `N passed, N failed` over all of them.
 */
await command(async () => {
  await ensure(dependenciesStep());
  // Only now: the stages load packages.
  const { STAGES } = await import('./stages.mjs');
  const [chosen, args] = choose(STAGES, process.argv.slice(2));
  const needs = new Set(chosen.flatMap((stage) => stage.needs));
  if (needs.has('debian'))
    await ensure(debianStep([...WINDOW_PACKAGES, ...DISPLAY_PACKAGES, ...TEST_PACKAGES]));
  if (needs.has('programs')) await tryPrograms();
  if (needs.has('browser')) await ensure(browserStep());
  const runtime = needs.has('runtime') ? await ensureRuntime() : undefined;
  if (needs.has('glyphs')) {
    for (const step of dataSteps()) await ensure(step);
  }
  if (needs.has('bundles')) await ensure(bundlesStep());
  const all = (/** @type {NodeJS.ProcessEnv} */ display) =>
    withLabVerdict((lab) =>
      runStages(chosen, { args, runtime, environment: { ...runtime?.environment, ...display, ...lab } }),
    );
  const [results, verdict] = needs.has('display') ? await withDisplay(all, { always: true }) : await all({});
  return report(results, verdict);
});

/**
 * @typedef {import('./stages.mjs').Stage} Stage
 * @typedef {{ stage: Stage, totals: import('./totals.mjs').Totals, took: string }} Result
 */

/**
 * @param {readonly Stage[]} stages
 * @param {string[]} words from the command line: names of stages, then arguments
 * @returns {[readonly Stage[], string[]]}
 */
function choose(stages, words) {
  const known = new Set(stages.map(({ name }) => name));
  const rest = words.findIndex((word) => !known.has(word));
  const names = rest === -1 ? words : words.slice(0, rest);
  const args = rest === -1 ? [] : words.slice(rest);
  return [names.length === 0 ? stages : stages.filter(({ name }) => names.includes(name)), args];
}

/**
 * @param {readonly Stage[]} stages
 * @param {import('./stages.mjs').StageContext} context
 * @returns {Promise<Result[]>}
 */
async function runStages(stages, context) {
  /** @type {Result[]} */
  const results = [];
  for (const stage of stages) {
    const started = Date.now();
    process.stdout.write(`\n== ${stage.name}: ${stage.what}\n`);
    const totals = await stage.run(context).catch((/** @type {unknown} */ error) => {
      if (error instanceof Interrupted) throw error;
      say(`The stage could not run: ${error instanceof Error ? error.message : String(error)}`);
      return { ...NONE, failed: 1 };
    });
    results.push({ stage, totals, took: elapsed(started) });
  }
  return results;
}

/**
 * @param {readonly Result[]} results
 * @param {import('./totals.mjs').Totals} verdict of the provider lab over all stages
 * @returns {number} the exit code
 */
function report(results, verdict) {
  const empty = results.filter(({ totals }) => totals.passed + totals.failed === 0);
  process.stdout.write('\n');
  for (const { stage, totals, took } of results) {
    const words = totals.passed + totals.failed === 0 ? 'no tests' : inWords(totals);
    process.stdout.write(`${stage.name.padEnd(9)} ${words.padEnd(36)} ${took}\n`);
  }
  if (verdict.failed > 0) process.stdout.write('lab       refused what it was not told to refuse\n');
  const total = sum([...results.map(({ totals }) => totals), verdict]);
  // On a build machine a stage without tests means that they got lost: each counts as failed.
  if (process.env.CI) total.failed += empty.length;
  process.stdout.write(`\n${inWords(total)}\n`);
  return total.failed > 0 || total.passed === 0 ? 1 : 0;
}
