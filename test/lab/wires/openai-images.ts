import { decodeBase64, type ImageFacts, readImage } from '../image-size.ts';
import type { LabModel } from '../models.ts';
import { place, refuse } from './openai-errors.ts';

// Vision guide, November 2026.
const MAX_IMAGES = 1500;

/** Reads the image of a data URL. Throws `Refused`: the lab fetches nothing. */
export function readDataUrl(url: string, path: readonly (string | number)[]): ImageFacts {
  const param = place(path);
  const [, type, data] = /^data:([^;,]+);base64,(.*)$/s.exec(url) ?? [];
  if (type === undefined || data === undefined) {
    const message = `Failed to download image from ${url.slice(0, 80)}.`;
    throw refuse({ message, param, code: 'invalid_image_url' });
  }
  const bytes = decodeBase64(data);
  if (bytes === null) {
    throw refuse({ message: `Invalid base64 image_url.`, param, code: 'invalid_base64' });
  }
  const facts = readImage(bytes);
  if (facts === null || facts.type !== type) {
    const message =
      "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg', 'gif', 'webp'].";
    throw refuse({
      message: facts ? `${message} It was declared as ${type} and is ${facts.type}.` : message,
      param,
      code: 'invalid_image_format',
    });
  }
  return facts;
}

/** Checks that the model knows the detail that is asked for. Throws `Refused`. */
export function checkDetail(
  detail: string | null | undefined,
  { vision }: LabModel,
  path: readonly (string | number)[],
): void {
  if (detail !== 'original' || (vision?.kind === 'patches' && vision.takesOriginal)) return;
  const message = "Invalid value: 'original'. Supported values are: 'low', 'high', and 'auto'.";
  throw refuse({ message, param: place(path), code: 'invalid_value' });
}

/** Checks how many images a request has. Throws `Refused`. */
export function checkImageCount(count: number, param: string): void {
  if (count <= MAX_IMAGES) return;
  throw refuse({ message: `Too many images: ${count}. At most ${MAX_IMAGES} images are allowed.`, param });
}
