import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { root } from './paths.mjs';
import { run, runTool } from './run.mjs';

/**
 * A check of the sources that runs no test.
 *
 * @typedef {object} Check
 * @property {string} name
 * @property {() => Promise<string>} problems what is wrong, or an empty string
 */

const TYPE_CHECKED = ['main', 'main/core', 'preload', 'renderer', 'test', 'build'];
const LAYERED = ['main', 'preload', 'renderer', 'test', 'build'];
const LONGEST_FILE = 400;
const COUNTED = ['.ts', '.tsx', '.mjs', '.cjs', '.css'];

/** @returns {Check[]} every check of `npm test -- check`, in the order in which they run */
export function checks() {
  return [
    {
      name: 'format and lint (Biome)',
      problems: () => tool('@biomejs/biome', ['check', '--error-on-warnings', '.'], 'biome'),
    },
    ...TYPE_CHECKED.map((project) => ({
      name: `types of ${project} (TypeScript)`,
      problems: () => tool('typescript', ['-p', project], 'tsc'),
    })),
    { name: 'layers (dependency-cruiser)', problems: () => layers(root) },
    { name: `files under ${LONGEST_FILE} lines`, problems: longFiles },
    { name: 'only renderer/bridge touches window.bough', problems: bridgeUsers },
    { name: 'unused files, exports and packages (knip)', problems: () => tool('knip', ['--no-progress']) },
  ];
}

/**
 * @param {string} folder a checkout whose imports are held against .dependency-cruiser.cjs
 * @returns {Promise<string>} the violations
 */
export function layers(folder) {
  const config = join(root, '.dependency-cruiser.cjs');
  return tool(
    'dependency-cruiser',
    ['--config', config, '--output-type', 'err', ...LAYERED],
    'depcruise',
    folder,
  );
}

/**
 * @param {string} packageName
 * @param {string[]} args
 * @param {string} [bin]
 * @param {string} [cwd]
 * @returns {Promise<string>} what the tool printed when it failed
 */
async function tool(packageName, args, bin, cwd = root) {
  const { code, output } = await runTool(packageName, args, { output: 'capture', cwd, ...(bin && { bin }) });
  return code === 0 ? '' : output.trim() || `ended with code ${code}`;
}

/** @returns {Promise<string>} */
async function longFiles() {
  const sources = (await trackedFiles()).filter((file) => COUNTED.includes(extname(file)));
  return sources
    .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > LONGEST_FILE)
    .map(({ file, lines }) => `${file} has ${lines} lines`)
    .join('\n');
}

/** @returns {Promise<string>} */
async function bridgeUsers() {
  return (await trackedFiles())
    .filter((file) => /^renderer\/(?!bridge\/).*\.tsx?$/.test(file))
    .filter((file) =>
      /\b(window|globalThis|self)\s*(\.|\[['"])\s*bough\b/.test(readFileSync(join(root, file), 'utf8')),
    )
    .map((file) => `${file} uses window.bough`)
    .join('\n');
}

/** @returns {Promise<string[]>} the files that git knows or would add, without generated data */
async function trackedFiles() {
  const { code, output } = await run(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', '--', ':!test/fixtures'],
    { output: 'capture' },
  );
  if (code !== 0) throw new Error(`git could not list the files: ${output}`);
  return output.trim().split('\n');
}
