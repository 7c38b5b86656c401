import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isResult } from '../../../build/setup/bench-result.mjs';
import { inWords, readReport, sum } from '../../../build/setup/totals.mjs';
import { scratchFolder } from './scratch.ts';

function report(content: object): string {
  return join(scratchFolder({ 'report.json': JSON.stringify(content) }), 'report.json');
}

describe('the totals of a test run', () => {
  it('are read from both runners and added up', () => {
    const vitest = report({ numPassedTests: 7, numFailedTests: 1, numPendingTests: 1, numTodoTests: 1 });
    const playwright = report({ stats: { expected: 3, unexpected: 0, flaky: 1, skipped: 2 } });
    const all = [readReport(vitest, 1), readReport(playwright, 0)];
    expect(all).toEqual([
      { passed: 7, failed: 1, skipped: 2, retried: 0 },
      { passed: 4, failed: 0, skipped: 2, retried: 1 },
    ]);
    expect(inWords(sum(all))).toBe('11 passed, 1 failed, 4 skipped, 1 only at the second try');
  });

  it('never call a run good whose runner failed without a failed test or a report', () => {
    expect(readReport(report({ numPassedTests: 7, numFailedTests: 0 }), 1).failed).toBe(1);
    expect(readReport('/nowhere/report.json', 1).failed).toBe(1);
  });
});

describe('a line of a benchmark', () => {
  it('is a result only when it is one JSON object with its three fields', () => {
    expect(isResult('{"bench":"start","value":1.2,"unit":"s","peer":1,"ratio":1.2}')).toBe(true);
    for (const line of ['Listening on 1234', '{ broken', '{"bench":"start"}', '[1]', '{}']) {
      expect(isResult(line), line).toBe(false);
    }
  });
});
