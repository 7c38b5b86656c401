import type { ImageDetail } from '../image-rules.ts';
import { decodeBase64, type ImageFacts, readImage } from '../image-size.ts';
import { imageTokens } from '../image-tokens.ts';
import type { LabModel } from '../models.ts';
import { place, refuse } from './google-errors.ts';
import type { Blob, Content, GenerateBody, Part } from './google-schema.ts';

// Image understanding guide: 3,600 images a request; PNG, JPEG, WebP, HEIC and HEIF, of which the lab reads three.
const MAX_IMAGES = 3600;
const TYPES = ['image/png', 'image/jpeg', 'image/webp'];

type Path = readonly (string | number)[];
interface Placed {
  readonly blob: Blob;
  readonly part: Part;
  readonly path: Path;
}

/** Every picture of the contents, those inside function responses too. */
export function blobsOf(contents: readonly Content[]): Placed[] {
  return contents.flatMap(({ parts }, index) =>
    parts.flatMap((part, at) => blobsIn(part, ['contents', index, 'parts', at])),
  );
}

/** The pictures of one part. */
function blobsIn(part: Part, path: Path): Placed[] {
  if (part.inlineData) return [{ blob: part.inlineData, part, path: [...path, 'inlineData'] }];
  return (part.functionResponse?.parts ?? []).map(({ inlineData }, at) => ({
    blob: inlineData,
    part,
    path: [...path, 'functionResponse', 'parts', at, 'inlineData'],
  }));
}

/** Checks number, type and bytes of all pictures. Throws `Refused`. */
export function checkImages(contents: readonly Content[], model: LabModel): void {
  const placed = blobsOf(contents);
  if (placed.length === 0) return;
  if (model.vision === null) throw refuse(`Image input modality is not enabled for models/${model.id}`);
  if (placed.length > MAX_IMAGES) {
    throw refuse(`Please use fewer than ${MAX_IMAGES} images in your request to models/${model.id}.`);
  }
  for (const { blob, part, path } of placed) {
    if (part.functionResponse && !model.modern) {
      throw refuse('Multimodal function responses are not supported for this model.');
    }
    if (part.mediaResolution && !model.modern) {
      throw refuse('Media resolution of a part is not supported for this model.');
    }
    readBlob(blob, path);
  }
}

function readBlob({ mimeType, data }: Blob, path: Path): ImageFacts {
  if (!TYPES.includes(mimeType)) throw refuse(`Unsupported MIME type: ${mimeType}`);
  const bytes = decodeBase64(data);
  if (bytes === null) {
    throw refuse(
      `Invalid value at '${place([...path, 'data'])}' (TYPE_BYTES), Base64 decoding failed for "${data.slice(0, 40)}"`,
    );
  }
  const facts = readImage(bytes);
  if (facts === null) {
    throw refuse(
      'Unable to process input image. Please retry or report in https://developers.generativeai.google/guide/troubleshooting',
      'invalid',
      place(path),
    );
  }
  if (facts.type !== mimeType) {
    throw refuse(
      'Provided image is not valid.',
      'invalid',
      `${place(path)} is ${facts.type}, not ${mimeType}`,
    );
  }
  return facts;
}

const DETAILS: Record<string, ImageDetail> = {
  MEDIA_RESOLUTION_LOW: 'low',
  MEDIA_RESOLUTION_MEDIUM: 'medium',
  MEDIA_RESOLUTION_HIGH: 'high',
  MEDIA_RESOLUTION_ULTRA_HIGH: 'ultra-high',
};

/** What each picture of a part costs; its own resolution counts before the request's. Tokens. */
export function pictureTokens(part: Part, body: GenerateBody, { vision }: LabModel): number[] {
  const level = part.mediaResolution?.level ?? body.generationConfig?.mediaResolution ?? '';
  const detail = DETAILS[level] ?? 'auto';
  return blobsIn(part, []).map(({ blob, path }) => {
    const { width, height } = readBlob(blob, path);
    return vision === null ? 0 : imageTokens(vision, width, height, detail);
  });
}
