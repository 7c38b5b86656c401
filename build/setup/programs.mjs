import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { hasApt, installOptional } from './debian.mjs';
import { Interrupted } from './run.mjs';
import { ensure, say } from './steps.mjs';

/**
 * A program that some tests hold the app's files against. Without it they are skipped, by their names.
 *
 * @typedef {object} Program
 * @property {string} name as it is called
 * @property {string} debian the package that brings it
 * @property {string} tests that are skipped without it
 */

/** @type {readonly Program[]} */
export const PROGRAMS = [
  { name: 'soffice', debian: 'libreoffice-writer-nogui', tests: 'Word documents in LibreOffice' },
  { name: 'pdftotext', debian: 'poppler-utils', tests: 'PDFs in pdftotext' },
  { name: 'tesseract', debian: 'tesseract-ocr', tests: 'pages read by tesseract' },
];

/**
 * @param {string} name
 * @param {string} [path] the folders to look in
 * @returns {boolean} whether a program can be called by its name
 */
export function hasProgram(name, path = process.env.PATH ?? '') {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  return path.split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, file)));
}

/**
 * Installs the programs that are missing where that needs nobody's help: as root, from apt. Otherwise, and where it
 * fails, says in one line which tests are skipped and what helps. The command goes on in any case.
 *
 * @param {object} [means] what it works with
 * @param {(name: string) => boolean} [means.has]
 * @param {boolean} [means.canInstall]
 * @param {(packages: string[]) => Promise<void>} [means.install]
 * @param {(line: string) => void} [means.print]
 */
export async function tryPrograms({
  has = hasProgram,
  canInstall = hasApt() && process.getuid?.() === 0,
  install = installOptional,
  print = say,
} = {}) {
  const missing = () => PROGRAMS.filter(({ name }) => !has(name));
  const packages = missing().map(({ debian }) => debian);
  if (packages.length === 0) return;
  let problem = '';
  if (canInstall) {
    const step = {
      name: 'Programs that some tests use',
      doing: `Installing Debian packages for some tests: ${packages.join(' ')}`,
      isDone: () => missing().length === 0,
      run: () => install(packages),
    };
    problem = await ensure(step, print).then(() => '', reason);
  }
  if (missing().length > 0) print(skippedLine(missing(), problem));
}

/**
 * @param {unknown} error
 * @returns {string}
 */
function reason(error) {
  if (error instanceof Interrupted) throw error;
  return ` (${error instanceof Error ? error.message.replace(/\.$/, '') : String(error)})`;
}

/**
 * @param {readonly Program[]} missing
 * @param {string} problem
 */
function skippedLine(missing, problem) {
  const tests = missing.map(({ tests }) => tests).join(', ');
  const packages = missing.map(({ debian }) => debian).join(' ');
  const fix = hasApt()
    ? `sudo apt-get install -y --no-install-recommends ${packages}`
    : `install ${missing.map(({ name }) => name).join(', ')} on the path`;
  return `Skipped tests: ${tests}${problem}. To run them: ${fix}`;
}
