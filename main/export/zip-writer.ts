import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';
import type { OpenFile, Output } from './output.ts';

/** Endings of files that are compressed already: they are stored as they are. */
const packed = /\.(png|jpe?g|gif|webp|avif|zip|docx|pdf)$/i;

/** 1 January 1980, midnight: the format's own zero. The same export gives the same bytes. */
const dosDate = 0x21;
const most32 = 0xffff_ffff;
const version = 20;
/** Of the format that holds more than 4 GB; Word takes no other than the first for its documents. */
const version64 = 45;
/** Sizes follow the data, and names are UTF-8. */
const flags = 0x0808;

interface Entry {
  name: Buffer;
  method: 0 | 8;
  crc: number;
  /** Bytes in the zip, and of the file. */
  packed: number;
  size: number;
  /** Of its header in the zip. */
  offset: number;
}

/**
 * Writes a zip piece by piece, one entry after the other, entries of up to 4 GB and
 * together of any size (PKWARE's APPNOTE 6.3).
 */
export class ZipWriter {
  readonly #out: Output;
  readonly #entries: Entry[] = [];
  #offset = 0;

  constructor(out: Output) {
    this.#out = out;
  }

  /** Begins an entry; the one before must be closed. */
  async entry(name: string, method: 0 | 8 = packed.test(name) ? 0 : 8): Promise<OpenFile> {
    const entry: Entry = {
      name: Buffer.from(name),
      method,
      crc: 0,
      packed: 0,
      size: 0,
      offset: this.#offset,
    };
    await this.#write(localHeader(entry));
    const hand = async (bytes: Uint8Array): Promise<void> => {
      entry.packed += bytes.length;
      await this.#write(bytes);
    };
    const body = method === 8 ? deflated(hand) : { write: hand, close: async () => {} };
    return {
      write: async (piece) => {
        const bytes = typeof piece === 'string' ? Buffer.from(piece, 'utf8') : piece;
        entry.crc = crc32(bytes, entry.crc);
        entry.size += bytes.length;
        await body.write(bytes);
      },
      close: async () => {
        await body.close();
        if (Math.max(entry.size, entry.packed) >= most32) {
          throw new RangeError(`${name} is too large for a zip`);
        }
        await this.#write(descriptor(entry));
        this.#entries.push(entry);
      },
    };
  }

  /** Writes the directory. The output is closed by whoever opened it. */
  async finish(): Promise<void> {
    const start = this.#offset;
    for (const entry of this.#entries) await this.#write(directoryEntry(entry));
    await this.#write(endOf(this.#entries.length, start, this.#offset - start));
  }

  async #write(bytes: Uint8Array): Promise<void> {
    this.#offset += bytes.length;
    await this.#out.write(bytes);
  }
}

/** Compresses what is written; `hand` gets the packed bytes, and the writer waits for it. */
function deflated(
  hand: (bytes: Uint8Array) => Promise<void>,
): OpenFile & { write(bytes: Uint8Array): Promise<void> } {
  const stream = createDeflateRaw({ level: 6 });
  let handed = Promise.resolve();
  let failure: unknown;
  stream.on('data', (bytes: Buffer) => {
    handed = handed
      .then(() => hand(bytes))
      .catch((thrown: unknown) => {
        failure ??= thrown;
      });
  });
  const settle = async (): Promise<void> => {
    await handed;
    if (failure !== undefined) throw failure;
  };
  return {
    async write(bytes) {
      if (!stream.write(bytes)) await once(stream, 'drain');
      await settle();
    },
    async close() {
      const ended = once(stream, 'end');
      stream.end();
      await ended;
      await settle();
    },
  };
}

function localHeader({ name, method }: Entry): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x0403_4b50, 0);
  header.writeUInt16LE(version, 4);
  header.writeUInt16LE(flags, 6);
  header.writeUInt16LE(method, 8);
  header.writeUInt16LE(dosDate, 12);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function descriptor({ crc, packed: bytes, size }: Entry): Buffer {
  const block = Buffer.alloc(16);
  block.writeUInt32LE(0x0807_4b50, 0);
  block.writeUInt32LE(crc, 4);
  block.writeUInt32LE(bytes, 8);
  block.writeUInt32LE(size, 12);
  return block;
}

function directoryEntry({ name, method, crc, packed: bytes, size, offset }: Entry): Buffer {
  const far = offset >= most32;
  const extra = Buffer.alloc(far ? 12 : 0);
  if (far) {
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(8, 2);
    extra.writeBigUInt64LE(BigInt(offset), 4);
  }
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x0201_4b50, 0);
  header.writeUInt16LE(far ? version64 : version, 4);
  header.writeUInt16LE(far ? version64 : version, 6);
  header.writeUInt16LE(flags, 8);
  header.writeUInt16LE(method, 10);
  header.writeUInt16LE(dosDate, 14);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(bytes, 20);
  header.writeUInt32LE(size, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE(far ? most32 : offset, 42);
  return Buffer.concat([header, name, extra]);
}

function endOf(entries: number, start: number, length: number): Buffer {
  const large = entries >= 0xffff || start >= most32 || length >= most32;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(Math.min(entries, 0xffff), 8);
  end.writeUInt16LE(Math.min(entries, 0xffff), 10);
  end.writeUInt32LE(Math.min(length, most32), 12);
  end.writeUInt32LE(Math.min(start, most32), 16);
  if (!large) return end;
  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(0x0606_4b50, 0);
  end64.writeBigUInt64LE(44n, 4);
  end64.writeUInt16LE(version64, 12);
  end64.writeUInt16LE(version64, 14);
  end64.writeBigUInt64LE(BigInt(entries), 24);
  end64.writeBigUInt64LE(BigInt(entries), 32);
  end64.writeBigUInt64LE(BigInt(length), 40);
  end64.writeBigUInt64LE(BigInt(start), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x0706_4b50, 0);
  locator.writeBigUInt64LE(BigInt(start + length), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([end64, locator, end]);
}
