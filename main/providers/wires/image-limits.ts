/** What a provider takes in of images. Pixels and bytes; bytes count the base64 text. */
export interface ImageLimits {
  types: readonly string[];
  side: number;
  /** A stricter side for every image once there are more than `above` in the request. */
  crowded?: { above: number; side: number };
  imageBytes: number;
  count: number;
  totalBytes: number;
  requestBytes: number;
}

const MB = 1024 * 1024;
const common = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** Anthropic, vision guide: 8000 px, 2000 px past 20 images, 10 MB an image, 32 MB and 600 images a request. */
const anthropic: ImageLimits = {
  types: common,
  side: 8000,
  crowded: { above: 20, side: 2000 },
  imageBytes: 10 * MB,
  count: 600,
  totalBytes: 30 * MB,
  requestBytes: 32 * MB,
};

/** Anthropic: 100 images a request on models with a window of 200,000 tokens. */
const smallWindow = 200_000;

/** A gateway whose rules are not known: at most 5 images; failures grew past about 20 MiB elsewhere. */
const unknownGateway: ImageLimits = {
  types: common,
  side: 8000,
  imageBytes: 10 * MB,
  count: 5,
  totalBytes: 20 * MB,
  requestBytes: 100 * MB,
};

/** A server on one's own computer: the window is the limit. The types are those that its image readers know. */
const ownServer: ImageLimits = {
  types: ['image/png', 'image/jpeg', 'image/webp'],
  side: 8000,
  imageBytes: 50 * MB,
  count: 100,
  totalBytes: 100 * MB,
  requestBytes: 512 * MB,
};

/** Gemini, image understanding: 20 MiB and 3,600 images a request; GIF is none. */
const google: ImageLimits = {
  types: ['image/png', 'image/jpeg', 'image/webp', 'image/heic', 'image/heif'],
  side: 8000,
  imageBytes: 19 * MB,
  count: 3600,
  totalBytes: 19 * MB,
  requestBytes: 20 * MB,
};

const byHost: readonly (readonly [string, Partial<ImageLimits>])[] = [
  // OpenAI, vision guide: 1,500 images and 512 MB a request.
  ['api.openai.com', { count: 1500, imageBytes: 50 * MB, totalBytes: 500 * MB, requestBytes: 512 * MB }],
  // OpenRouter answers 413 above 30 MB of images.
  ['openrouter.ai', { count: 100, totalBytes: 30 * MB }],
  ['generativelanguage.googleapis.com', google],
  // Amazon, Converse: 20 images of 3.75 MB a message.
  ['amazonaws.com', { count: 20, imageBytes: 3.75 * MB }],
  ['api.aws', { count: 20, imageBytes: 3.75 * MB }],
  // Groq, vision: 5 images, 4 MB as base64.
  ['groq.com', { imageBytes: 4 * MB, totalBytes: 4 * MB }],
  // Mistral, vision: 8 images of 10 MB.
  ['mistral.ai', { count: 8 }],
];

/**
 * The rules of the provider behind an address.
 *
 * @param contextWindow of the model, tokens
 */
export function imageLimits(wire: string, host: string, contextWindow: number): ImageLimits {
  if (wire === 'anthropic') {
    return contextWindow <= smallWindow ? { ...anthropic, count: 100 } : anthropic;
  }
  if (wire === 'google') return google;
  if (wire === 'ollama') return ownServer;
  const known = byHost.find(([suffix]) => host === suffix || host.endsWith(`.${suffix}`));
  return { ...unknownGateway, ...known?.[1] };
}
