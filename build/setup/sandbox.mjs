import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError } from './steps.mjs';

/**
 * Settings of the kernel that keep Chromium from making its sandbox without help, with the value that does.
 *
 * @type {readonly (readonly [file: string, value: string])[]}
 */
const FORBIDDING = [
  ['/proc/sys/kernel/apparmor_restrict_unprivileged_userns', '1'],
  ['/proc/sys/kernel/unprivileged_userns_clone', '0'],
  ['/proc/sys/user/max_user_namespaces', '0'],
];

/**
 * The switches with which an unpackaged Electron starts here. Only root, as which Chromium's sandbox refuses to
 * work, goes without it; the packaged app never does.
 *
 * @param {string} runtime folder of the runtime
 * @returns {string[]}
 * @throws {SetupError} where Linux does not let a sandbox be made, with the line that helps
 */
export function sandboxSwitches(runtime) {
  if (process.platform !== 'linux') return [];
  if (process.getuid?.() === 0) return ['--no-sandbox'];
  const helper = join(runtime, 'chrome-sandbox');
  const forbidden = FORBIDDING.some(
    ([file, value]) => existsSync(file) && readFileSync(file, 'utf8').trim() === value,
  );
  if (!forbidden || isSetuidRoot(helper)) return [];
  throw new SetupError(
    "permission for Chromium's sandbox: this Linux forbids user namespaces.",
    `sudo chown root:root ${helper} && sudo chmod 4755 ${helper}`,
  );
}

/** @param {string} file */
function isSetuidRoot(file) {
  if (!existsSync(file)) return false;
  const { uid, mode } = statSync(file);
  return uid === 0 && (mode & 0o4000) !== 0;
}
