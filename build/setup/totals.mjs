import { existsSync, readFileSync } from 'node:fs';

/**
 * How many tests of one kind ended how.
 *
 * @typedef {object} Totals
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {number} retried of those that passed: only at the second try
 */

/** @type {Totals} */
export const NONE = { passed: 0, failed: 0, skipped: 0, retried: 0 };

/**
 * @param {readonly Totals[]} all
 * @returns {Totals}
 */
export function sum(all) {
  return all.reduce(
    (a, b) => ({
      passed: a.passed + b.passed,
      failed: a.failed + b.failed,
      skipped: a.skipped + b.skipped,
      retried: a.retried + b.retried,
    }),
    NONE,
  );
}

/**
 * @param {Totals} totals
 * @returns {string} for example `12 passed, 0 failed, 1 skipped`; what there is none of is left out after the first two
 */
export function inWords({ passed, failed, skipped, retried }) {
  const rest = [skipped > 0 && `${skipped} skipped`, retried > 0 && `${retried} only at the second try`];
  return [`${passed} passed`, `${failed} failed`, ...rest.filter(Boolean)].join(', ');
}

/**
 * Reads the report of Vitest's or Playwright's JSON reporter.
 *
 * @param {string} file
 * @param {number} code the runner's exit code: one that says failure counts as a failed test at least
 * @returns {Totals}
 */
export function readReport(file, code) {
  const totals = existsSync(file) ? fromReport(JSON.parse(readFileSync(file, 'utf8'))) : NONE;
  return code !== 0 && totals.failed === 0 ? { ...totals, failed: 1 } : totals;
}

/**
 * @param {{ stats?: Record<string, number> } & Record<string, number>} report
 * @returns {Totals}
 */
function fromReport({ stats, ...vitest }) {
  if (stats !== undefined) {
    const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = stats;
    return { passed: expected + flaky, failed: unexpected, skipped, retried: flaky };
  }
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0 } = vitest;
  const skipped = numPendingTests + numTodoTests;
  return { passed: numPassedTests, failed: numFailedTests, skipped, retried: 0 };
}
