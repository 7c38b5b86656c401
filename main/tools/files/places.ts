import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { isInside } from '../approvals/grants.ts';
import { Refusal } from '../tool.ts';
import { pathProblem } from './path-words.ts';

export interface PlacesOptions {
  /** Folders that no tool may touch: the app's own and the workspace's. */
  forbidden: readonly string[];
  platform: NodeJS.Platform;
}

/** Where a path really leads. */
export interface RealPlace {
  /** Absolute, with all links followed; of a new file, its folder is. */
  path: string;
  /** It is, or is in, something that the user gave. */
  given: boolean;
}

/** What the kernel shows as files: reading them can tell secrets, or never end. */
const kernelFolders = ['/proc', '/sys', '/dev'];

/**
 * Turns paths as models write them into real ones. A path that begins in a place that the user gave and leads out of
 * it is refused without a question: nobody would expect it. Any other whole path is left to the user's answer.
 */
export class Places {
  readonly #options: PlacesOptions;

  constructor(options: PlacesOptions) {
    this.#options = options;
  }

  /**
   * Where something that is there lies.
   *
   * @param given real paths that the user gave
   * @throws {Refusal} in words for the model
   */
  async existing(path: string, given: readonly string[]): Promise<RealPlace> {
    return this.#find(path, given, (candidate) => realpath(candidate));
  }

  /** Where a file would be written: its folder has to be there. A link in its place is not followed. */
  async target(path: string, given: readonly string[]): Promise<RealPlace> {
    return this.#find(path, given, async (candidate) => {
      const name = basename(candidate);
      if (name === '' || name === '.') throw new Refusal('Name a file, not a folder.');
      return join(await realpath(dirname(candidate)), name);
    });
  }

  async #find(
    path: string,
    given: readonly string[],
    real: (candidate: string) => Promise<string>,
  ): Promise<RealPlace> {
    const problem = pathProblem(path, this.#options.platform);
    if (problem !== null) throw new Refusal(problem);
    for (const candidate of candidates(path, given)) {
      const found = await real(candidate).catch(absent);
      if (found === null) continue;
      await this.#refuseForbidden([found, resolve(candidate)]);
      const inside = given.some((place) => isInside(place, found));
      if (!inside && given.some((place) => isInside(place, resolve(candidate)))) {
        throw new Refusal(`${path} leads out of what the user gave.`);
      }
      return { path: found, given: inside };
    }
    throw new Refusal(notFound(path, given));
  }

  /** A way that begins in a closed place is closed too, wherever it leads. */
  async #refuseForbidden(paths: readonly string[]): Promise<void> {
    const own = await Promise.all(
      this.#options.forbidden.map((folder) => realpath(folder).catch(() => resolve(folder))),
    );
    const closed = [...own, ...(this.#options.platform === 'win32' ? [] : kernelFolders)];
    if (closed.some((folder) => paths.some((path) => isInside(folder, path)))) {
      throw new Refusal('This place is closed to tools, whatever the user allows.');
    }
  }
}

/** A relative path is meant in the places that were given. */
function candidates(path: string, given: readonly string[]): string[] {
  if (isAbsolute(path)) return [path];
  return given.flatMap((place) => [join(place, path), ...(basename(place) === path ? [place] : [])]);
}

function absent(error: unknown): null {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'ENOENT' || code === 'ENOTDIR') return null;
  if (code === 'ELOOP') throw new Refusal('The path is a circle of links.');
  if (code === 'ENAMETOOLONG') throw new Refusal('The path is too long.');
  throw error;
}

function notFound(path: string, given: readonly string[]): string {
  const places = given.map((place) => JSON.stringify(place)).join(', ');
  const known =
    given.length > 0
      ? `The user gave these places: ${places}.`
      : 'The user gave no file or folder yet. Ask for a whole path; the user is asked before anything is read.';
  return `There is nothing at ${JSON.stringify(path)}. ${known}`;
}
