/** What was found where an element of a JSON file should be. */
export type JsonElement =
  | { kind: 'element'; bytes: Uint8Array }
  /** Longer than what is held in memory: its length in bytes, and nothing of it. */
  | { kind: 'too-large'; length: number };

const [quote, backslash, comma, open, close, openBrace, closeBrace] = [34, 92, 44, 91, 93, 123, 125];
const isSpace = (byte: number): boolean => byte === 32 || byte === 10 || byte === 13 || byte === 9;

/**
 * Cuts a JSON file into the elements of its outermost list while it is read, so that a file of any size needs the
 * memory of its largest element only. A file that is one object, or several in a row, has these as its elements. The
 * elements are not looked into: what is between two commas is for the parser to judge.
 */
export class JsonElements {
  readonly #largest: number;
  #pieces: Uint8Array[] = [];
  #length = 0;
  #depth = 0;
  /** Depth at which elements stand: 1 inside a list, 0 where objects stand alone; null before the first sign. */
  #base: number | null = null;
  #inString = false;
  #escaped = false;
  #inside = false;
  #ended = false;

  /** @param largest bytes of an element that is kept */
  constructor(largest: number) {
    this.#largest = largest;
  }

  /** Takes in the next bytes, in UTF-8; returns the elements that they complete. */
  push(chunk: Uint8Array): JsonElement[] {
    const found: JsonElement[] = [];
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === backslash) this.#escaped = true;
        else if (byte === quote) this.#inString = false;
        continue;
      }
      if (!this.#inside) {
        if (!this.#begins(byte)) continue;
        start = at;
        this.#inside = true;
      }
      if (this.#endsBefore(byte)) {
        found.push(this.#take(chunk.subarray(start, at)));
        if (byte === close) this.#leave();
      } else if (this.#step(byte)) found.push(this.#take(chunk.subarray(start, at + 1)));
    }
    if (this.#inside) this.#keep(chunk.subarray(start));
    return found;
  }

  /** Whether the file ended where it should: nothing half written, its list closed. */
  get whole(): boolean {
    return !this.#inside && (this.#ended || this.#base === 0);
  }

  /** Whether nothing but blank space was in the file. */
  get empty(): boolean {
    return this.#base === null && !this.#ended;
  }

  /** Whether an element begins with this byte, outside of one. */
  #begins(byte: number): boolean {
    if (isSpace(byte) || byte === comma) return false;
    if (this.#base === null && byte === open && !this.#ended) {
      this.#base = 1;
      this.#depth = 1;
      return false;
    }
    if (this.#base === 1 && byte === close) {
      this.#leave();
      return false;
    }
    this.#base ??= 0;
    return true;
  }

  #leave(): void {
    this.#depth = 0;
    this.#base = null;
    this.#ended = true;
  }

  /** Whether the element that is open ends before this byte. */
  #endsBefore(byte: number): boolean {
    return this.#depth === this.#base && (byte === comma || byte === close);
  }

  /** Goes one byte further; true when it ends an object that stands alone. */
  #step(byte: number): boolean {
    if (byte === quote) this.#inString = true;
    else if (byte === openBrace || byte === open) this.#depth += 1;
    else if (byte === closeBrace || byte === close) {
      this.#depth -= 1;
      return this.#base === 0 && this.#depth <= 0;
    }
    return false;
  }

  #keep(piece: Uint8Array): void {
    this.#length += piece.length;
    // A copy: the reader may use its buffer again.
    if (this.#length <= this.#largest) this.#pieces.push(piece.slice());
    else this.#pieces = [];
  }

  #take(last: Uint8Array): JsonElement {
    this.#keep(last);
    const length = this.#length;
    const bytes = new Uint8Array(length <= this.#largest ? length : 0);
    let at = 0;
    for (const piece of this.#pieces) {
      bytes.set(piece, at);
      at += piece.length;
    }
    this.#pieces = [];
    this.#length = 0;
    this.#inside = false;
    if (this.#base === 0) this.#depth = 0;
    return length <= this.#largest ? { kind: 'element', bytes } : { kind: 'too-large', length };
  }
}
