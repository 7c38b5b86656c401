/**
 * A rough upper figure of a request's tokens: bytes of UTF-8 over three, which holds for English (6 characters a
 * token) as for Thai and Chinese (3 bytes a character), and 1,600 an image.
 */
export function roughTokens(body: string, images: readonly { base64: string }[]): number {
  const imageBytes = images.reduce((sum, image) => sum + image.base64.length, 0);
  return Math.ceil((Buffer.byteLength(body) - imageBytes) / 3) + images.length * 1600;
}

/** Smallest room for an answer that is still asked for: tokens, and never more than this share of the window. */
const leastOutput = 8192;
const leastShare = 1 / 8;

/**
 * The output limit of a request: what the model can write, but no more than the window has left.
 *
 * @param prompt tokens
 */
export function outputLimit(model: { contextWindow: number; maxOutput: number }, prompt: number): number {
  const least = Math.min(leastOutput, Math.floor(model.contextWindow * leastShare));
  const room = Math.max(least, model.contextWindow - prompt);
  return Math.min(model.maxOutput, room);
}

/** What a prompt has at the very least: no language needs fewer than a token for ten characters. */
export function leastTokens(body: string, images: readonly { base64: string }[]): number {
  return Math.floor((body.length - images.reduce((sum, image) => sum + image.base64.length, 0)) / 10);
}
