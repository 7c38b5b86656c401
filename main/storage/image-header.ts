/** Pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

export interface ImageHeader extends ImageSize {
  mime: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
}

/**
 * Format and size of an image, from its first bytes. Null for what is none of the four formats that models take, and
 * for an image whose header is cut short or says that it has no pixels. Never throws, whatever the bytes.
 */
export function imageHeader(bytes: Uint8Array): ImageHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const [mime, read] of readers) {
    const size = read(view);
    if (size) return size.width > 0 && size.height > 0 ? { mime, ...size } : null;
  }
  return null;
}

type Reader = (view: DataView) => ImageSize | null;

const readers: readonly (readonly [ImageHeader['mime'], Reader])[] = [
  ['image/png', pngSize],
  ['image/jpeg', jpegSize],
  ['image/gif', gifSize],
  ['image/webp', webpSize],
];

function ascii(view: DataView, at: number, text: string): boolean {
  if (at + text.length > view.byteLength) return false;
  return [...text].every((letter, offset) => view.getUint8(at + offset) === letter.charCodeAt(0));
}

/** https://www.w3.org/TR/png-3/#11IHDR */
function pngSize(view: DataView): ImageSize | null {
  if (view.byteLength < 24 || !ascii(view, 0, '\x89PNG\r\n\x1a\n') || !ascii(view, 12, 'IHDR')) return null;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** https://www.w3.org/Graphics/GIF/spec-gif89a.txt, section 18 */
function gifSize(view: DataView): ImageSize | null {
  if (view.byteLength < 10 || !(ascii(view, 0, 'GIF87a') || ascii(view, 0, 'GIF89a'))) return null;
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

/** ITU-T T.81, annex B: segments until the frame header (SOF), which is any of C0 to CF but C4, C8 and CC. */
function jpegSize(view: DataView): ImageSize | null {
  if (!ascii(view, 0, '\xff\xd8\xff')) return null;
  let at = 2;
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
    } else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    } else {
      at += 2 + view.getUint16(at + 2);
    }
  }
  return null;
}

/** RFC 9649: lossy (VP8), lossless (VP8L) and extended (VP8X). */
function webpSize(view: DataView): ImageSize | null {
  if (view.byteLength < 30 || !ascii(view, 0, 'RIFF') || !ascii(view, 8, 'WEBP')) return null;
  if (ascii(view, 12, 'VP8 ') && ascii(view, 23, '\x9d\x01\x2a')) {
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  }
  if (ascii(view, 12, 'VP8L') && view.getUint8(20) === 0x2f) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (ascii(view, 12, 'VP8X')) {
    const width = view.getUint16(24, true) | (view.getUint8(26) << 16);
    const height = view.getUint16(27, true) | (view.getUint8(29) << 16);
    return { width: width + 1, height: height + 1 };
  }
  return null;
}
