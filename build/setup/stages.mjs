import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checks } from './checks.mjs';
import { packageForTests } from './packages.mjs';
import { runTool } from './run.mjs';
import { elapsed } from './steps.mjs';
import { NONE, readReport } from './totals.mjs';

/**
 * A part of `npm test` that can be run alone.
 *
 * @typedef {object} Stage
 * @property {string} name
 * @property {string} what it is, in a few words
 * @property {readonly Need[]} needs beyond the packages
 * @property {(context: StageContext) => Promise<import('./totals.mjs').Totals>} run
 */

/** @typedef {'debian' | 'programs' | 'browser' | 'runtime' | 'glyphs' | 'bundles' | 'display'} Need */

/**
 * @typedef {object} StageContext
 * @property {readonly string[]} args passed on to the test runner
 * @property {NodeJS.ProcessEnv} environment for children that open windows
 * @property {import('./runtime.mjs').Runtime | undefined} runtime
 */

/** @type {readonly Stage[]} */
export const STAGES = [
  { name: 'check', what: 'types, lint, layers', needs: [], run: runChecks },
  {
    name: 'unit',
    what: 'unit, property and integration tests',
    needs: ['debian', 'programs', 'browser', 'glyphs'],
    run: (context) => vitest('unit', context),
  },
  {
    name: 'faults',
    what: 'killed and starved processes',
    needs: ['debian', 'browser'],
    run: (context) => vitest('faults', context),
  },
  {
    name: 'ui',
    what: 'the interface in a browser',
    needs: ['debian', 'browser', 'glyphs', 'bundles'],
    run: (context) => playwright('ui', context),
  },
  {
    name: 'e2e',
    what: 'the app in the real Electron',
    needs: ['debian', 'browser', 'runtime', 'glyphs', 'bundles', 'display'],
    run: (context) => playwright('e2e', context),
  },
  {
    name: 'packaged',
    what: 'the packaged app with its fuses set',
    needs: ['debian', 'browser', 'runtime', 'glyphs', 'bundles', 'display'],
    run: runPackaged,
  },
];

/** @param {StageContext} context */
async function runChecks({ args }) {
  const totals = { ...NONE };
  const chosen = checks().filter(({ name }) => args.length === 0 || args.some((word) => name.includes(word)));
  for (const { name, problems } of chosen) {
    const started = Date.now();
    const found = await problems();
    totals[found === '' ? 'passed' : 'failed'] += 1;
    process.stdout.write(`${found === '' ? 'ok    ' : 'FAILED'} ${name} (${elapsed(started)})\n`);
    if (found !== '') process.stdout.write(`${found}\n`);
  }
  return totals;
}

/**
 * @param {string} project
 * @param {StageContext} context
 */
function vitest(project, { args, environment }) {
  return withReport(async (report) => {
    const options = [
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      '--passWithNoTests',
    ];
    const { code } = await runTool('vitest', ['run', '--project', project, ...options, ...args], {
      env: environment,
    });
    return code;
  });
}

/**
 * @param {string} project
 * @param {StageContext} context
 */
function playwright(project, { args, environment }) {
  return withReport(async (report) => {
    const options = ['--reporter=list,json', '--pass-with-no-tests'];
    const { code } = await runTool('@playwright/test', ['test', '--project', project, ...options, ...args], {
      bin: 'playwright',
      env: { ...environment, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    });
    return code;
  });
}

/** @param {StageContext} context */
async function runPackaged(context) {
  if (context.runtime === undefined) throw new Error('The packaged stage needs a runtime.');
  const executable = await packageForTests(context.runtime);
  return playwright('packaged', {
    ...context,
    environment: { ...context.environment, BOUGH_PACKAGED_APP: executable },
  });
}

/**
 * @param {(report: string) => Promise<number>} runner writes its JSON report there and gives its exit code
 * @returns {Promise<import('./totals.mjs').Totals>}
 */
async function withReport(runner) {
  const folder = mkdtempSync(join(tmpdir(), 'bough-report-'));
  try {
    const report = join(folder, 'report.json');
    return readReport(report, await runner(report));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
