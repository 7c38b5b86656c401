import { findRuntime } from './runtime.mjs';
import { SetupError } from './steps.mjs';

/**
 * The environment in which a process can start Electron, from what the set-up left behind. Installs nothing.
 *
 * @param {NodeJS.ProcessEnv} [base] default: this process's
 * @returns {NodeJS.ProcessEnv} `base`, with ELECTRON_OVERRIDE_DIST_PATH and BOUGH_SQLITE_BINDING where needed
 * @throws {SetupError} when no runtime was set up yet
 */
export function runtimeEnvironment(base = process.env) {
  const runtime = findRuntime();
  if (runtime === undefined) {
    throw new SetupError('No Electron was set up yet.', 'Run npm start or npm test once.');
  }
  return { ...base, ...runtime.environment };
}
