import { bundlesStep, dataSteps } from './bundles.mjs';
import { debianStep, WINDOW_PACKAGES } from './debian.mjs';
import { dependenciesStep } from './dependencies.mjs';
import { withDisplay } from './display.mjs';
import { root } from './paths.mjs';
import { run } from './run.mjs';
import { ensureRuntime } from './runtime.mjs';
import { sandboxSwitches } from './sandbox.mjs';
import { command, ensure, say } from './steps.mjs';

/** `npm start [-- arguments]`: sets up what is missing, then opens the app and waits until it is closed. */
await command(async () => {
  await ensure(dependenciesStep());
  await ensure(debianStep(WINDOW_PACKAGES));
  const runtime = await ensureRuntime();
  const switches = sandboxSwitches(runtime.folder);
  for (const step of dataSteps()) await ensure(step);
  await ensure(bundlesStep());
  return withDisplay(async (display) => {
    say('Opening Bough. Close its window, or press Ctrl+C here, to end it.');
    const { code } = await run(runtime.executable, [...switches, root, ...process.argv.slice(2)], {
      env: { ...runtime.environment, ...display },
      ownsInterrupt: true,
    });
    return code;
  });
});
