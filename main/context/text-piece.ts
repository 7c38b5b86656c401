import type { ContentPiece } from '#contract';

/** A stretch of a text. Offsets in UTF-16 units; one that is past the end gives an empty stretch. */
export function pieceOf(
  text: string,
  { offset, limit }: { offset: number; limit: number },
): Extract<ContentPiece, { kind: 'text' }> {
  return { kind: 'text', text: text.slice(offset, offset + limit), offset, length: text.length };
}
