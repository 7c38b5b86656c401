import { createHash } from 'node:crypto';

/** SHA-256 of a text as base64url. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Extends a running hash by one more piece: equal chains mean equal sequences. */
export function chain(previous: string, piece: string): string {
  return sha256(`${previous}\n${piece}`);
}

/** Letters and digits only, of the given length, always the same for the same seed. */
export function idFrom(seed: string, length: number): string {
  return sha256(seed)
    .replace(/[-_]/g, '')
    .padEnd(length, sha256(`${seed}.`).replace(/[-_]/g, ''))
    .slice(0, length);
}

/** A generator of numbers in [0, 1) that a seed decides (mulberry32). */
export function randomFrom(seed: string): () => number {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
