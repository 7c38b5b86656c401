import { join } from 'node:path';
import { browserStep } from './browser.mjs';
import { bundlesStep, dataSteps } from './bundles.mjs';
import { debianStep, TEST_PACKAGES } from './debian.mjs';
import { dependenciesStep } from './dependencies.mjs';
import { nodeBinary, root } from './paths.mjs';
import { run } from './run.mjs';
import { command, ensure } from './steps.mjs';

/** `npm run screenshots [-- NAME ...]`: takes the pictures of the documents anew. */
await command(async () => {
  await ensure(dependenciesStep());
  await ensure(debianStep(TEST_PACKAGES));
  await ensure(browserStep());
  for (const step of dataSteps()) await ensure(step);
  await ensure(bundlesStep());
  const main = join(root, 'test/screenshots/main.ts');
  const { code } = await run(nodeBinary, [main, ...process.argv.slice(2)]);
  return code;
});
