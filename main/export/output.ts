/** Where an export is written to, piece by piece: a file, or an entry of a zip. */
export interface Output {
  write(piece: string | Uint8Array): Promise<void>;
}

/** A file of an export while it is written. */
export interface OpenFile extends Output {
  close(): Promise<void>;
}

/**
 * Where an export comes into being: beside the place where it will be, under a temporary name. Files are written one
 * after the other. Nothing is there under the final name before `finish`.
 */
export interface Target {
  /** @param name within the target, with forward slashes; the only file of a single-file target is its own name */
  file(name: string): Promise<OpenFile>;
  /** Makes it durable and gives it its name. Returns the path. */
  finish(): Promise<string>;
  /** Removes everything that was written. */
  abort(): Promise<void>;
}

/** Pieces are gathered up to this many bytes before they are handed on. */
const gathered = 256 * 1024;

/** Gathers small pieces, so that a file is not written word by word. */
export class Gatherer implements Output {
  readonly #hand: (bytes: Buffer) => Promise<void>;
  #pieces: Buffer[] = [];
  #bytes = 0;

  constructor(hand: (bytes: Buffer) => Promise<void>) {
    this.#hand = hand;
  }

  async write(piece: string | Uint8Array): Promise<void> {
    const bytes = typeof piece === 'string' ? Buffer.from(piece, 'utf8') : Buffer.from(piece);
    this.#pieces.push(bytes);
    this.#bytes += bytes.length;
    if (this.#bytes >= gathered) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#bytes === 0) return;
    const all = Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#bytes = 0;
    await this.#hand(all);
  }
}
