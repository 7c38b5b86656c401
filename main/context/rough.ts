import type { AppliedView } from '#core/context/apply-passes.ts';
import { type Calibration, type Estimate, estimateView } from '#core/context/calibrate.ts';
import { Estimator, tokensOf } from '#core/context/estimate.ts';
import type { ReaderFigures } from '#core/context/reader.ts';
import type { PagedView } from '#core/context/view.ts';

/**
 * Counting without a tokenizer, for conversations that are far from filling a window: most are, and none of them shall
 * wait for the context worker.
 */

/** No tokenizer makes more tokens of a text than it has bytes: at most three for each unit of UTF-16. */
const mostTokens = new Estimator(
  (text) => Buffer.byteLength(text),
  ({ bytes }, characters) => Math.min(bytes, characters * 3),
);
/** What texts of most languages come to. */
const likelyTokens = new Estimator((text) => Math.ceil(Buffer.byteLength(text) / 4));

/**
 * Whether a view is below a share of its window, however its text is counted.
 *
 * @param share of the window
 */
export function surelyFits(
  view: PagedView,
  reader: ReaderFigures,
  { ratio }: Calibration,
  share: number,
): boolean {
  const most = mostTokens.view(view, reader);
  return most.images === 0 && tokensOf(most, Math.max(1, ratio)) < share * reader.window;
}

/** What a view costs, roughly where no response has told. */
export function roughEstimate(
  applied: AppliedView,
  reader: ReaderFigures,
  calibration: Calibration,
): Estimate {
  return estimateView(applied, reader, calibration, likelyTokens);
}
