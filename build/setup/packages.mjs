import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { thirdPartyNotices } from '../licences.mjs';
import { root } from './paths.mjs';
import { runTool } from './run.mjs';

/** Where packages with a runtime that users never get are put. */
const TEST_OUTPUT = 'dist/not-for-distribution';

/**
 * Packages the app as a folder around the given runtime, with every fuse as in the installed app. For tests: the
 * runtime may be an old one, and nothing is signed.
 *
 * @param {import('./runtime.mjs').Runtime} runtime
 * @returns {Promise<string>} the executable
 * @throws {Error} with electron-builder's output
 */
export async function packageForTests(runtime) {
  writeNotices();
  rmSync(join(root, TEST_OUTPUT), { recursive: true, force: true });
  const { code, output } = await runTool(
    'electron-builder',
    [
      '--dir',
      `-c.directories.output=${TEST_OUTPUT}`,
      `-c.electronDist=${runtime.folder}`,
      `-c.electronVersion=${runtime.version}`,
      '-c.afterExtract=build/package-hooks/remove-launcher.mjs',
      '-c.afterPack=build/package-hooks/mark-for-tests.mjs',
      '-c.mac.identity=null',
    ],
    { output: 'capture', env: { ...runtime.environment, CSC_IDENTITY_AUTO_DISCOVERY: 'false' } },
  );
  if (code !== 0) throw new Error(`electron-builder ended with code ${code}:\n${output}`);
  return join(root, TEST_OUTPUT, packagedExecutable());
}

/**
 * Packages the app for users of this platform, with the targets of electron-builder.yml.
 *
 * @param {readonly string[]} args for electron-builder
 * @returns {Promise<number>} its exit code
 */
export async function packageForUsers(args) {
  writeNotices();
  const { code } = await runTool('electron-builder', ['--publish', 'never', ...args]);
  return code;
}

/** Collects the licences of everything that is shipped; electron-builder.yml puts them into the package. */
function writeNotices() {
  mkdirSync(join(root, 'out'), { recursive: true });
  writeFileSync(join(root, 'out/THIRD_PARTY_NOTICES.md'), thirdPartyNotices());
}

/** @returns {string} the executable's path in electron-builder's output folder */
function packagedExecutable() {
  const suffix = process.arch === 'x64' ? '' : `-${process.arch}`;
  if (process.platform === 'darwin') return `mac${suffix}/Bough.app/Contents/MacOS/Bough`;
  if (process.platform === 'win32') return `win${suffix}-unpacked/Bough.exe`;
  return `linux${suffix}-unpacked/bough`;
}
