import type { ImageRule } from './models.ts';

/** How an OpenAI request asks for an image to be read. */
export type ImageDetail = 'auto' | 'low' | 'high' | 'original';

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
    case 'patches': {
      const limits = detail === 'original' ? rule.original : rule.high;
      return patches(rule.multiplier, limits, width, height);
    }
    case 'tiles':
      return detail === 'low' ? rule.base : rule.base + rule.tile * tiles(width, height);
  }
}

/** The size to which Anthropic shrinks an image, keeping its aspect, before the model sees it; in pixels. */
export function anthropicFit(rule: { edge: number; cap: number }, width: number, height: number) {
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

function cells(rule: { edge: number; cap: number }, width: number, height: number): number {
  const fitted = anthropicFit(rule, width, height);
  return cellCount(fitted.width, fitted.height);
}

function patches(multiplier: number, limits: { edge: number; cap: number }, w: number, h: number): number {
  const scale = Math.min(1, limits.edge / Math.max(w, h));
  let [width, height] = [w * scale, h * scale];
  const count = () => Math.ceil(width / 32) * Math.ceil(height / 32);
  if (count() > limits.cap) {
    // OpenAI's vision guide: shrink by area, then again so that a whole number of patches fits one side.
    const shrink = Math.sqrt((32 * 32 * limits.cap) / (width * height));
    const [across, down] = [(width * shrink) / 32, (height * shrink) / 32];
    const exact = shrink * Math.min(Math.floor(across) / across, Math.floor(down) / down);
    [width, height] = [Math.floor(width * exact), Math.floor(height * exact)];
  }
  return Math.ceil(Math.min(count(), limits.cap) * multiplier);
}

function tiles(w: number, h: number): number {
  const fit = Math.min(1, 2048 / Math.max(w, h));
  const short = Math.min(1, 768 / Math.min(w * fit, h * fit));
  return Math.ceil((w * fit * short) / 512) * Math.ceil((h * fit * short) / 512);
}
