/**
 * Sets the fuses of the registry runtime: `node flip-fuses.mjs <electron executable>`. Playwright drives the
 * main process through the inspector, and the browser's own V8 snapshot is not unpacked.
 */
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';

const [, , executable = ''] = process.argv;

await flipFuses(executable, {
  version: FuseVersion.V1,
  [FuseV1Options.EnableNodeCliInspectArguments]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
});
