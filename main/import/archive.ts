import type { Readable } from 'node:stream';

/** One file of an archive, wherever it lies. */
export interface ArchiveFile {
  /** Where it is, with slashes, for people. Never used as a place to write to. */
  path: string;
  /** The last part of the path. */
  name: string;
  /** Bytes, as the archive says. */
  size: number;
  /** Its bytes. The stream fails when they are fewer, more or others than the archive says. */
  open(): Promise<Readable>;
}

/** What the user chose: files, folders and zips, with the zips in them, as one list of files. */
export interface Archive {
  files: ArchiveFile[];
  close(): Promise<void>;
}

/** The last part of a path with slashes. */
export function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Reads a whole file. @param most bytes; more is refused with a RangeError */
export async function readWhole(file: ArchiveFile, most: number): Promise<Uint8Array> {
  if (file.size > most) throw new RangeError(`${file.path} has ${file.size} bytes`);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of await file.open()) {
    length += chunk.length;
    if (length > most) throw new RangeError(`${file.path} has more than ${most} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
