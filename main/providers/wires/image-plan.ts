import type { Attachment } from '#contract';
import { base64Bytes } from '#core/context/reader.ts';
import { isFold, type PagedView } from '#core/context/view.ts';
import { BoughError } from '#core/errors.ts';
import type { SentImage } from '../../imaging/media.ts';
import type { FitGoal } from '../../imaging/media-tasks.ts';
import type { ImageLimits } from './image-limits.ts';

/** Why an image stays out of a request; the note that stands for it says so. */
export type LeftOut = 'no-vision' | 'type' | 'size' | 'count';

/** Decides for every image of a view, in reading order, whether it is sent. */
export interface ImagePlan {
  /** Null: it is sent. `at` counts the view's images from 0. */
  leftOut(at: number): LeftOut | null;
}

interface Entry {
  image: Attachment;
  newest: boolean;
  leftOut: LeftOut | null;
}

/**
 * Applies a provider's rules before anything is sent. Older images that break them are left out, so that a
 * conversation never gets stuck on them. Snapshot pages count too and are never left out: they are the text.
 *
 * @param limits null for a reader without vision
 * @param fitted what stands for images that had to be fitted, by their hash
 * @throws `attachment_too_large` or `attachment_unsupported` for an image of the newest user message
 */
export function planImages(
  view: PagedView,
  limits: ImageLimits | null,
  provider: string,
  fitted: ReadonlyMap<string, SentImage> = new Map(),
): ImagePlan {
  const entries = imagesOf(view).map((entry) => {
    const sent = fitted.get(entry.image.hash);
    return sent ? { ...entry, image: { ...entry.image, ...factsOf(sent) } } : entry;
  });
  if (limits === null) for (const entry of entries) entry.leftOut = 'no-vision';
  else applyLimits(entries, withoutPages(limits, view), provider);
  return { leftOut: (at) => entries[at]?.leftOut ?? null };
}

const factsOf = ({ mime, bytes, width, height }: SentImage) => ({ mime, bytes, width, height });

/**
 * What an image has to be made into before it is sent; null where it can go as it is. Where a stricter size counts
 * for many images, it counts from the first on: a picture that got smaller later would empty the prompt cache.
 */
export function fitGoalFor(image: Attachment, limits: ImageLimits): FitGoal | null {
  const side = Math.min(limits.side, limits.crowded?.side ?? limits.side);
  const fits =
    limits.types.includes(image.mime) &&
    Math.max(image.width ?? 0, image.height ?? 0) <= side &&
    base64Bytes(image.bytes) <= limits.imageBytes;
  return fits ? null : { side, bytes: Math.floor((limits.imageBytes / 4) * 3), types: limits.types };
}

/** The images of a view, each once. */
export function imagesIn(view: PagedView): { image: Attachment; newest: boolean }[] {
  return [...new Map(imagesOf(view).map((entry) => [entry.image.hash, entry])).values()];
}

/** What the request's pages leave of the limits. */
function withoutPages(limits: ImageLimits, view: PagedView): ImageLimits {
  const parts = view.messages.filter(isFold).flatMap((fold) => fold.parts);
  const pages = parts.filter((part) => part.type === 'page');
  if (pages.length === 0) return limits;
  const bytes = pages.reduce((sum, page) => sum + base64Bytes(page.bytes), 0);
  const { crowded } = limits;
  return {
    ...limits,
    count: Math.max(0, limits.count - pages.length),
    totalBytes: Math.max(0, limits.totalBytes - bytes),
    ...(crowded && { crowded: { ...crowded, above: crowded.above - pages.length } }),
  };
}

function imagesOf(view: PagedView): Entry[] {
  const newestUser = view.messages.findLastIndex((message) => message.role === 'user' && !isFold(message));
  return view.messages.flatMap((message, index) => {
    if (isFold(message)) return [];
    const parts =
      message.role === 'user'
        ? message.parts
        : message.role === 'results'
          ? message.results.flatMap((r) => r.parts)
          : [];
    return parts.flatMap((part): Entry[] =>
      part.type === 'attachment' && part.attachment.kind === 'image'
        ? [{ image: part.attachment, newest: index === newestUser, leftOut: null }]
        : [],
    );
  });
}

function applyLimits(entries: readonly Entry[], limits: ImageLimits, provider: string): void {
  for (const entry of entries) {
    const { image } = entry;
    const side = Math.max(image.width ?? 0, image.height ?? 0);
    if (!limits.types.includes(image.mime) || side === 0) leaveOut(entry, 'type', { provider });
    else if (side > limits.side) leaveOut(entry, 'size', { provider, limit: limits.side, actual: side });
    else if (base64Bytes(image.bytes) > limits.imageBytes) {
      leaveOut(entry, 'size', {
        provider,
        limit: Math.floor((limits.imageBytes / 4) * 3),
        actual: image.bytes,
      });
    }
  }
  const sent = () => entries.filter((entry) => entry.leftOut === null);
  dropOldest(sent, (left) => left.length <= limits.count, { provider, limit: limits.count });
  const total = (left: readonly Entry[]) =>
    left.reduce((sum, { image }) => sum + base64Bytes(image.bytes), 0);
  dropOldest(sent, (left) => total(left) <= limits.totalBytes, { provider, limit: limits.totalBytes });
  const { crowded } = limits;
  if (!crowded || sent().length <= crowded.above) return;
  for (const entry of sent()) {
    const side = Math.max(entry.image.width ?? 0, entry.image.height ?? 0);
    if (side > crowded.side) leaveOut(entry, 'size', { provider, limit: crowded.side, actual: side });
  }
}

function dropOldest(
  sent: () => Entry[],
  fits: (left: readonly Entry[]) => boolean,
  params: Record<string, string | number>,
): void {
  for (let left = sent(); !fits(left); left = sent()) {
    const [oldest] = left;
    if (oldest) leaveOut(oldest, 'count', params);
  }
}

function leaveOut(entry: Entry, why: LeftOut, params: Record<string, string | number>): void {
  entry.leftOut = why;
  if (!entry.newest) return;
  const code = why === 'type' ? 'attachment_unsupported' : 'attachment_too_large';
  const { name } = entry.image;
  throw new BoughError(code, `The provider takes no such image`, { params: { name, ...params } });
}
