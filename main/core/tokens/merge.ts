import { hashed, noHash, type Vocabulary } from './vocabulary.ts';

/** A place in a stretch takes so many bits beside a rank. */
const placeBits = 11;

/** Bytes of the longest stretch that is merged. */
export const longestStretch = 2000;

/**
 * Tells how many tokens bytes come to that are no token themselves: of two neighbours that are one, those of the lowest
 * rank are merged first, and the first of them in the text. A heap finds them, so that a long stretch, as in Thai, takes
 * little more time for each byte than a word.
 *
 * @returns a function of the number of bytes at the beginning of `bytes`, at most 2047
 */
export function merger({ rank, longest }: Vocabulary, bytes: Uint8Array): (length: number) => number {
  /** By the place where a part begins. */
  const next = new Int32Array(bytes.length);
  const before = new Int32Array(bytes.length);
  /** Of the token that a part and the next one are; -1: none. */
  const ranks = new Int32Array(bytes.length);
  const heap = new Heap(3 * bytes.length);

  const offer = (at: number, length: number): void => {
    const second = next[at] ?? 0;
    const end = second < length ? (next[second] ?? 0) : length;
    const isPair = second < length && end - at <= longest;
    const value = isPair ? rank(bytes, at, end, hashOf(bytes, at, end)) : -1;
    ranks[at] = value;
    if (value >= 0) heap.add((value << placeBits) | at);
  };

  return (length) => {
    heap.clear();
    for (let at = 0; at < length; at += 1) {
      next[at] = at + 1;
      before[at] = at - 1;
    }
    for (let at = 0; at < length; at += 1) offer(at, length);
    let parts = length;
    for (let least = heap.take(); least >= 0; least = heap.take()) {
      const at = least & ((1 << placeBits) - 1);
      if (ranks[at] !== least >> placeBits) continue;
      const gone = next[at] ?? 0;
      const after = next[gone] ?? 0;
      ranks[gone] = -1;
      next[at] = after;
      if (after < length) before[after] = at;
      parts -= 1;
      offer(at, length);
      if (at > 0) offer(before[at] ?? 0, length);
    }
    return parts;
  };
}

function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = noHash;
  for (let at = from; at < to; at += 1) hash = hashed(hash, bytes[at] ?? 0);
  return hash;
}

/** Numbers of which the least is taken first. */
class Heap {
  readonly #items: Int32Array;
  #size = 0;

  constructor(most: number) {
    this.#items = new Int32Array(most);
  }

  clear(): void {
    this.#size = 0;
  }

  add(item: number): void {
    const items = this.#items;
    let at = this.#size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = items[parent] ?? 0;
      if (above <= item) break;
      items[at] = above;
      at = parent;
    }
    items[at] = item;
  }

  /** -1 where none is left. */
  take(): number {
    if (this.#size === 0) return -1;
    const items = this.#items;
    const least = items[0] ?? -1;
    this.#size -= 1;
    const size = this.#size;
    const last = items[size] ?? 0;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && (items[child + 1] ?? 0) < (items[child] ?? 0)) child += 1;
      const item = items[child] ?? 0;
      if (item >= last) break;
      items[at] = item;
      at = child;
    }
    items[at] = last;
    return least;
  }
}
