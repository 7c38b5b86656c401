import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isResult } from './bench-result.mjs';
import { browserStep } from './browser.mjs';
import { bundlesStep, dataSteps } from './bundles.mjs';
import { debianStep, TEST_PACKAGES, WINDOW_PACKAGES } from './debian.mjs';
import { dependenciesStep } from './dependencies.mjs';
import { withDisplay } from './display.mjs';
import { nodeBinary, root } from './paths.mjs';
import { ensureRuntime } from './runtime.mjs';
import { command, ensure, SetupError, say } from './steps.mjs';

const FOLDER = join(root, 'test/bench');
const ENDING = '.bench.ts';

/**
 * `npm run --silent bench [-- NAME ...]`: runs `test/bench/NAME.bench.ts` one after the other. Standard output is
 * their results, one JSON object a line `{ bench, value, unit, peer?, ratio? }`; everything else goes to standard
 * error.
 */
await command(async () => {
  const names = choose(process.argv.slice(2));
  await ensure(dependenciesStep());
  await ensure(debianStep([...WINDOW_PACKAGES, ...TEST_PACKAGES]));
  await ensure(browserStep());
  const runtime = await ensureRuntime();
  for (const step of dataSteps()) await ensure(step);
  await ensure(bundlesStep());
  return withDisplay(
    async (display) => {
      let failed = 0;
      for (const name of names) {
        say(`== ${name}`);
        if ((await runBench(name, { ...runtime.environment, ...display })) !== 0) failed += 1;
      }
      return failed === 0 ? 0 : 1;
    },
    { always: true },
  );
});

/**
 * @param {string[]} wanted
 * @returns {string[]}
 */
function choose(wanted) {
  const known = existsSync(FOLDER)
    ? readdirSync(FOLDER).flatMap((file) => (file.endsWith(ENDING) ? [file.slice(0, -ENDING.length)] : []))
    : [];
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new SetupError(
      `a benchmark named ${unknown.join(', ')}.`,
      `Choose from: ${known.join(', ') || 'none yet'}.`,
    );
  }
  return wanted.length > 0 ? wanted : known.sort();
}

/**
 * @param {string} name
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<number>} the exit code
 */
function runBench(name, environment) {
  return new Promise((resolve, reject) => {
    const child = spawn(nodeBinary, ['--expose-gc', join(FOLDER, name + ENDING)], {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (isResult(line)) process.stdout.write(`${line}\n`);
      else say(line);
    });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}
