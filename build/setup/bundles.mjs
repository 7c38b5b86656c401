import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeBinary, root } from './paths.mjs';
import { run, runTool } from './run.mjs';

/** Everything that the three bundles are made of. */
const SOURCES = ['main', 'preload', 'renderer', 'docs/guide', 'electron.vite.config.ts', 'package-lock.json'];

/** What the list of models is made of. */
const CATALOGUE_SOURCES = ['build/catalogue', 'main/core/models/catalogue.ts', 'package-lock.json'];

/** What the glyph atlases are made of. */
const ATLAS_SOURCES = [
  'build/atlas',
  'main/core/snapshot/atlas.ts',
  'main/core/snapshot/tall.ts',
  'package-lock.json',
];

/** What the vocabulary is made of. */
const VOCABULARY_SOURCES = ['build/tokens', 'main/core/tokens/vocabulary.ts', 'package-lock.json'];

/** @returns {import('./steps.mjs').Step[]} everything that lies beside the bundles as data of the app */
export function dataSteps() {
  return [atlasStep(), catalogueStep(), vocabularyStep()];
}

/** @returns {import('./steps.mjs').Step} bundles main, preload and renderer when a source is other than last time */
export function bundlesStep() {
  return stamped('bundles', SOURCES, {
    name: 'App',
    doing: 'Building the app',
    run: async () => {
      const { code, output } = await runTool('electron-vite', ['build', '--logLevel', 'warn'], {
        output: 'capture',
      });
      if (code !== 0) throw new Error(`The app could not be built:\n${output}`);
    },
  });
}

/** Draws the pixel glyphs of snapshot pages from the fonts. */
const atlasStep = () =>
  dataStep('atlas', ATLAS_SOURCES, {
    name: 'Glyphs',
    doing: 'Drawing the pixel glyphs',
    problem: 'The glyphs could not be drawn',
  });

/** Gathers what is known of models and their prices. */
const catalogueStep = () =>
  dataStep('catalogue', CATALOGUE_SOURCES, {
    name: 'Models',
    doing: 'Gathering the list of models',
    problem: 'The list of models could not be made',
  });

/** Writes down the tokens that texts are counted in. */
const vocabularyStep = () =>
  dataStep('tokens', VOCABULARY_SOURCES, {
    name: 'Tokens',
    doing: 'Writing the tokens that texts are counted in',
    problem: 'The tokens could not be written',
  });

/**
 * A step that runs `build/ID/main.ts`, which writes into `out/ID`.
 *
 * @param {string} id
 * @param {readonly string[]} sources
 * @param {Pick<import('./steps.mjs').Step, 'name' | 'doing'> & { problem: string }} words
 */
function dataStep(id, sources, { name, doing, problem }) {
  return stamped(id, sources, {
    name,
    doing,
    run: async () => {
      const { code, output } = await run(nodeBinary, [join(root, `build/${id}/main.ts`)], {
        output: 'capture',
      });
      if (code !== 0) throw new Error(`${problem}:\n${output}`);
    },
  });
}

/**
 * A step that is done as long as its sources are the same as when it last ended well.
 *
 * @param {string} id
 * @param {readonly string[]} sources
 * @param {Pick<import('./steps.mjs').Step, 'name' | 'doing'> & { run: () => Promise<void> }} step
 * @returns {import('./steps.mjs').Step}
 */
function stamped(id, sources, step) {
  const stamp = join(root, `out/${id}.stamp`);
  return {
    ...step,
    isDone: () => existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(sources),
    run: async () => {
      const before = fingerprint(sources);
      rmSync(stamp, { force: true });
      await step.run();
      mkdirSync(join(root, 'out'), { recursive: true });
      writeFileSync(stamp, before);
    },
  };
}

/**
 * @param {readonly string[]} sources files and folders
 * @returns {string} a hash over path, size and time of every source file
 */
function fingerprint(sources) {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of files(join(root, source))) {
      const { size, mtimeMs } = statSync(file);
      hash.update(`${file} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function files(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => files(join(path, name)));
}
