/**
 * Writes a character of more than one byte as UTF-8; half a surrogate pair as the character that stands for what is
 * broken. An encoder object costs more than a word does.
 *
 * @returns the place behind it
 */
export function writeCharacter(bytes: Uint8Array, at: number, given: number): number {
  const codePoint = given >= 0xd800 && given <= 0xdfff ? 0xfffd : given;
  if (codePoint < 0x800) {
    bytes[at] = 0xc0 | (codePoint >> 6);
    bytes[at + 1] = followed(codePoint, 0);
    return at + 2;
  }
  if (codePoint < 0x10000) {
    bytes[at] = 0xe0 | (codePoint >> 12);
    bytes[at + 1] = followed(codePoint, 6);
    bytes[at + 2] = followed(codePoint, 0);
    return at + 3;
  }
  bytes[at] = 0xf0 | (codePoint >> 18);
  bytes[at + 1] = followed(codePoint, 12);
  bytes[at + 2] = followed(codePoint, 6);
  bytes[at + 3] = followed(codePoint, 0);
  return at + 4;
}

const followed = (codePoint: number, shift: number): number => 0x80 | ((codePoint >> shift) & 0x3f);
