import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Log } from '#core/log.ts';
import { temporarySuffix, writeDurably } from '../storage/durable-file.ts';
import { shortName } from './short-name.ts';

const markEnding = '.unfinished';

/**
 * Exports in the making: a mark in the app's own folder for each, so that what a crash leaves behind in the folders of
 * the user is removed at the next start. The folder also holds pages that are being laid out.
 */
export class Unfinished {
  readonly folder: string;
  readonly #log: Log;

  constructor(folder: string, log: Log) {
    this.folder = folder;
    this.#log = log;
  }

  /** Notes what an export is about to write to. Returns what takes the note back. */
  async note(path: string, unique: string): Promise<() => Promise<void>> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const mark = join(this.folder, `${unique}${markEnding}`);
    await writeDurably(mark, Buffer.from(JSON.stringify({ temporary: temporaryOf(path, unique) })), unique);
    return () => rm(mark, { force: true });
  }

  /** Removes what a crash left. Returns the names of the exports that were not finished. */
  async sweep(): Promise<string[]> {
    const names: string[] = [];
    for (const name of await this.#left()) {
      const file = join(this.folder, name);
      if (name.endsWith(markEnding)) {
        const lost = await this.#removeMarked(file, name.slice(0, -markEnding.length));
        if (lost !== null) names.push(lost);
      }
      await rm(file, { recursive: true, force: true });
    }
    return names;
  }

  async #left(): Promise<string[]> {
    try {
      return await readdir(this.folder);
    } catch (thrown) {
      if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return [];
      throw thrown;
    }
  }

  /** Removes only what bears the mark's own id in its name, whatever the mark says. */
  async #removeMarked(mark: string, unique: string): Promise<string | null> {
    try {
      const { temporary } = JSON.parse(await readFile(mark, 'utf8')) as { temporary: unknown };
      const ending = `.${unique}${temporarySuffix}`;
      if (typeof temporary !== 'string' || !temporary.endsWith(ending)) return null;
      await rm(temporary, { recursive: true, force: true });
      return basename(temporary).slice(0, -ending.length);
    } catch (thrown) {
      this.#log.warn('An unfinished export could not be removed', { mark, error: String(thrown) });
      return null;
    }
  }
}

/** Where a target at `path` comes into being. Its name fits where the target's own just fits. */
export function temporaryOf(path: string, unique: string): string {
  return join(dirname(path), `${shortName(basename(path))}.${unique}${temporarySuffix}`);
}
