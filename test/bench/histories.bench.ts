import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { report, rounded } from './support/measure.ts';

/**
 * 500 random histories against each simulator, in windows of 8k to 1M tokens: what the tests do with fewer.
 * `HISTORY_SEED` draws others.
 */
const simulators = ['anthropic', 'chat', 'responses', 'google'];
const histories = 500;
const root = join(import.meta.dirname, '../..');

for (const simulator of simulators) {
  const start = performance.now();
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', `test/integration/context/histories/${simulator}.test.ts`],
    { cwd: root, stdio: ['ignore', 2, 2], env: { ...process.env, HISTORIES: String(histories) } },
  );
  if (status !== 0) process.exitCode = 1;
  report({
    bench: `histories-${simulator}`,
    value: status === 0 ? histories : 0,
    unit: 'histories that hold',
  });
  report({
    bench: `histories-${simulator}-time`,
    value: rounded((performance.now() - start) / 1000, 1),
    unit: 's',
  });
}
