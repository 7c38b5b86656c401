import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeBinary, root } from './paths.mjs';
import { run } from './run.mjs';
import { NONE } from './totals.mjs';

/**
 * Keeps the provider lab's verdicts of a whole run and reads them at its end: a request that it refused without
 * having been told to fails the run, whichever test sent it.
 *
 * @template T
 * @param {(environment: NodeJS.ProcessEnv) => Promise<T>} body
 * @returns {Promise<[T, import('./totals.mjs').Totals]>} with the verdict; none where nothing was asked of the lab
 */
export async function withLabVerdict(body) {
  const folder = mkdtempSync(join(tmpdir(), 'bough-lab-'));
  const log = join(folder, 'verdicts.jsonl');
  try {
    const result = await body({ BOUGH_LAB_LOG: log });
    if (!existsSync(log)) return [result, NONE];
    process.stdout.write('\n== lab: what it refused without having been told to\n');
    const { code } = await run(nodeBinary, [join(root, 'test/lab/verdict.ts'), log]);
    return [result, { ...NONE, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 }];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
