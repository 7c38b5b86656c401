/** Reads text in UTF-8, or in UTF-16 where a byte order mark says so; the mark itself is dropped. */
export function decodeText(bytes: Uint8Array): string {
  const little = bytes[0] === 0xff && bytes[1] === 0xfe;
  const big = bytes[0] === 0xfe && bytes[1] === 0xff;
  return new TextDecoder(little ? 'utf-16le' : big ? 'utf-16be' : 'utf-8').decode(bytes);
}

/** The beginning of a text, at most `length` UTF-16 units, never ending on half a surrogate pair. */
export function beginningOf(text: string, length: number): string {
  const cut = text.slice(0, length);
  return /[\uD800-\uDBFF]$/.test(cut) && cut.length < text.length ? cut.slice(0, -1) : cut;
}
