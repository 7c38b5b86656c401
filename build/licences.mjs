import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup/paths.mjs';

/**
 * A package whose code or data is shipped.
 *
 * @typedef {object} ShippedPackage
 * @property {string} name
 * @property {string} version
 * @property {string} licence SPDX expression, as the package states it
 * @property {string} text of its licence files, empty where it has none
 */

/** Packages that the build turns into data of the app, so that no bundle names them. */
const TURNED_INTO_DATA = ['@fontsource/unifontex', 'galmuri'];

/**
 * Writes down what of others is shipped with the app: what the three bundles contain, the packages beside them
 * and the fonts. Electron brings its own notices.
 *
 * @returns {string} Markdown
 * @throws {Error} when the bundles were not built, or a package has neither a licence text nor a known licence
 */
export function thirdPartyNotices() {
  const folders = new Set([...bundledFolders(), ...dependencyFolders(), ...dataFolders()]);
  const packages = [...folders].sort().map(readPackage);
  const chapters = packages.map(
    ({ name, version, licence, text }) =>
      `## ${name} ${version}\n\nLicence: ${licence}\n\n\`\`\`text\n${text}\n\`\`\`\n`,
  );
  return `# Third-party notices\n\nBough contains the following ${packages.length} packages. Electron and Chromium come with their own notices.\n\n${chapters.join('\n')}`;
}

/** @returns {string[]} */
function bundledFolders() {
  const folder = join(root, 'out/packages');
  if (!existsSync(folder)) throw new Error('The bundles were not built yet.');
  return readdirSync(folder).flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

/** @returns {string[]} the packages under `dependencies` and all that they need */
function dependencyFolders() {
  /** @type {{ packages: Record<string, { dev?: boolean, optional?: boolean, devOptional?: boolean }> }} */
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(lock.packages).flatMap(([path, { dev, devOptional }]) =>
    path !== '' && !dev && !devOptional && existsSync(join(root, path)) ? [path] : [],
  );
}

/** @returns {string[]} */
function dataFolders() {
  return TURNED_INTO_DATA.map((name) => `node_modules/${name}`).filter((path) =>
    existsSync(join(root, path)),
  );
}

/**
 * @param {string} path
 * @returns {ShippedPackage}
 */
function readPackage(path) {
  const folder = join(root, path);
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice|ofl)/i.test(file));
  const text = files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
  if (text === '' && typeof license !== 'string') throw new Error(`${name} states no licence.`);
  const holder = typeof author === 'string' ? author : author?.name;
  return {
    name,
    version,
    licence: typeof license === 'string' ? license : 'see the text',
    text:
      text ||
      `Published under ${license}${holder ? ` by ${holder}` : ''}; the package contains no licence text.`,
  };
}
