/** A glyph of a BDF font. */
export interface BdfGlyph {
  codePoint: number;
  /** Pixels to the next glyph. */
  advance: number;
  /** Pixels from the origin to the left edge of the ink. */
  left: number;
  /** Pixels from the line on which letters such as j end to the ink's lowest row, upwards. */
  bottom: number;
  width: number;
  /** One number a row, top row first; the leftmost pixel of the ink is bit `width - 1`. */
  rows: number[];
}

/**
 * Reads the glyphs of a BDF file (Glyph Bitmap Distribution Format 2.2, Adobe technical note 5005). Only what a font of
 * pixels needs: encoding, advance, bounding box and bitmap.
 */
export function* readBdf(text: string): Generator<BdfGlyph> {
  for (const [block] of text.matchAll(/^STARTCHAR[\s\S]*?^ENDCHAR/gm)) {
    const numbersOf = (key: string): number[] =>
      (new RegExp(`^${key} (.*)$`, 'm').exec(block)?.[1] ?? '').split(' ').map(Number);
    const [codePoint = -1] = numbersOf('ENCODING');
    const [advance = 0] = numbersOf('DWIDTH');
    const [width = 0, height = 0, left = 0, bottom = 0] = numbersOf('BBX');
    const lines = block
      .slice(block.indexOf('BITMAP'))
      .split('\n')
      .slice(1, 1 + height);
    // Rows are padded to whole bytes.
    const rows = lines.map((line) => Number.parseInt(line, 16) >>> (line.trim().length * 4 - width));
    if (codePoint >= 0) yield { codePoint, advance, left, bottom, width, rows };
  }
}
