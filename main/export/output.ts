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

/** Gathers small pieces in one buffer, so that a file is not written word by word and little is left to clear away. */
export class Gatherer implements Output {
  readonly #hand: (bytes: Uint8Array) => Promise<void>;
  readonly #buffer = Buffer.allocUnsafeSlow(gathered);
  #used = 0;

  /** @param hand has done with the bytes when it is done: the buffer is used again */
  constructor(hand: (bytes: Uint8Array) => Promise<void>) {
    this.#hand = hand;
  }

  async write(piece: string | Uint8Array): Promise<void> {
    const length = typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length;
    if (this.#used + length > gathered) await this.flush();
    if (length > gathered) {
      await this.#hand(typeof piece === 'string' ? Buffer.from(piece) : piece);
      return;
    }
    if (typeof piece === 'string') this.#buffer.write(piece, this.#used);
    else this.#buffer.set(piece, this.#used);
    this.#used += length;
  }

  async flush(): Promise<void> {
    if (this.#used === 0) return;
    const bytes = this.#buffer.subarray(0, this.#used);
    this.#used = 0;
    await this.#hand(bytes);
  }
}
