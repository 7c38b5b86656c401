import { extname } from 'node:path';

/**
 * A source file of the checkout.
 *
 * @typedef {{ file: string, text: string }} Source `file`: from the root, with forward slashes
 */

const LONGEST = 400;
const COUNTED = ['.ts', '.tsx', '.mjs', '.cjs', '.css'];
const PRELOAD_API = /\b(window|globalThis|self)\s*(\??\.\s*|(\?\.)?\[\s*['"`])bough\b/;

/**
 * Files over 400 lines: a sign that a part is missing.
 *
 * @param {readonly Source[]} sources
 * @returns {string} one line for each, or nothing
 */
export function longFiles(sources) {
  return sources
    .filter(({ file }) => COUNTED.includes(extname(file)))
    .map(({ file, text }) => ({ file, lines: text.split('\n').length - 1 }))
    .filter(({ lines }) => lines > LONGEST)
    .map(({ file, lines }) => `${file} has ${lines} lines`)
    .join('\n');
}

/**
 * Renderer files beside `renderer/bridge` that reach for the preload API.
 *
 * @param {readonly Source[]} sources
 * @returns {string} one line for each, or nothing
 */
export function bridgeBypasses(sources) {
  return sources
    .filter(({ file, text }) => /^renderer\/(?!bridge\/).*\.tsx?$/.test(file) && PRELOAD_API.test(text))
    .map(({ file }) => `${file} uses window.bough`)
    .join('\n');
}
