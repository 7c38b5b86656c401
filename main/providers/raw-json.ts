/**
 * JSON text that goes into a request as it is. Parsing and printing it again would change `1.0` to `1` and lose
 * large integers [T4].
 */
export class RawJson {
  readonly text: string;

  /** @param text valid JSON */
  constructor(text: string) {
    this.text = text;
  }
}

/** `JSON.stringify` that writes {@link RawJson} as it is and leaves out undefined: same value, same bytes. */
export function stringify(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map((item) => stringify(item ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields: string[] = [];
  for (const [name, field] of Object.entries(value)) {
    if (field !== undefined) fields.push(`${JSON.stringify(name)}:${stringify(field)}`);
  }
  return `{${fields.join(',')}}`;
}

/** The raw argument string of a call, or null where it is not a JSON object. */
export function rawObject(text: string): RawJson | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? new RawJson(text) : null;
  } catch {
    return null;
  }
}

/** What stands in a request for arguments that no server could read: nothing, or the text in a field. */
export function readableArguments(text: string): string {
  if (rawObject(text)) return text;
  return text.trim() === '' ? '{}' : JSON.stringify({ invalid_json: text });
}

/**
 * Parses JSON, but leaves the values of one field as the text that they came as: arguments that a vendor sends as an
 * object would lose large integers and their spelling otherwise [T4].
 *
 * @throws `SyntaxError` for what is no JSON
 */
export function parseKeeping(text: string, field: string): unknown {
  JSON.parse(text);
  return new KeepingReader(text, field).value();
}

/** Reads JSON that is known to be valid. */
class KeepingReader {
  readonly #text: string;
  readonly #field: string;
  #at = 0;

  constructor(text: string, field: string) {
    this.#text = text;
    this.#field = field;
  }

  value(): unknown {
    const first = this.#next();
    if (first === '{') return Object.fromEntries(this.#items('}', () => this.#entry()));
    if (first === '[') return this.#items(']', () => this.value());
    return JSON.parse(this.#take(first === '"' ? /"(?:[^"\\]|\\.)*"/y : /[^\s,\]}]+/y));
  }

  #entry(): [string, unknown] {
    const name = String(this.value());
    this.#next();
    this.#at += 1;
    this.#next();
    const start = this.#at;
    const value = this.value();
    return [name, name === this.#field ? this.#text.slice(start, this.#at) : value];
  }

  #items<T>(end: string, read: () => T): T[] {
    const items: T[] = [];
    this.#at += 1;
    while (this.#next() !== end) {
      if (this.#next() === ',') this.#at += 1;
      else items.push(read());
    }
    this.#at += 1;
    return items;
  }

  /** Skips blanks; the character that follows. */
  #next(): string | undefined {
    this.#take(/\s*/y);
    return this.#text[this.#at];
  }

  #take(shape: RegExp): string {
    shape.lastIndex = this.#at;
    const [taken = ''] = shape.exec(this.#text) ?? [];
    this.#at += taken.length;
    return taken;
  }
}
