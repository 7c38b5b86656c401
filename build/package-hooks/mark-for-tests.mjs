import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Marks a package as made for tests, and gives it the SQLite that loads in its runtime.
 *
 * @param {import('electron-builder').AfterPackContext} context
 */
export default function markForTests(context) {
  const { appOutDir, packager } = context;
  const note = 'Made for tests, around a runtime that is not meant for users. Do not distribute.\n';
  writeFileSync(join(appOutDir, 'NOT-FOR-DISTRIBUTION.txt'), note);
  const binding = process.env.BOUGH_SQLITE_BINDING;
  if (binding === undefined) return;
  const unpacked = join(packager.getResourcesDir(appOutDir), 'app.asar.unpacked');
  const prebuilt = `node_modules/better-sqlite3/prebuilds/${process.platform}-${process.arch}.node`;
  copyFileSync(binding, join(unpacked, prebuilt));
}
