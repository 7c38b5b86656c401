import { type Readable, Transform } from 'node:stream';
import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import { BoughError } from '#core/errors.ts';
import type { Archive, ArchiveFile } from './archive.ts';
import { lastPart } from './archive.ts';

/** No export has more; a zip that says so is made to exhaust whoever lists it. */
const mostEntries = 1_000_000;
/** Bytes that an unpacked zip may have at all, and from where on its ratio is looked at. */
const mostBytes = 256 * 1024 ** 3;
const suspicious = 256 * 1024 ** 2;
/** Text packs 5 to 20 times smaller; a deflated nothing 1000 times. */
const mostRatio = 200;

/**
 * Lists a zip without unpacking any of it. Throws `import_unreadable` for a file that is none, is cut off or encrypted,
 * and `import_unsafe` for names that lead out of it and for sizes that no real archive has.
 *
 * @param shown how its files are named to people: `<shown>/<entry>`
 */
export async function openZip(file: string, shown: string): Promise<Archive> {
  const name = lastPart(shown);
  const zip = await open(file).catch((thrown: unknown) => {
    throw unreadable(name, thrown);
  });
  try {
    const entries = await listEntries(zip, name);
    refuseBomb(entries, name);
    return { files: entries.map((entry) => toFile(zip, entry, shown)), close: async () => zip.close() };
  } catch (thrown) {
    zip.close();
    throw thrown;
  }
}

function open(file: string): Promise<yauzl.ZipFile> {
  return yauzl.openPromise(file, { lazyEntries: true, autoClose: false, validateEntrySizes: true });
}

async function listEntries(zip: yauzl.ZipFile, name: string): Promise<yauzl.Entry[]> {
  if (zip.entryCount > mostEntries) throw unsafe(name, `${zip.entryCount} entries`);
  const entries: yauzl.Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) if (!entry.fileName.endsWith('/')) entries.push(entry);
  } catch (thrown) {
    // The reader checks every name before it hands out the entry.
    const text = String(thrown);
    throw /invalid relative path|absolute path|invalid characters/.test(text)
      ? unsafe(name, text)
      : unreadable(name, thrown);
  }
  const locked = entries.find((entry) => entry.isEncrypted());
  if (locked) throw unreadable(name, new Error(`${locked.fileName} is encrypted`));
  return entries;
}

/** Overlapping entries and endless zeros alike unpack to far more than what is there. */
function refuseBomb(entries: readonly yauzl.Entry[], name: string): void {
  const sum = (field: 'compressedSize' | 'uncompressedSize', of: readonly yauzl.Entry[]): number =>
    of.reduce((total, entry) => total + entry[field], 0);
  for (const some of [entries, ...entries.map((entry) => [entry])]) {
    const unpacked = sum('uncompressedSize', some);
    const ratio = unpacked / Math.max(1, sum('compressedSize', some));
    if (unpacked > mostBytes || (unpacked > suspicious && ratio > mostRatio)) {
      throw unsafe(name, `${unpacked} bytes unpacked, ${Math.round(ratio)} times as much as packed`);
    }
  }
  const starts = new Set(entries.map((entry) => entry.relativeOffsetOfLocalHeader));
  if (starts.size < entries.length) throw unsafe(name, 'Two entries share their bytes');
}

function toFile(zip: yauzl.ZipFile, entry: yauzl.Entry, shown: string): ArchiveFile {
  return {
    path: `${shown}/${entry.fileName}`,
    name: lastPart(entry.fileName),
    size: entry.uncompressedSize,
    async open(): Promise<Readable> {
      const packed = await zip.openReadStreamPromise(entry, {});
      const checked = new Checked(entry.crc32);
      packed.on('error', (error) => checked.destroy(error));
      // Whoever stops reading early lets go of the file as well.
      checked.on('close', () => packed.destroy());
      return packed.pipe(checked);
    },
  };
}

/** Fails at the end of bytes that are not those that were packed. */
class Checked extends Transform {
  readonly #expected: number;
  #sum = 0;

  constructor(expected: number) {
    super();
    this.#expected = expected;
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: (error: null, chunk: Buffer) => void): void {
    this.#sum = crc32(chunk, this.#sum);
    done(null, chunk);
  }

  override _flush(done: (error: Error | null) => void): void {
    done(
      this.#sum >>> 0 === this.#expected >>> 0 ? null : new Error('The bytes are not those that were packed'),
    );
  }
}

function unreadable(name: string, cause: unknown): BoughError {
  const more = { params: { name }, detail: String(cause), cause };
  return new BoughError('import_unreadable', 'The archive cannot be read', more);
}

function unsafe(name: string, detail: string): BoughError {
  return new BoughError('import_unsafe', 'The archive is not safe to unpack', { params: { name }, detail });
}
