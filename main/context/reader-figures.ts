import type { Model } from '#contract';
import type { ImageRule } from '#core/context/image-cost.ts';
import { imageRuleFor } from '#core/context/image-rules.ts';
import type { ImageCaps, PageCaps, ReaderFigures } from '#core/context/reader.ts';
import { pageShapesFor } from '#core/snapshot/shapes.ts';
import { practiceCounting } from '../providers/practice/model.ts';
import type { WireTarget } from '../providers/wire.ts';
import { imageLimits } from '../providers/wires/image-limits.ts';

/** A reader as a route describes it; its window is the one that was learned, where one was. */
export interface DescribedReader {
  wire: string;
  target: Pick<WireTarget, 'baseUrl' | 'routeId'>;
  model: Model;
}

/** Bytes of base64 pages that a request has by default [S9]: failures grew past some 20 MiB, and uploads take time. */
const pageBytes = 3 * 1024 * 1024;

/** Everything about a reader that making room depends on. */
export function readerFigures({ wire, target, model }: DescribedReader): ReaderFigures {
  const practice = wire === 'practice';
  const host = practice ? '' : new URL(target.baseUrl).hostname;
  const imageRule: ImageRule = practice
    ? { kind: 'flat', tokens: practiceCounting.tokensPerImage }
    : imageRuleFor({ host }, model.id);
  const limits = imageLimits(practice ? 'anthropic' : wire, host, model.contextWindow);
  const imageCaps: ImageCaps = { count: limits.count, bytes: limits.totalBytes };
  const pageCaps: PageCaps = { count: limits.count, bytes: Math.min(limits.totalBytes, pageBytes) };
  return {
    wire,
    modelId: model.id,
    window: model.contextWindow,
    vision: model.vision,
    pageShapes: model.vision ? pageShapesFor(imageRule) : [],
    imageRule,
    imageCaps,
    pageCaps,
    prices: model.prices ?? null,
  };
}
