import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { run, runTool } from './run.mjs';
import { bridgeBypasses, longFiles } from './source-rules.mjs';

/**
 * A check of the sources that runs no test.
 *
 * @typedef {object} Check
 * @property {string} name
 * @property {() => Promise<string>} problems what is wrong, or an empty string
 */

const TYPE_CHECKED = ['main', 'main/core', 'preload', 'renderer', 'test', 'build'];
const LAYERED = ['main', 'preload', 'renderer', 'test', 'build'];

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
    { name: 'short files', problems: async () => longFiles(await sources()) },
    { name: 'window.bough only in renderer/bridge', problems: async () => bridgeBypasses(await sources()) },
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

/**
 * @returns {Promise<import('./source-rules.mjs').Source[]>} the text files that git knows or would add, without
 *   test data
 */
async function sources() {
  const options = ['--cached', '--others', '--exclude-standard', '--deduplicate', '--', ':!test/fixtures'];
  const { code, output } = await run('git', ['ls-files', '-z', ...options], { output: 'capture' });
  if (code !== 0) throw new Error(`git could not list the files: ${output}`);
  return output
    .split('\0')
    .filter((file) => existsSync(join(root, file)) && /\.(tsx?|[mc]?js|css)$/.test(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
}
