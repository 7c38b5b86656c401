/** How large an image may be before the vendor shrinks it: longest side in pixels, and cells of the whole. */
export interface ImageLimits {
  readonly edge: number;
  readonly cap: number;
}

/** How a request asks for an image to be read: OpenAI's `detail` and Google's media resolution. `auto`: nothing said. */
export type ImageDetail = 'auto' | 'low' | 'medium' | 'high' | 'ultra-high' | 'original';

/** How a vendor turns pixels into tokens. */
export type ImageRule =
  /** Anthropic: 28 px cells after shrinking until the long edge and the cap both hold. */
  | ({ readonly kind: 'cells' } & ImageLimits)
  /** OpenAI, newer families: 32 px patches times a multiplier, with limits per detail. */
  | {
      readonly kind: 'patches';
      readonly multiplier: number;
      readonly high: ImageLimits;
      readonly original: ImageLimits;
      /** What `auto` means. */
      readonly auto: 'high' | 'original';
      /** Whether the model knows the detail `original`. */
      readonly takesOriginal: boolean;
    }
  /** OpenAI, older families: 512 px tiles after fitting 2048 px and a 768 px short side. */
  | { readonly kind: 'tiles'; readonly base: number; readonly tile: number }
  /** Google from 3 on: a price for each resolution, whatever the pixels. */
  | {
      readonly kind: 'resolutions';
      readonly low: number;
      readonly medium: number;
      readonly high: number;
      readonly ultraHigh: number;
    }
  /** Google to 2.5: a price for each crop of an image, or one for all of it at the lower resolutions. */
  | { readonly kind: 'crops'; readonly crop: number; readonly low: number; readonly medium: number };

/** OpenAI's `low`: the model is shown 512 x 512 px (vision guide). */
export const LOW_DETAIL: ImageLimits = { edge: 512, cap: 256 };

// Anthropic, vision guide, November 2026: up to 4.6 and Haiku 4.5; from 4.7 on.
export const CLAUDE_STANDARD: ImageRule = { kind: 'cells', edge: 1568, cap: 1568 };
export const CLAUDE_HIGH: ImageRule = { kind: 'cells', edge: 2576, cap: 4784 };

// OpenAI, images and vision guide, "Calculating costs", 2025 to November 2026.
const tiles = (base: number, tile: number): ImageRule => ({ kind: 'tiles', base, tile });
export const GPT_4O = tiles(85, 170);
export const GPT_4O_MINI = tiles(2833, 5667);
export const GPT_5 = tiles(70, 140);
export const O_SERIES = tiles(75, 150);

// The cap of mid-2026; one report of September 2026 has 6,144 (?).
const SMALL: ImageLimits = { edge: 2048, cap: 1536 };
const small = (multiplier: number): ImageRule => ({
  kind: 'patches',
  multiplier,
  high: SMALL,
  original: SMALL,
  auto: 'high',
  takesOriginal: false,
});
export const GPT_MINI = small(1.62);
export const GPT_NANO = small(2.46);
export const O4_MINI = small(1.72);

const large = (original: ImageLimits, auto: 'high' | 'original'): ImageRule => ({
  kind: 'patches',
  multiplier: 1.2,
  high: { edge: 2048, cap: 2500 },
  original,
  auto,
  takesOriginal: true,
});
export const GPT_54 = large({ edge: 6000, cap: 10_000 }, 'high');
export const GPT_55 = large({ edge: 6000, cap: 10_000 }, 'original');
export const GPT_56 = large({ edge: Number.POSITIVE_INFINITY, cap: 30_000 }, 'original');

// Google, media resolution guide. What 3.x bills comes out a little lower (measured 1,078 for 1568 x 728 px).
export const GEMINI_3: ImageRule = {
  kind: 'resolutions',
  low: 280,
  medium: 560,
  high: 1120,
  ultraHigh: 2240,
};
// Google, image understanding guide and the comments of its SDK; 2.5 may pan and scan to about 2,048 (?).
export const GEMINI_25: ImageRule = { kind: 'crops', crop: 258, low: 64, medium: 256 };
