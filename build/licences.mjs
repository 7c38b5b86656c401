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
const TURNED_INTO_DATA = ['@earendil-works/pi-ai', '@fontsource/unifontex', 'galmuri', 'gpt-tokenizer'];

/**
 * What packages contain of others, compiled in without its licence. The version is the one that a package was built
 * with, as it states itself.
 *
 * @type {Record<string, { package: string, name: string, licence: string, holder: string, file: string }[]>}
 */
const COMPILED_IN = {
  unpdf: [
    {
      package: 'pdfjs-dist',
      name: 'PDF.js',
      licence: 'Apache-2.0',
      holder: 'Copyright Mozilla Foundation and contributors',
      file: join(root, 'build/licences/apache-2.0.txt'),
    },
  ],
};

/**
 * Writes down what of others is shipped with the app: what the three bundles contain, the packages beside them
 * and the fonts. Electron brings its own notices.
 *
 * @param {string} [checkout] its folder
 * @returns {string} Markdown
 * @throws {Error} when the bundles were not built, or a package has neither a licence text nor a known licence
 */
export function thirdPartyNotices(checkout = root) {
  const folders = new Set([
    ...bundledFolders(checkout),
    ...dependencyFolders(checkout),
    ...dataFolders(checkout),
  ]);
  const packages = [...folders].sort().flatMap((path) => readPackages(join(checkout, path)));
  const chapters = packages.map(
    ({ name, version, licence, text }) =>
      `## ${name} ${version}\n\nLicence: ${licence}\n\n\`\`\`text\n${text}\n\`\`\`\n`,
  );
  return `# Third-party notices\n\nBough contains the following ${packages.length} packages. Electron and Chromium come with their own notices.\n\n${chapters.join('\n')}`;
}

/**
 * @param {string} checkout
 * @returns {string[]}
 */
function bundledFolders(checkout) {
  const folder = join(checkout, 'out/packages');
  if (!existsSync(folder)) throw new Error('The bundles were not built yet.');
  return readdirSync(folder).flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

/**
 * @param {string} checkout
 * @returns {string[]} the packages under `dependencies` and all that they need
 */
function dependencyFolders(checkout) {
  /** @type {{ packages: Record<string, { dev?: boolean, optional?: boolean, devOptional?: boolean }> }} */
  const lock = JSON.parse(readFileSync(join(checkout, 'package-lock.json'), 'utf8'));
  return Object.entries(lock.packages).flatMap(([path, { dev, devOptional }]) =>
    path !== '' && !dev && !devOptional && existsSync(join(checkout, path)) ? [path] : [],
  );
}

/**
 * @param {string} checkout
 * @returns {string[]}
 */
function dataFolders(checkout) {
  return TURNED_INTO_DATA.map((name) => `node_modules/${name}`).filter((path) =>
    existsSync(join(checkout, path)),
  );
}

/**
 * @param {string} folder
 * @returns {ShippedPackage[]} the package, and what is compiled into it
 */
function readPackages(folder) {
  const outer = readPackage(folder);
  const { devDependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const inner = (COMPILED_IN[outer.name] ?? []).map((part) => {
    const version = devDependencies[part.package];
    if (!version) throw new Error(`${outer.name} is no longer built with ${part.package}.`);
    return {
      name: `${part.name} in ${outer.name}`,
      version: version.replace(/^[~^]/, ''),
      licence: part.licence,
      text: `${part.holder}\n\n${readFileSync(part.file, 'utf8').trim()}`,
    };
  });
  return [outer, ...inner];
}

/**
 * @param {string} folder
 * @returns {ShippedPackage}
 */
function readPackage(folder) {
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
