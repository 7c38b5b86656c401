import { rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Takes the development launcher out of the runtime that was copied into a package.
 *
 * @param {import('electron-builder').AfterPackContext} context
 */
export default function removeLauncher(context) {
  rmSync(join(context.appOutDir, 'resources/app'), { recursive: true, force: true });
}
