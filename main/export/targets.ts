import { type FileHandle, mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { BoughError } from '#core/errors.ts';
import { renameStubbornly, syncFolder } from '../storage/durable-file.ts';
import { Gatherer, type OpenFile, type Target } from './output.ts';
import { temporaryOf } from './unfinished.ts';
import { ZipWriter } from './zip-writer.ts';

/** Where a target is written to, and where it will be. */
export interface Place {
  /** The path that the user chose. */
  path: string;
  /** Makes the temporary name new in its folder. */
  unique: string;
  /**
   * The system's dialog asked about replacing exactly this path. Otherwise whatever is there stays, and a number is
   * added to the name.
   */
  mayReplace: boolean;
}

/** One file. */
export function fileTarget(place: Place): Promise<Target> {
  return SingleFile.open(place);
}

/** One zip that holds the files. */
export async function zipTarget(place: Place): Promise<Target> {
  const single = await SingleFile.open(place);
  const zip = new ZipWriter(await single.file());
  return {
    file: (name) => zip.entry(name),
    async finish() {
      await zip.finish();
      return single.finish();
    },
    abort: () => single.abort(),
  };
}

/** A folder that holds the files. A folder that is there already is never added to. */
export async function folderTarget(place: Place): Promise<Target> {
  const temporary = temporaryOf(place.path, place.unique);
  await atPlace(() => mkdir(temporary));
  const folders = new Set<string>([temporary]);
  let newest: FileOnDisk | null = null;
  return {
    async file(name) {
      const path = join(temporary, ...name.split('/'));
      if (!folders.has(dirname(path))) {
        await mkdir(dirname(path), { recursive: true });
        folders.add(dirname(path));
      }
      newest = new FileOnDisk(await open(path, 'wx'));
      return newest;
    },
    async finish() {
      for (const folder of folders) syncFolder(folder);
      const path = await freePath(place.path);
      await atPlace(() => renameStubbornly(temporary, path));
      syncFolder(dirname(path));
      return path;
    },
    async abort() {
      await newest?.drop();
      await rm(temporary, { recursive: true, force: true });
    },
  };
}

/** What the system answers for a place that cannot be written: gone, guarded, a folder, or a name that is too long. */
const noPlace = [
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOENT',
  'ENOTDIR',
  'EISDIR',
  'ENOTEMPTY',
  'EEXIST',
  'ENAMETOOLONG',
  'EINVAL',
];

/** Throws `place_not_writable` where the place that the user chose cannot be one. */
async function atPlace<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof Error) || !('code' in thrown) || !noPlace.includes(String(thrown.code)))
      throw thrown;
    const detail = { detail: thrown.message, cause: thrown };
    throw new BoughError('place_not_writable', 'That place cannot be written to', detail);
  }
}

class SingleFile implements Target {
  readonly #place: Place;
  readonly #temporary: string;
  readonly #file: FileOnDisk;

  private constructor(place: Place, temporary: string, file: FileOnDisk) {
    this.#place = place;
    this.#temporary = temporary;
    this.#file = file;
  }

  static async open(place: Place): Promise<SingleFile> {
    const temporary = temporaryOf(place.path, place.unique);
    const handle = await atPlace(() => open(temporary, 'wx'));
    return new SingleFile(place, temporary, new FileOnDisk(handle));
  }

  async file(): Promise<OpenFile> {
    return this.#file;
  }

  async finish(): Promise<string> {
    await this.#file.close();
    const { path, mayReplace } = this.#place;
    const final = mayReplace ? path : await freePath(path);
    await atPlace(() => renameStubbornly(this.#temporary, final));
    syncFolder(dirname(final));
    return final;
  }

  async abort(): Promise<void> {
    await this.#file.drop();
    await rm(this.#temporary, { force: true });
  }
}

class FileOnDisk implements OpenFile {
  readonly #handle: FileHandle;
  readonly #gatherer: Gatherer;
  #closed = false;

  constructor(handle: FileHandle) {
    this.#handle = handle;
    this.#gatherer = new Gatherer(async (bytes) => {
      for (let written = 0; written < bytes.length; ) {
        written += (await handle.write(bytes, written)).bytesWritten;
      }
    });
  }

  write(piece: string | Uint8Array): Promise<void> {
    return this.#gatherer.write(piece);
  }

  /** On disk when it returns. */
  async close(): Promise<void> {
    if (this.#closed) return;
    await this.#gatherer.flush();
    await this.#handle.sync();
    await this.drop();
  }

  async drop(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#handle.close();
  }
}

/** The path, or the first of "name 2", "name 3" and so on at which nothing is. */
async function freePath(path: string): Promise<string> {
  const ending = /\.bough\.json$/.exec(path)?.[0] ?? extname(path);
  const stem = path.slice(0, path.length - ending.length);
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? path : `${stem} ${number}${ending}`;
    if (!(await exists(candidate))) return candidate;
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return false;
    throw thrown;
  }
}
