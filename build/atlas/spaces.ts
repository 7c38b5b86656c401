/** A line end is a glyph like any other on a page. */
export const lineEnd = 0x0a;

/**
 * No-break, en, em, thin, hair, narrow no-break, mathematical and ideographic space, and their kin: drawn as an open
 * box, because they would be empty and are too common for a code point in brackets.
 */
export const otherSpaces = [
  0xa0,
  ...Array.from({ length: 11 }, (_, i) => 0x2000 + i),
  0x202f,
  0x205f,
  0x3000,
];
