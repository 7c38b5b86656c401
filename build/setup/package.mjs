import { bundlesStep, dataSteps } from './bundles.mjs';
import { dependenciesStep } from './dependencies.mjs';
import { ensureRuntime } from './runtime.mjs';
import { command, ensure, say } from './steps.mjs';

/**
 * `npm run package [-- arguments for electron-builder]`: makes the installers of this platform. Where the official
 * Electron or electron-builder's own tools are out of reach, it makes the unpacked app instead and says so.
 */
await command(async () => {
  await ensure(dependenciesStep());
  const { packageForTests, packageForUsers } = await import('./packages.mjs');
  const runtime = await ensureRuntime();
  for (const step of dataSteps()) await ensure(step);
  await ensure(bundlesStep());
  if (runtime.origin !== 'official') {
    say(
      'Installers need the official Electron, which is out of reach here: packaging the unpacked app for tests.',
    );
    say(`Packaged for tests only: ${await packageForTests(runtime)}`);
    return 0;
  }
  const args = process.argv.slice(2);
  const code = await packageForUsers(args);
  if (code === 0 || args.length > 0) return code;
  say('The installers could not be made (the reason is above): making the unpacked app.');
  return packageForUsers(['--dir']);
});
