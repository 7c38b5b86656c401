import {
  type PdfDictionary,
  PdfProblem,
  type PdfReference,
  type PdfValue,
  readValue,
  skipSpaces,
} from './values.ts';

/** An object of a file: its value, and what is to be written after it where it is a stream. */
export interface PdfObject {
  value: PdfValue;
  stream: Buffer | null;
}

/**
 * A file as Chromium prints it: objects in the open, listed in one classic table of references.
 *
 * Throws `PdfProblem` for any other.
 */
export class PrintedPart {
  readonly #bytes: Buffer;
  /** By number; 0 for those that are not there. */
  readonly #offsets: number[];
  readonly #ends: ReadonlyMap<number, number>;
  readonly trailer: PdfDictionary;
  readonly catalog: PdfDictionary;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    const start = bytes.lastIndexOf('startxref');
    const table = Number.parseInt(bytes.toString('latin1', start + 'startxref'.length), 10);
    const { offsets, trailer } = readTable(bytes, start < 0 ? -1 : table);
    this.#offsets = offsets;
    this.#ends = endsOf(offsets, table);
    this.trailer = trailer;
    this.catalog = this.dictionary(trailer.get('/Root'));
  }

  /** Numbers of the objects, in the order in which they are written. */
  get numbers(): number[] {
    return [...this.#offsets.entries()]
      .filter(([, offset]) => offset > 0)
      .sort(([, a], [, b]) => a - b)
      .map(([number]) => number);
  }

  object(number: number): PdfObject {
    const offset = this.#offsets[number] ?? 0;
    const head = `${number} 0 obj`;
    if (offset === 0 || this.#bytes.toString('latin1', offset, offset + head.length) !== head)
      throw new PdfProblem(`There is no object ${number}`);
    const { value, end } = readValue(this.#bytes, offset + head.length);
    const after = skipSpaces(this.#bytes, end);
    if (this.#bytes.toString('latin1', after, after + 6) !== 'stream') return { value, stream: null };
    const next = this.#ends.get(offset) ?? this.#bytes.length;
    const last = this.#bytes.lastIndexOf('endobj', next);
    return { value, stream: this.#bytes.subarray(after, last) };
  }

  /** A dictionary, or the one that is referred to. */
  dictionary(value: PdfValue | undefined): PdfDictionary {
    const found = this.follow(value);
    if (!(found instanceof Map)) throw new PdfProblem('There is no dictionary where one should be');
    return found;
  }

  follow(value: PdfValue | undefined): PdfValue | undefined {
    return isReference(value) ? this.object(value.object).value : value;
  }
}

export function isReference(value: PdfValue | undefined): value is PdfReference {
  return typeof value === 'object' && !Array.isArray(value) && !(value instanceof Map);
}

function readTable(bytes: Buffer, table: number): { offsets: number[]; trailer: PdfDictionary } {
  const head = /^xref\s+0 (\d+)\s*?\n/.exec(table < 0 ? '' : bytes.toString('latin1', table, table + 40));
  if (!head) throw new PdfProblem('There is no table of references');
  const entry = 20;
  const first = table + head[0].length;
  const count = Number(head[1]);
  const offsets = Array.from({ length: count }, (_, number) => {
    const at = first + number * entry;
    const line = bytes.toString('latin1', at, at + entry);
    return line[17] === 'n' ? Number.parseInt(line, 10) : 0;
  });
  const trailerAt = bytes.indexOf('trailer', first + count * entry);
  if (trailerAt < 0) throw new PdfProblem('There is no trailer');
  const trailer = readValue(bytes, trailerAt + 'trailer'.length).value;
  if (!(trailer instanceof Map) || trailer.has('/Encrypt') || trailer.has('/Prev'))
    throw new PdfProblem('The trailer is not one of a printed page');
  return { offsets, trailer };
}

/** Where each object ends at the latest: where the next one begins. */
function endsOf(offsets: readonly number[], table: number): Map<number, number> {
  const sorted = [...offsets.filter((offset) => offset > 0), table].sort((a, b) => a - b);
  return new Map(sorted.map((offset, at) => [offset, sorted[at + 1] ?? table]));
}
