import { isAbsolute, resolve } from 'node:path';

/** What the command line asks for. */
export interface Arguments {
  /** The folder of `--workspace DIR`, made absolute; null when not given. */
  workspace: string | null;
}

/**
 * Reads the app's own arguments; Chromium's switches are Chromium's.
 *
 * @param argv `process.argv`, whose first entry is the executable
 * @param cwd what a relative folder is relative to
 */
export function readArguments(argv: readonly string[], cwd: string): Arguments {
  const at = argv.findIndex((argument) => argument === '--workspace' || argument.startsWith('--workspace='));
  const given = argv[at]?.split('=').slice(1).join('=') || argv[at + 1];
  if (at === -1 || given === undefined || given.startsWith('--')) return { workspace: null };
  return { workspace: isAbsolute(given) ? given : resolve(cwd, given) };
}
