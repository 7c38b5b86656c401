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
