import type { Attachment } from '#contract';

/** Longest text file that is written out in a document, in bytes; of a longer one the document says its name. */
const longest = 512 * 1024;

/** The text of a text file; null where it is too long for a document. */
export function attachedText({ mime }: Attachment, bytes: Uint8Array): string | null {
  if (bytes.length > longest) return null;
  const encoding = /charset=(.+)$/.exec(mime)?.[1] ?? 'utf-8';
  return new TextDecoder(encoding).decode(bytes).replaceAll('\r\n', '\n');
}
