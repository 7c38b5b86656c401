import { appendFile, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Environment } from '#core/environment.ts';
import { BoughError } from '#core/errors.ts';
import { guardedFiles } from '../storage/failures.ts';
import { cleanFileName } from '../storage/file-name.ts';
import { refuseFullDisk } from '../storage/free-space.ts';

/** A file of what was dropped, as the window announces it. */
export interface AnnouncedFile {
  /** Number of the file or folder that it came with. */
  item: number;
  /** Its name, or its path from the dropped folder on, that folder's name first. */
  path: string;
  bytes: number;
}

interface Drop {
  folder: string;
  /** Where each dropped file or folder begins. */
  tops: ReadonlySet<string>;
  files: { path: string; bytes: number; taken: number }[];
}

/**
 * Files that were dropped on the window, taken over piece by piece. The window hands over bytes and names, never a
 * place on the disk: what it says could lead anywhere.
 */
export class DroppedFiles {
  readonly #folder: string;
  readonly #environment: Environment;
  readonly #drops = new Map<string, Drop>();

  /** @param folder made when it is needed; what is in it may be removed at any start */
  constructor(folder: string, environment: Environment) {
    this.#folder = folder;
    this.#environment = environment;
  }

  /** Throws `disk_full` before anything is taken where the files do not fit, and `not_writable`. */
  async begin(files: readonly AnnouncedFile[]): Promise<string> {
    const id = this.#environment.newId();
    const folder = join(this.#folder, id);
    await guardedFiles(() => mkdir(folder, { recursive: true, mode: 0o700 }));
    await refuseFullDisk(
      folder,
      files.reduce((sum, { bytes }) => sum + bytes, 0),
    );
    const taken = new Set<string>();
    const placed = files.map(({ item, path, bytes }) => {
      const [top = 'file', ...inner] = path.split('/').map(cleanFileName);
      // The number keeps two of one name apart; the order of parts stays that of their names.
      const own = join(folder, String(item), top);
      return { own, path: unused(taken, join(own, ...inner)), bytes, taken: 0 };
    });
    this.#drops.set(id, { folder, tops: new Set(placed.map(({ own }) => own)), files: placed });
    return id;
  }

  /** Takes the next bytes of a file. Throws `not_found`, and `bad_request` for more than was said. */
  async take(id: string, at: number, bytes: Uint8Array): Promise<void> {
    const file = this.#find(id).files[at];
    if (!file || file.taken + bytes.byteLength > file.bytes) {
      throw new BoughError('bad_request', 'More was handed over than was announced');
    }
    const first = file.taken === 0;
    file.taken += bytes.byteLength;
    await guardedFiles(async () => {
      if (first) await mkdir(dirname(file.path), { recursive: true, mode: 0o700 });
      await appendFile(file.path, bytes, { flag: first ? 'wx' : 'a', mode: 0o600 });
    });
  }

  /** Where the dropped files and folders lie. Throws `bad_request` where bytes are missing. */
  end(id: string): string[] {
    const { files, tops } = this.#find(id);
    if (files.some(({ taken, bytes }) => taken !== bytes)) {
      throw new BoughError('bad_request', 'Less was handed over than was announced');
    }
    return [...tops];
  }

  /** Throws a drop away. Returns whether there was one. */
  async remove(id: string): Promise<boolean> {
    const drop = this.#drops.get(id);
    if (!drop) return false;
    this.#drops.delete(id);
    await guardedFiles(() => rm(drop.folder, { recursive: true, force: true }));
    return true;
  }

  async close(): Promise<void> {
    for (const id of [...this.#drops.keys()]) await this.remove(id);
  }

  #find(id: string): Drop {
    const drop = this.#drops.get(id);
    if (!drop) throw new BoughError('not_found', 'Nothing was dropped under this id');
    return drop;
  }
}

/** The path, with a number before it where cleaning made one name of two; some systems know no capitals. */
function unused(taken: Set<string>, path: string): string {
  let free = path;
  for (let n = 2; taken.has(free.toLowerCase()); n += 1) {
    free = join(dirname(path), `${n} ${path.slice(dirname(path).length + 1)}`);
  }
  taken.add(free.toLowerCase());
  return free;
}
