import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes that the cache may keep; the pages that were made first go first. */
const mostBytes = 256 * 1024 * 1024;

/**
 * Snapshot pages by the hash of their PNG, in a folder that may be deleted at any time: they are drawn again from the
 * fold's source [S2]. A damaged file counts as missing.
 */
export class PageCache {
  readonly #folder: string;

  /** @param folder made when the first page is kept */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Null where it is not there, or not what its name says. */
  async read(hash: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const png = await orNull(readFile(this.#fileOf(hash)));
    if (png === null || createHash('sha256').update(png).digest('hex') !== hash) return null;
    return new Uint8Array(png);
  }

  async has(hash: string): Promise<boolean> {
    return (await this.read(hash)) !== null;
  }

  /** For the worker that draws: nothing else waits while it writes. */
  writeSync(hash: string, png: Uint8Array): void {
    mkdirSync(this.#folder, { recursive: true });
    const file = this.#fileOf(hash);
    writeFileSync(`${file}.new`, png);
    renameSync(`${file}.new`, file);
  }

  /** Keeps the cache within its bounds. */
  prune(most: number = mostBytes): Promise<void> {
    return pruneFolder(this.#folder, most);
  }

  #fileOf(hash: string): string {
    return join(this.#folder, `${hash}.png`);
  }
}

/** Removes the oldest files of a folder, until those that are left have no more bytes than this. */
export async function pruneFolder(folder: string, most: number): Promise<void> {
  const names = (await orNull(readdir(folder))) ?? [];
  const files = await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      const facts = await orNull(stat(file));
      return { file, bytes: facts?.size ?? 0, made: facts?.mtimeMs ?? 0 };
    }),
  );
  let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  for (const old of files.sort((a, b) => a.made - b.made)) {
    if (bytes <= most) return;
    bytes -= old.bytes;
    await rm(old.file, { force: true });
  }
}

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
