import type { Sharp } from 'sharp';
import { loadSharp, type SharpModule } from './load-sharp.ts';
import type { FitGoal, FittedImage } from './media-tasks.ts';

/** Larger images are not opened at all: a small file can unfold into gigabytes. Pixels. */
const mostPixels = 300_000_000;
/** Quality of a JPEG, best first; then the image itself gets smaller. */
const qualities = [85, 70];
const shrink = 0.75;
const mostRounds = 12;

let loaded: SharpModule | null = null;

/**
 * Makes an image that meets a goal: turned upright, no larger than needed, as PNG where it was drawn and as JPEG where
 * it was photographed, or where a PNG would be too large. The same bytes give the same bytes.
 *
 * @throws when the image cannot be read, and `RangeError` when it cannot be made small enough
 */
export async function fitImage(bytes: Uint8Array, goal: FitGoal): Promise<FittedImage> {
  loaded ??= loadSharp();
  const sharp = loaded;
  const open = () => sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' }).rotate();
  const { format } = await sharp(bytes, { limitInputPixels: mostPixels }).metadata();
  const sized = (side: number) =>
    open().resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
  if (format !== 'jpeg') {
    const png = await encode(sized(goal.side).png({ compressionLevel: 9 }), 'image/png');
    if (png.bytes.byteLength <= goal.bytes && goal.types.includes(png.mime)) return png;
  }
  for (let round = 0; round < mostRounds; round += 1) {
    const side = Math.floor(goal.side * shrink ** Math.max(0, round - qualities.length + 1));
    const quality = qualities[Math.min(round, qualities.length - 1)] ?? 70;
    const flat = sized(side).flatten({ background: '#ffffff' });
    const jpeg = await encode(flat.jpeg({ quality, mozjpeg: false }), 'image/jpeg');
    if (jpeg.bytes.byteLength <= goal.bytes) return jpeg;
  }
  throw new RangeError('The image cannot be made small enough');
}

/** WebAssembly's buffers may be shared memory, which cannot be handed on: the bytes are copied. */
async function encode(image: Sharp, mime: string): Promise<FittedImage> {
  return { mime, bytes: new Uint8Array(await image.toBuffer()) };
}
