import { longestStretch, merger } from './merge.ts';
import { pieceEnd } from './pieces.ts';
import { writeCharacter } from './utf8.ts';
import { hashed, noHash, type Vocabulary } from './vocabulary.ts';

/**
 * Counts the tokens of texts by a vocabulary. Text that spells a control token is ordinary text. Pieces that are longer
 * than a stretch are counted in several; a cut costs at most a token or two.
 */
export function tokenCounter(vocabulary: Vocabulary): (text: string) => number {
  const { rank, longest } = vocabulary;
  /** With room for the last character of a stretch. */
  const bytes = new Uint8Array(longestStretch + 3);
  const merged = merger(vocabulary, bytes);

  const ofStretch = (length: number, hash: number): number =>
    length <= longest && rank(bytes, 0, length, hash) >= 0 ? 1 : merged(length);

  const ofPiece = (text: string, start: number, end: number): number => {
    let tokens = 0;
    let length = 0;
    let hash = noHash;
    for (let at = start; at < end; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit < 0x80) {
        bytes[length] = unit;
        hash = hashed(hash, unit);
        length += 1;
      } else {
        const codePoint = text.codePointAt(at) ?? 0;
        const from = length;
        length = writeCharacter(bytes, from, codePoint);
        for (let written = from; written < length; written += 1) hash = hashed(hash, bytes[written] ?? 0);
        if (codePoint > 0xffff) at += 1;
      }
      if (length < longestStretch) continue;
      tokens += ofStretch(length, hash);
      length = 0;
      hash = noHash;
    }
    return length > 0 ? tokens + ofStretch(length, hash) : tokens;
  };

  return (text) => {
    let tokens = 0;
    for (let at = 0; at < text.length; ) {
      const end = pieceEnd(text, at);
      tokens += ofPiece(text, at, end);
      at = end;
    }
    return tokens;
  };
}
