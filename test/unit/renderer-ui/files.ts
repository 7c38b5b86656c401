import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../../renderer');

export interface SourceFile {
  /** Relative to `renderer`, with forward slashes. */
  path: string;
  text: string;
}

/** The renderer's files that match a pattern, sorted by path. */
export function rendererFiles(pattern: string): SourceFile[] {
  return globSync(pattern, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}
