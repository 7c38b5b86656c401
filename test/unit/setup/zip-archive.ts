import { deflateRawSync } from 'node:zlib';

/** A file to put into an archive. */
export interface ZipFile {
  name: string;
  content: string;
  /** Unix permission bits. */
  mode: number;
  stored?: boolean;
}

/**
 * Writes a zip archive as it is made on Unix, after PKWARE's APPNOTE 6.3 (sections 4.3.7, 4.3.12, 4.3.16).
 *
 * @param files - in their order
 * @returns the archive's bytes
 */
export function zipArchive(files: readonly ZipFile[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, mode, stored = false } of files) {
    const path = Buffer.from(name);
    const data = stored ? Buffer.from(content) : deflateRawSync(content);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(path.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(stored ? 0 : 8, 10);
    entry.writeUInt32LE(data.length, 20);
    entry.writeUInt32LE(Buffer.byteLength(content), 24);
    entry.writeUInt16LE(path.length, 28);
    entry.writeUInt32LE(((0o100000 | mode) << 16) >>> 0, 38);
    entry.writeUInt32LE(offset, 42);
    parts.push(local, path, data);
    directory.push(entry, path);
    offset += local.length + path.length + data.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}
