import { decodeBase64, type ImageFacts, readImage } from '../image-size.ts';
import { anthropicFit } from '../image-tokens.ts';
import type { LabModel } from '../models.ts';
import { refuse } from './anthropic-errors.ts';
import { everyBlock, type ImageBlock, type Message } from './anthropic-schema.ts';

// Vision guide, "Request limits", November 2026.
const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
const MAX_SIDE = 8000;
const MANY_IMAGES = 20;
const MAX_SIDE_OF_MANY = 2000;
const MAX_IMAGES = 600;
const MAX_IMAGES_200K = 100;

interface Placed {
  readonly image: ImageBlock;
  readonly place: string;
}

/** Every image of the messages, those inside tool results too. */
export function imagesOf(messages: readonly Message[]): Placed[] {
  return [...everyBlock(messages)].flatMap(({ block, place }): Placed[] => {
    if (block.type === 'image') return [{ image: block, place }];
    if (block.type !== 'tool_result' || typeof block.content !== 'object') return [];
    return block.content.flatMap((inner, at) =>
      inner.type === 'image' ? [{ image: inner, place: `${place}.content.${at}` }] : [],
    );
  });
}

/** Reads one image from its bytes. Throws `Refused`: the lab fetches nothing from the web. */
export function readBlockImage({ image, place }: Placed): ImageFacts {
  const { source } = image;
  if (source.type === 'url') throw refuse(`${place}.image.source.url.url: Unable to download the file.`);
  const where = `${place}.image.source.base64`;
  if (source.data.length > MAX_IMAGE_BYTES) {
    throw refuse(
      `${where}: image exceeds 10 MB maximum: ${source.data.length} bytes > ${MAX_IMAGE_BYTES} bytes`,
    );
  }
  const bytes = decodeBase64(source.data);
  if (bytes === null) throw refuse(`${where}.data: Invalid base64 data`);
  const facts = readImage(bytes);
  if (facts === null) throw refuse(`${where}.data: Could not process image`);
  if (facts.type !== source.media_type) {
    throw refuse(
      `${where}: The image was specified using the ${source.media_type} media type, but the image appears to be a ${facts.type} image`,
    );
  }
  return facts;
}

/** Checks number, type, bytes and sides of all images. Throws `Refused`. */
export function checkImages(messages: readonly Message[], model: LabModel): void {
  const images = imagesOf(messages);
  const first = images[0];
  if (first === undefined) return;
  if (model.vision === null) throw refuse(`${first.place}: image input is not supported by this model`);
  const most = model.window <= 200_000 ? MAX_IMAGES_200K : MAX_IMAGES;
  if (images.length > most) throw refuse(`messages: too many images: ${images.length} > ${most} maximum`);
  const limit = images.length > MANY_IMAGES ? MAX_SIDE_OF_MANY : MAX_SIDE;
  const read = images.map((placed) => ({ ...placed, facts: readBlockImage(placed) }));
  const tooLarge = read.filter(({ facts }) => Math.max(facts.width, facts.height) > limit);
  if (tooLarge.length > 0) {
    const many = limit === MAX_SIDE_OF_MANY ? ' for many-image requests' : '';
    throw refuse(
      `${tooLarge[0]?.place}.image.source.base64.data: At least one of the image dimensions exceed max allowed size${many}: ${limit} pixels`,
      'invalid',
      {
        error_code: 'image_dimensions_too_large',
        max_side_length_pixels: limit,
        paths: tooLarge.map(({ place }) => place),
      },
    );
  }
  for (const { image, place, facts } of read) checkShrinking(image, place, facts, model);
}

function checkShrinking(
  image: ImageBlock,
  place: string,
  { width, height }: ImageFacts,
  model: LabModel,
): void {
  if (image.transformations?.oversized_image !== 'error' || model.vision?.kind !== 'cells') return;
  const fitted = anthropicFit(model.vision, width, height);
  if (fitted.width === width && fitted.height === height) return;
  throw refuse(
    `${place}: image of ${width}x${height} pixels is larger than the model's maximum image size; ` +
      `the largest dimensions that fit are ${fitted.width}x${fitted.height}`,
  );
}
