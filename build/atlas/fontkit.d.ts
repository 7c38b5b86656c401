/** The part of fontkit 2 that the atlases need; the package ships no types. */
declare module 'fontkit' {
  export interface FontkitGlyph {
    advanceWidth: number;
    bbox: { minX: number; maxX: number };
    path: {
      commands: {
        command: 'moveTo' | 'lineTo' | 'quadraticCurveTo' | 'bezierCurveTo' | 'closePath';
        args: number[];
      }[];
    };
  }
  export interface FontkitFont {
    /** Font units. */
    ascent: number;
    characterSet: number[];
    glyphForCodePoint(codePoint: number): FontkitGlyph;
  }
  /** Reads a font file. */
  export function create(file: Uint8Array): FontkitFont;
}
