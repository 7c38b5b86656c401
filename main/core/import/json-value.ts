/** Reading JSON of which nothing is sure: whatever is not as expected counts as absent. */

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An empty object where the value is none. */
export function objectIn(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** Empty where the value is no list. */
export function listIn(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Empty where the value is no string. */
export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Null for what is no string, or an empty one. */
export function nameIn(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Times outside of these are nonsense: no chat program is older, and none writes from the future. Milliseconds. */
const earliest = Date.UTC(2000, 0, 1);
const latest = Date.UTC(2100, 0, 1);

/** A time in milliseconds since the epoch from seconds, milliseconds, or a date as text; null for nonsense. */
export function timeIn(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  if (typeof number === 'string') return plausible(Date.parse(number));
  if (typeof number !== 'number') return null;
  return plausible(number < latest / 1000 ? number * 1000 : number);
}

function plausible(time: number): number | null {
  return time >= earliest && time < latest ? Math.round(time) : null;
}

/** Parses JSON; undefined for what is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What is no JSON is text: whoever asks has a use for both.
    return undefined;
  }
}

/** Every string in a value that somebody could read, in order, without those under the named fields. */
export function readableStrings(value: unknown, without: readonly string[]): string[] {
  const found: string[] = [];
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string' && next.trim() !== '') found.push(next);
    else if (typeof next === 'number') found.push(String(next));
    else if (Array.isArray(next)) for (const inner of next.toReversed()) open.push(inner);
    else if (isObject(next)) {
      for (const [field, inner] of Object.entries(next).reverse())
        if (!without.includes(field)) open.push(inner);
    }
  }
  return found;
}

/** Counts one more of a kind. A name from a file can be any word, `__proto__` too. */
export function countIn(counts: Record<string, number>, kind: string): void {
  const known = Object.hasOwn(counts, kind) ? (counts[kind] ?? 0) : 0;
  Object.defineProperty(counts, kind, {
    value: known + 1,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}
