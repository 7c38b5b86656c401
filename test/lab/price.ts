import type { CacheUse } from './cache.ts';
import type { LabModel } from './models.ts';
import type { Prompt } from './types.ts';

/** What the prompt of a request costs, as the vendor bills it. Token counts are the lab's own. */
export interface Price {
  readonly model: string;
  /** Tokens; a request above it is refused. */
  readonly window: number;
  /** Everything that is read, cached or not; tokens. */
  readonly input: number;
  /** The part of it that pictures cost; tokens. */
  readonly images: number;
  readonly imageCount: number;
  /** Whether the vendor may compress the pictures (OpenAI's `image.context_compression`). */
  readonly compressed: boolean;
  readonly cacheRead: number;
  readonly cacheWriteShort: number;
  readonly cacheWriteLong: number;
  /** The bill in tokens at the full input price: cached ones count less, written ones more. */
  readonly units: number;
}

/** Prices of a vendor's cache in input prices: reading, and writing for the shorter and the longer lifetime. */
interface CachePrices {
  readonly read: number;
  readonly writeShort: number;
  readonly writeLong: number;
}

// The vendors' price lists, November 2026. OpenAI up to 5.5 has no price for writing, and reports no writes.
const CACHE_PRICES: Record<LabModel['family'], CachePrices> = {
  anthropic: { read: 0.1, writeShort: 1.25, writeLong: 2 },
  openai: { read: 0.1, writeShort: 1.25, writeLong: 1.25 },
  google: { read: 0.1, writeShort: 1, writeLong: 1 },
  local: { read: 1, writeShort: 1, writeLong: 1 },
};

/** Works out what a prompt costs, given what the cache did for it. */
export function priceOf(prompt: Prompt, cache: CacheUse): Price {
  const { model, segments, inputTokens: input } = prompt;
  const images = segments.reduce((sum, segment) => sum + (segment.images?.tokens ?? 0), 0);
  const imageCount = segments.reduce((sum, segment) => sum + (segment.images?.count ?? 0), 0);
  const prices = CACHE_PRICES[model.family];
  const fresh = Math.max(0, input - cache.read - cache.writeShort - cache.writeLong);
  return {
    model: model.id,
    window: model.window,
    input,
    images,
    imageCount,
    compressed: prompt.compressed === true && imageCount > 0,
    cacheRead: cache.read,
    cacheWriteShort: cache.writeShort,
    cacheWriteLong: cache.writeLong,
    units:
      fresh +
      cache.read * prices.read +
      cache.writeShort * prices.writeShort +
      cache.writeLong * prices.writeLong,
  };
}
