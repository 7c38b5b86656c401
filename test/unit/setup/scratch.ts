import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/**
 * Makes a folder that is removed when the test ends.
 *
 * @param files - what is in it: text by path
 * @returns its absolute path
 */
export function scratchFolder(files: Record<string, string> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'bough-setup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}
