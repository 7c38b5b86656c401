import { closeSync, createWriteStream, fstatSync, mkdirSync, openSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';

/**
 * One file in a zip archive. Field meanings: PKWARE APPNOTE 6.3, sections 4.3.7, 4.3.12 and 4.3.16.
 *
 * @typedef {object} ZipEntry
 * @property {string} name with forward slashes; a folder ends in one
 * @property {boolean} deflated
 * @property {number} packedSize bytes
 * @property {number} offset of the local header, in bytes
 * @property {number} mode Unix permission bits
 */

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const CHUNK = 1024 * 1024;

/**
 * Unpacks the chosen files of a zip archive (below 4 GB, stored or deflated, as made on Unix).
 *
 * @param {string} archive
 * @param {string} folder must exist
 * @param {(name: string) => string | undefined} place the path below `folder`, or nothing to leave a file out
 * @param {(bytes: number) => void} [onBytes] hears how many packed bytes are done
 * @throws {Error} when the archive is cut short or a name leads out of the folder
 */
export async function unzip(archive, folder, place, onBytes = () => {}) {
  const file = openSync(archive, 'r');
  let done = 0;
  try {
    for (const entry of readDirectory(file)) {
      const path = entry.name.endsWith('/') ? undefined : place(entry.name);
      if (path === undefined) continue;
      if (path.split('/').includes('..'))
        throw new Error(`The archive names a path outside its folder: ${path}`);
      const target = join(folder, path);
      mkdirSync(dirname(target), { recursive: true });
      const packed = Readable.from(readContent(file, entry));
      const output = createWriteStream(target, { mode: entry.mode });
      await (entry.deflated ? pipeline(packed, createInflateRaw(), output) : pipeline(packed, output));
      done += entry.packedSize;
      onBytes(done);
    }
  } finally {
    closeSync(file);
  }
}

/**
 * @param {number} file
 * @returns {ZipEntry[]}
 */
function readDirectory(file) {
  const size = fstatSync(file).size;
  const tail = readAt(file, Math.max(0, size - 65_557), Math.min(size, 65_557));
  let end = tail.length - 22;
  while (end >= 0 && tail.readUInt32LE(end) !== END_OF_DIRECTORY) end--;
  if (end < 0) throw new Error('This is not a whole zip archive.');
  const count = tail.readUInt16LE(end + 10);
  const directory = readAt(file, tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12));
  /** @type {ZipEntry[]} */
  const entries = [];
  for (let at = 0; entries.length < count; ) {
    if (directory.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new Error('The zip archive is damaged.');
    const nameLength = directory.readUInt16LE(at + 28);
    entries.push({
      name: directory.toString('utf8', at + 46, at + 46 + nameLength),
      deflated: directory.readUInt16LE(at + 10) === 8,
      packedSize: directory.readUInt32LE(at + 20),
      offset: directory.readUInt32LE(at + 42),
      mode: (directory.readUInt32LE(at + 38) >>> 16) & 0o777 || 0o644,
    });
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

/**
 * @param {number} file
 * @param {ZipEntry} entry
 */
function* readContent(file, entry) {
  const header = readAt(file, entry.offset, 30);
  const start = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  for (let read = 0; read < entry.packedSize; read += CHUNK) {
    yield readAt(file, start + read, Math.min(CHUNK, entry.packedSize - read));
  }
}

/**
 * @param {number} file
 * @param {number} position
 * @param {number} length
 */
function readAt(file, position, length) {
  const buffer = Buffer.allocUnsafe(length);
  if (readSync(file, buffer, 0, length, position) !== length)
    throw new Error('The zip archive is cut short.');
  return buffer;
}
