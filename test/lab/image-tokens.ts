import { type ImageDetail, type ImageLimits, type ImageRule, LOW_DETAIL } from './image-rules.ts';

/**
 * Tokens that an image costs under a rule.
 *
 * @param width pixels
 * @param height pixels
 */
export function imageTokens(rule: ImageRule, width: number, height: number, detail: ImageDetail): number {
  switch (rule.kind) {
    case 'cells':
      return cells(rule, width, height);
    case 'patches':
      return patches(rule.multiplier, patchLimits(rule, detail), width, height);
    case 'tiles':
      return detail === 'low' ? rule.base : rule.base + rule.tile * tiles(width, height);
    case 'resolutions':
      return atResolution(rule, detail);
    case 'crops':
      return atCrops(rule, width, height, detail);
  }
}

type Of<Kind extends ImageRule['kind']> = Extract<ImageRule, { kind: Kind }>;

/** The size to which Anthropic shrinks an image, keeping its aspect, before the model sees it; in pixels. */
export function anthropicFit(rule: ImageLimits, width: number, height: number) {
  const long = Math.max(width, height);
  for (let edge = Math.min(long, rule.edge); edge > 1; edge -= 1) {
    const fitted = {
      width: Math.max(1, Math.round((width * edge) / long)),
      height: Math.max(1, Math.round((height * edge) / long)),
    };
    if (cellCount(fitted.width, fitted.height) <= rule.cap) return fitted;
  }
  return { width: 1, height: 1 };
}

const cellCount = (width: number, height: number) => Math.ceil(width / 28) * Math.ceil(height / 28);

function cells(rule: ImageLimits, width: number, height: number): number {
  const fitted = anthropicFit(rule, width, height);
  return cellCount(fitted.width, fitted.height);
}

function patchLimits(rule: Of<'patches'>, detail: ImageDetail): ImageLimits {
  const asked = detail === 'auto' ? rule.auto : detail;
  if (asked === 'low') return LOW_DETAIL;
  return asked === 'original' ? rule.original : rule.high;
}

function patches(multiplier: number, limits: ImageLimits, w: number, h: number): number {
  const long = Math.max(w, h);
  // Kept as a fraction: a side that is shrunk to just the edge must not become a hair longer.
  const [edge, of] = long > limits.edge ? [limits.edge, long] : [1, 1];
  const count = Math.ceil((w * edge) / (of * 32)) * Math.ceil((h * edge) / (of * 32));
  if (count <= limits.cap) return Math.ceil(count * multiplier);
  return Math.ceil(cappedPatches(limits.cap, (w * edge) / of, (h * edge) / of) * multiplier);
}

// OpenAI's vision guide: shrink by area, then again so that a whole number of patches fits one side.
function cappedPatches(cap: number, width: number, height: number): number {
  const shrink = Math.sqrt((32 * 32 * cap) / (width * height));
  const [across, down] = [(width * shrink) / 32, (height * shrink) / 32];
  const exact = shrink * Math.min(Math.floor(across) / across, Math.floor(down) / down);
  const [columns, rows] = [width, height].map((side) => Math.ceil(Math.floor(side * exact) / 32));
  return Math.min(Math.max(1, columns ?? 1) * Math.max(1, rows ?? 1), cap);
}

function tiles(w: number, h: number): number {
  const [long, short] = [Math.max(w, h), Math.min(w, h)];
  // The two steps of the guide (fit 2048 px, then a short side of 768 px) as one fraction, so that it stays exact.
  const [size, of] = fraction(long, short);
  return Math.ceil((w * size) / (of * 512)) * Math.ceil((h * size) / (of * 512));
}

function fraction(long: number, short: number): readonly [number, number] {
  const [fit, of] = long > 2048 ? [2048, long] : [1, 1];
  return short * fit > 768 * of ? [768, short] : [fit, of];
}

function atResolution(rule: Of<'resolutions'>, detail: ImageDetail): number {
  if (detail === 'low') return rule.low;
  if (detail === 'medium') return rule.medium;
  return detail === 'ultra-high' ? rule.ultraHigh : rule.high;
}

// Google's image understanding guide: up to 384 px either way is one; else crops of two thirds of the short side.
function atCrops(rule: Of<'crops'>, width: number, height: number, detail: ImageDetail): number {
  if (detail === 'low') return rule.low;
  if (detail === 'medium') return rule.medium;
  if (Math.max(width, height) <= 384) return rule.crop;
  const unit = Math.min(768, Math.max(256, Math.floor((Math.min(width, height) * 2) / 3)));
  return rule.crop * Math.ceil(width / unit) * Math.ceil(height / unit);
}
