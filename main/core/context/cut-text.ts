/**
 * Cuts a text into pieces of at most `length` UTF-16 units: behind a line end where one is in a piece's second half,
 * and never inside a character. Joined, the pieces are the text.
 */
export function* cutText(text: string, length: number): Generator<string> {
  let at = 0;
  while (at < text.length) {
    const end = endOfPiece(text, at, length);
    yield text.slice(at, end);
    at = end;
  }
}

function endOfPiece(text: string, at: number, length: number): number {
  const end = at + length;
  if (end >= text.length) return text.length;
  const half = at + Math.floor(length / 2);
  const line = text.slice(half, end).lastIndexOf('\n');
  if (line >= 0) return half + line + 1;
  const unit = text.charCodeAt(end - 1);
  const isHighSurrogate = unit >= 0xd800 && unit <= 0xdbff;
  return isHighSurrogate ? end - 1 : end;
}
