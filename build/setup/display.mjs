import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { DISPLAY_PACKAGES, debianStep } from './debian.mjs';
import { ensure, SetupError, say } from './steps.mjs';

/** @returns {boolean} whether windows can be shown without help */
function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/**
 * Runs `body` with a display: the one there is, or one in memory (Xvfb) that ends with it.
 *
 * @template T
 * @param {(environment: NodeJS.ProcessEnv) => Promise<T>} body gets what its children need in the environment
 * @param {{ always?: boolean }} [options] `always`: in memory even where there is a screen
 * @returns {Promise<T>}
 * @throws {SetupError} when there is neither
 */
export async function withDisplay(body, { always = false } = {}) {
  if (process.platform !== 'linux' || (hasDisplay() && !always)) return body({});
  if (!existsSync('/usr/bin/Xvfb')) await ensure(debianStep(DISPLAY_PACKAGES));
  if (!existsSync('/usr/bin/Xvfb')) {
    if (hasDisplay()) return body({});
    throw new SetupError(
      'a display, and Xvfb to stand in for one.',
      'Start this in a desktop session, or install Xvfb.',
    );
  }
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    // Ctrl+C must reach the app first: the display outlives it.
    detached: true,
  });
  const end = () => server.kill();
  process.on('exit', end);
  try {
    const display = `:${await displayNumber(server)}`;
    say(`No screen here: using the display in memory ${display} (Xvfb)`);
    return await body({ DISPLAY: display, WAYLAND_DISPLAY: '', XDG_SESSION_TYPE: 'x11' });
  } finally {
    process.off('exit', end);
    end();
  }
}

/**
 * @param {import('node:child_process').ChildProcess} server
 * @returns {Promise<string>}
 */
function displayNumber(server) {
  return new Promise((resolve, reject) => {
    let text = '';
    server.stdio[3]?.on('data', (/** @type {Buffer} */ chunk) => {
      text += chunk;
      if (text.includes('\n')) resolve(text.trim());
    });
    server.on('error', reject);
    server.on('exit', (code) => reject(new Error(`Xvfb ended with code ${code} before it was ready.`)));
  });
}
