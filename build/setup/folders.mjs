import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Makes a folder or file whole or not at all: it is filled under a temporary name beside its place and then
 * renamed. What interrupted runs left behind is removed. Where another run was first, its result stays.
 *
 * @param {string} target the final path
 * @param {(temporary: string) => Promise<void>} fill gets an existing empty folder; what it leaves as
 *   `pick(temporary)` becomes the target
 * @param {(temporary: string) => string} [pick] default: the folder itself
 */
export async function makeWhole(target, fill, pick = (temporary) => temporary) {
  mkdirSync(dirname(target), { recursive: true });
  removeAbandoned(target);
  const temporary = `${target}.partial-${process.pid}`;
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary);
  try {
    await fill(temporary);
    moveInto(pick(temporary), target);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/**
 * @param {string} source
 * @param {string} target
 */
function moveInto(source, target) {
  try {
    renameSync(source, target);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
  }
}

/** @param {string} target whose partial siblings are removed when the process that made them is gone */
function removeAbandoned(target) {
  const prefix = `${basename(target)}.partial-`;
  for (const name of readdirSync(dirname(target))) {
    if (!name.startsWith(prefix) || isRunning(Number(name.slice(prefix.length)))) continue;
    rmSync(join(dirname(target), name), { recursive: true, force: true });
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
