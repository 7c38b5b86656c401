import { createReadStream, createWriteStream, type Dirent } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BoughError } from '#core/errors.ts';
import { guardedFiles } from '../storage/failures.ts';
import { refuseFullDisk } from '../storage/free-space.ts';
import type { Archive, ArchiveFile } from './archive.ts';
import { openZip } from './zip-archive.ts';

/** Folders in folders, zips in zips: deeper than any export, and an end for what refers to itself. */
const deepest = 12;
const deepestZip = 2;
/** A folder with more files is somebody's whole disk. */
const mostFiles = 500_000;

export interface OpenArchiveOptions {
  /** What the user chose. */
  paths: readonly string[];
  /** Where zips inside of zips are unpacked to; made when it is needed. */
  temporary: string;
}

/**
 * Opens what the user chose as one archive. Throws `import_unreadable`, `import_unsafe`, and what the file system says
 * of the temporary folder.
 */
export async function openArchive(options: OpenArchiveOptions): Promise<Archive> {
  const opener = new Opener(options.temporary);
  try {
    for (const path of options.paths) await opener.add(path, basename(path));
    return opener.archive();
  } catch (thrown) {
    await opener.close();
    throw thrown;
  }
}

class Opener {
  readonly #temporary: string;
  readonly #files: ArchiveFile[] = [];
  readonly #zips: Archive[] = [];
  #unpacked = 0;

  constructor(temporary: string) {
    this.#temporary = temporary;
  }

  archive(): Archive {
    return { files: this.#files, close: () => this.close() };
  }

  async close(): Promise<void> {
    for (const zip of this.#zips) await zip.close();
    await rm(this.#temporary, { recursive: true, force: true });
  }

  async add(path: string, shown: string, depth = 0): Promise<void> {
    const found = await stat(path).catch((thrown: unknown) => {
      throw cannotRead(shown, thrown);
    });
    if (found.isDirectory()) return this.#addFolder(path, shown, depth);
    if (await isZip(path, shown)) return this.#addZip(path, shown, 0);
    this.#addFile({
      path: shown,
      name: basename(path),
      size: found.size,
      open: async () => createReadStream(path),
    });
  }

  async #addFolder(path: string, shown: string, depth: number): Promise<void> {
    if (depth > deepest) throw cannotRead(shown, new Error('Too many folders in each other'));
    const entries = await readdir(path, { withFileTypes: true }).catch((thrown: unknown): Dirent[] => {
      throw cannotRead(shown, thrown);
    });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      // Links are not followed: they lead out of the folder, or around in it.
      if (!entry.isFile() && !entry.isDirectory()) continue;
      if (entry.name.startsWith('.') || entry.name === '__MACOSX') continue;
      await this.add(join(path, entry.name), `${shown}/${entry.name}`, depth + 1);
    }
  }

  async #addZip(path: string, shown: string, depth: number): Promise<void> {
    const zip = await openZip(path, shown);
    this.#zips.push(zip);
    for (const file of zip.files) {
      if (file.path.includes('/__MACOSX/')) continue;
      if (/\.zip$/i.test(file.name) && depth < deepestZip) await this.#unpack(file, depth + 1);
      else this.#addFile(file);
    }
  }

  async #unpack(file: ArchiveFile, depth: number): Promise<void> {
    await guardedFiles(() => mkdir(this.#temporary, { recursive: true, mode: 0o700 }));
    await refuseFullDisk(this.#temporary, file.size);
    const target = join(this.#temporary, `${this.#unpacked}.zip`);
    this.#unpacked += 1;
    try {
      await pipeline(await file.open(), createWriteStream(target, { flags: 'wx', mode: 0o600 }));
    } catch (thrown) {
      const failure = await guardedFiles(() => Promise.reject(thrown)).catch((named: unknown) => named);
      throw failure instanceof BoughError ? failure : cannotRead(file.path, thrown);
    }
    await this.#addZip(target, file.path, depth);
  }

  #addFile(file: ArchiveFile): void {
    if (this.#files.length >= mostFiles) {
      const params = { name: file.path.split('/', 1)[0] ?? file.path };
      throw new BoughError('import_unsafe', 'Too many files', { params, detail: `more than ${mostFiles}` });
    }
    this.#files.push(file);
  }
}

/** By its first bytes: `PK`, also of an empty zip. */
async function isZip(path: string, shown: string): Promise<boolean> {
  try {
    const handle = await open(path, 'r');
    try {
      const start = Buffer.alloc(4);
      const { bytesRead } = await handle.read(start, 0, 4, 0);
      const isPacked = start.readUInt16BE(0) === 0x504b && [0x0304, 0x0506].includes(start.readUInt16BE(2));
      return (bytesRead === 4 && isPacked) || /\.zip$/i.test(shown);
    } finally {
      await handle.close();
    }
  } catch (thrown) {
    throw cannotRead(shown, thrown);
  }
}

function cannotRead(shown: string, thrown: unknown): BoughError {
  const name = shown.slice(shown.lastIndexOf('/') + 1);
  const more = { params: { name }, detail: String(thrown), cause: thrown };
  return new BoughError('import_unreadable', 'What was chosen cannot be read', more);
}
