/**
 * What a font lacks, and what would be invisible, is written as its code point in brackets: `[U+1F9D1]`. A bracket
 * of the text itself that looks like one is written as a code point too, so that reading back is exact.
 */
const written = /\[U\+([0-9A-F]{4,6})\]/g;

export function bracketed(codePoint: number): string {
  return `[U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}]`;
}

/** Whether the text at `index` begins like a code point in brackets. */
export function looksBracketed(text: string, index: number): boolean {
  return text.startsWith('[U+', index);
}

/** Puts the characters back that were written as code points. */
export function readBrackets(text: string): string {
  return text.replace(written, (_, hex: string) => {
    const codePoint = Number.parseInt(hex, 16);
    return codePoint >= 0xd800 && codePoint <= 0xdfff
      ? String.fromCharCode(codePoint)
      : String.fromCodePoint(codePoint);
  });
}
