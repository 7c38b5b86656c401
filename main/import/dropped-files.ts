import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '#core/environment.ts';
import { BoughError } from '#core/errors.ts';
import { guardedFiles } from '../storage/failures.ts';
import { cleanFileName } from '../storage/file-name.ts';
import { refuseFullDisk } from '../storage/free-space.ts';

interface Drop {
  folder: string;
  files: { path: string; bytes: number; taken: number; handle: FileHandle }[];
}

/**
 * Files that were dropped on the window, taken over piece by piece. The window hands over bytes and never a path: what
 * it says could lead anywhere.
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
  async begin(files: readonly { name: string; bytes: number }[]): Promise<string> {
    const id = this.#environment.newId();
    const folder = join(this.#folder, id);
    await guardedFiles(() => mkdir(folder, { recursive: true, mode: 0o700 }));
    await refuseFullDisk(
      folder,
      files.reduce((sum, { bytes }) => sum + bytes, 0),
    );
    const drop: Drop = { folder, files: [] };
    this.#drops.set(id, drop);
    for (const [at, { name, bytes }] of files.entries()) {
      // The number keeps two files of one name apart; their order among parts stays that of their names.
      const own = join(folder, String(at));
      const path = join(own, cleanFileName(name));
      await guardedFiles(() => mkdir(own, { mode: 0o700 }));
      const handle = await guardedFiles(() => open(path, 'wx', 0o600));
      drop.files.push({ path, bytes, taken: 0, handle });
    }
    return id;
  }

  /** Takes the next bytes of a file. Throws `not_found`, and `bad_request` for more than was said. */
  async take(id: string, at: number, bytes: Uint8Array): Promise<void> {
    const file = this.#find(id).files[at];
    if (!file || file.taken + bytes.byteLength > file.bytes) {
      throw new BoughError('bad_request', 'More was handed over than was announced');
    }
    file.taken += bytes.byteLength;
    await guardedFiles(() => file.handle.appendFile(bytes));
  }

  /** Where the files lie. Throws `bad_request` where bytes are missing. */
  async end(id: string): Promise<string[]> {
    const { files } = this.#find(id);
    if (files.some(({ taken, bytes }) => taken !== bytes)) {
      throw new BoughError('bad_request', 'Less was handed over than was announced');
    }
    for (const { handle } of files) await handle.close();
    return files.map(({ path }) => path);
  }

  /** Throws a drop away. Returns whether there was one. */
  async remove(id: string): Promise<boolean> {
    const drop = this.#drops.get(id);
    if (!drop) return false;
    this.#drops.delete(id);
    for (const { handle } of drop.files) await handle.close();
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
