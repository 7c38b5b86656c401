import type { Prices } from '#contract';
import type { FoldReader } from './fold-place.ts';
import type { ImageRule } from './image-cost.ts';

/** Everything about the reader that making room depends on. */
export interface ReaderFigures extends FoldReader {
  /** The wire and the model id as the route names it: what provider blocks are bound to. */
  wire: string;
  modelId: string;
  /** Context window, tokens: what the user or a refusal said goes over the catalogue [L3]. */
  window: number;
  imageRule: ImageRule;
  imageCaps: ImageCaps;
  pageCaps: PageCaps;
  /** Null where they are not known. */
  prices: Prices | null;
}

/** What one request may hold of images, pages among them. Bytes count the base64 text. */
export interface ImageCaps {
  count: number;
  bytes: number;
}

/** What one request may hold of pages [S9], within the caps for images. */
export interface PageCaps {
  count: number;
  bytes: number;
}

/** When room is made and how much, see product contract [L1] and [S5]. All of it is the user's to change. */
export interface LadderSettings {
  /** Share of the window at which a pass is made. */
  threshold: number;
  /** Share of the window under which a pass stops. */
  target: number;
  /** The recent part that stays as it is: turns, and at least this share of the window. */
  protectTurns: number;
  protectShare: number;
  /** Pages must cost this share less than the text they stand for. */
  pageMargin: number;
  /** Whether pages may have small letters: more on a page, read less surely. Pages that were made stay as they are. */
  smallLetters: boolean;
  /** Requests after which a pass must have paid for the prompt cache that it empties. */
  repayWithin: number;
}

export const defaultLadder: LadderSettings = {
  threshold: 0.8,
  target: 0.5,
  protectTurns: 3,
  protectShare: 0.15,
  pageMargin: 0.2,
  smallLetters: false,
  repayWithin: 40,
};

/** Bytes of base64 text for bytes of a file. */
export function base64Bytes(bytes: number): number {
  return Math.ceil(bytes / 3) * 4;
}
