import { mkdirSync, writeFileSync } from 'node:fs';

/**
 * Records which packages ended up in a bundle, for the licences that are shipped with it.
 *
 * @param {string} name of the bundle; the record is `out/packages/<name>.json`
 * @returns {import('vite').Plugin}
 */
export function recordPackages(name) {
  return {
    name: 'bough:record-packages',
    apply: 'build',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
      const folders = modules.flatMap((id) => packageFolder(id) ?? []);
      mkdirSync('out/packages', { recursive: true });
      writeFileSync(`out/packages/${name}.json`, JSON.stringify([...new Set(folders)].sort(), undefined, 2));
    },
  };
}

/**
 * @param {string} id of a module
 * @returns {string | undefined} the folder of the package it is part of, below the checkout, if any
 */
function packageFolder(id) {
  const found = /^\0?(?:.*\/)?(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(
    id.replaceAll('\\', '/'),
  );
  return found?.[1];
}
