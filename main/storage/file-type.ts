import type { Attachment } from '#contract';
import { imageHeader } from './image-header.ts';

/** What a file is, by its bytes alone: its name and what a window says of it are not believed. */
export type FileType = Pick<Attachment, 'mime' | 'kind' | 'width' | 'height'>;

const encodings = [
  { label: 'utf-8', mark: [0xef, 0xbb, 0xbf], mime: 'text/plain' },
  { label: 'utf-16le', mark: [0xff, 0xfe], mime: 'text/plain;charset=utf-16le' },
  { label: 'utf-16be', mark: [0xfe, 0xff], mime: 'text/plain;charset=utf-16be' },
] as const;

/**
 * Looks at the bytes of a file. An SVG is text here, never an image: it can hold scripts. Text is `text/plain`
 * whatever language it is written in, so that nothing of it is ever run.
 */
export function fileTypeOf(bytes: Uint8Array): FileType {
  const image = imageHeader(bytes);
  if (image) return { kind: 'image', ...image };
  if (startsWith(bytes, [0x25, 0x50, 0x44, 0x46, 0x2d])) return { kind: 'file', mime: 'application/pdf' };
  const mime = textMime(bytes);
  return mime === null ? { kind: 'file', mime: 'application/octet-stream' } : { kind: 'text', mime };
}

/** Null for bytes that are not text. */
function textMime(bytes: Uint8Array): string | null {
  const encoding = encodings.find(({ mark }) => startsWith(bytes, mark)) ?? encodings[0];
  try {
    const text = new TextDecoder(encoding.label, { fatal: true }).decode(bytes);
    return isBinary(text) ? null : encoding.mime;
  } catch {
    // Not of this encoding: the decoder's way of saying so.
    return null;
  }
}

/** Control characters that no text has; tab, line feed, form feed, carriage return and escape are in some. */
function isBinary(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x20 && unit !== 9 && unit !== 10 && unit !== 12 && unit !== 13 && unit !== 27) return true;
  }
  return false;
}

function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return bytes.length >= mark.length && mark.every((byte, at) => bytes[at] === byte);
}
