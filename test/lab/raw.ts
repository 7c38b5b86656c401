/** JSON text that goes out as it is: a vendor's own encoder keeps large integers, which `JSON.stringify` would not. */
export class RawText {
  readonly text: string;

  /** @param text valid JSON */
  constructor(text: string) {
    this.text = text;
  }

  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/** `JSON.stringify` that writes {@link RawText} as it is. */
export function jsonOf(value: unknown): string {
  const raws: string[] = [];
  const text = JSON.stringify(value, function (this: Record<string, unknown>, key, found: unknown) {
    const given = this[key];
    return given instanceof RawText ? `\u0000${raws.push(given.text) - 1}\u0000` : found;
  });
  return text.replace(/"\\u0000(\d+)\\u0000"/g, (_, at: string) => raws[Number(at)] ?? 'null');
}
