/**
 * Stands in for Electron's own default app in a runtime that came without one:
 * `electron [-r module] [switches] <app folder> [arguments]` runs the app in that folder.
 */
const { readFileSync } = require('node:fs');
const { join, resolve } = require('node:path');
const { app } = require('electron');

const preload = process.argv.indexOf('-r');
if (preload !== -1) {
  const [, module] = process.argv.splice(preload, 2);
  require(resolve(module));
}

const folder = process.argv.slice(1).find((argument) => !argument.startsWith('-'));
if (folder === undefined) {
  process.stderr.write('Usage: electron <app folder> [arguments]\n');
  app.exit(1);
} else {
  run(resolve(folder));
}

/** @param {string} appFolder with a package.json whose `main` is a CommonJS file */
function run(appFolder) {
  const manifest = JSON.parse(readFileSync(join(appFolder, 'package.json'), 'utf8'));
  const name = manifest.productName ?? manifest.name;
  app.setName(name);
  app.setVersion(manifest.version);
  app.setAppPath(appFolder);
  if (!app.commandLine.hasSwitch('user-data-dir')) {
    app.setPath('userData', join(app.getPath('appData'), name));
  }
  require(join(appFolder, manifest.main));
}
