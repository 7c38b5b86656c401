/** The foot of a page: where it is written, and how wide the page is, in points. */
export interface Foot {
  /** The number of its object. */
  number: number;
  width: number;
}

/** One of the fonts that every reader has. */
export const footFont = '<</Type /Font\n/Subtype /Type1\n/BaseFont /Helvetica\n/Encoding /WinAnsiEncoding>>';

/** In points: size of the letters, and of the space below them. */
const size = 7;
const height = 24;
/** Widths of Helvetica, in parts of its size. */
const [digit, other] = [0.556, 0.278];

/** Paints "3 / 12" in the middle of the foot. Marked as no part of the text, for those who listen to it. */
export function footStream({ width }: Foot, page: number, pages: number): string {
  const text = `${page} / ${pages}`;
  const long = [...text].reduce((sum, character) => sum + (/\d/.test(character) ? digit : other), 0) * size;
  const x = ((width - long) / 2).toFixed(2);
  return [
    'Q',
    '/Artifact <</Type /Pagination /Subtype /Footer>> BDC',
    `q .333 g BT /Foot ${size} Tf ${x} ${height} Td (${text}) Tj ET Q`,
    'EMC',
  ].join('\n');
}
