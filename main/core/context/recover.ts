import { type Calibration, type Correction, correct, type TokenRefusal } from './calibrate.ts';
import { seesPages } from './fold-place.ts';
import { freeRungs, type PassPlan, planPass, requestFor } from './ladder.ts';
import type { PassTrigger } from './passes.ts';
import type { RungName } from './rungs/rung.ts';
import { estimateNow, type Measured, measure, type Situation } from './situation.ts';

/** A request that the provider refused as too large: for its tokens, or for its bytes (a bare 413). */
export type Refusal = TokenRefusal | { kind: 'bytes' };

/** What to do about a refusal. */
export interface Recovery {
  /** Null: give up, and tell the user what they can do. Nothing that may be set aside is left, or it was tried twice. */
  plan: PassPlan | null;
  /** What was learned about the model [L3]; null where it was about bytes. */
  correction: Correction | null;
  /** Tokens that no request for a summary may exceed: well below what was refused. */
  hardBudget: number;
}

/** [L2] At most two for one request. */
const mostAttempts = 2;

/** How far down a recovery goes, by attempt: shares of the window. */
const depth = [
  { target: 0.5, enough: 0.75 },
  { target: 0.25, enough: 0.4 },
];
/** Share of the refused images that may stay, by attempt, where too many bytes were sent. */
const imageShare = [0.5, 0.2];
/** Share of a request's bytes from which on a refusal for bytes is about its images. */
const imagesMatter = 0.2;
/** Share of the refused tokens that one request for a summary may have. */
const summaryShare = 0.4;

/**
 * [L2] Makes room after a refusal. The first moves need no provider: results, images, and for a reader with vision
 * pages, and names in place of what does not fit on them. Only for a reader without vision is a model asked, in
 * requests that are each much smaller than what was refused.
 *
 * @param attempt 1 for the first refusal of this request
 * @param mayAsk false where a summary was tried and could not be had
 */
export function recover(situation: Situation, refusal: Refusal, attempt: number, mayAsk = true): Recovery {
  const estimate = estimateNow(situation);
  const now = measure(situation, [], estimate.ratio);
  const hardBudget = Math.floor(Math.min(now.tokens, situation.reader.window) * summaryShare);
  if (attempt > mostAttempts) return { plan: null, correction: null, hardBudget };
  if (refusal.kind === 'bytes' && imagesWeigh(now)) {
    return { plan: freeBytes(situation, now, attempt), correction: null, hardBudget };
  }
  // A bare 413 to a request that is nearly all text can only mean the text.
  const numbers: TokenRefusal =
    refusal.kind === 'tokens' ? refusal : { kind: 'tokens', limit: null, actual: null };
  const believed = { window: situation.reader.window, calibration: { ratio: estimate.ratio } };
  const correction = correct(believed, numbers, estimate.cost);
  return {
    plan: planToFit(corrected(situation, correction), { trigger: 'refusal', attempt, mayAsk }),
    correction,
    hardBudget: Math.min(hardBudget, Math.floor(correction.window * summaryShare)),
  };
}

/** The situation with what a refusal taught about the reader. */
export function corrected(
  situation: Situation,
  correction: { window: number; calibration: Calibration },
): Situation {
  const { window, calibration } = correction;
  return { ...situation, calibration, reader: { ...situation.reader, window } };
}

/**
 * Makes a view fit that does not, whatever has to give way: what is recent too, and what nothing else can hold is only
 * named. Null where even that is not enough.
 */
export function planToFit(
  situation: Situation,
  { trigger, attempt, mayAsk }: { trigger: PassTrigger; attempt: number; mayAsk: boolean },
): PassPlan | null {
  const { window } = situation.reader;
  const { target, enough } = depth[attempt - 1] ?? { target: 0.25, enough: 0.4 };
  const rest: RungName = seesPages(situation.reader) || !mayAsk ? 'omit' : 'summary';
  const tries: { rungs: readonly RungName[]; protect: 'recent' | 'nothing' }[] = [
    { rungs: freeRungs, protect: 'recent' },
    { rungs: [...freeRungs, rest], protect: 'recent' },
    { rungs: [...freeRungs, rest], protect: 'nothing' },
    { rungs: [...freeRungs, rest, 'omit'], protect: 'nothing' },
  ];
  let best: PassPlan | null = null;
  for (const { rungs, protect } of tries) {
    const plan = planPass(
      situation,
      requestFor(situation, { trigger, rungs, protect, target: target * window, pageMargin: 0 }),
      situation.calibration.ratio,
    );
    if (plan.verdict !== 'make') continue;
    if (plan.after.tokens <= enough * window) return plan;
    if (best === null || plan.after.tokens < best.after.tokens) best = plan;
  }
  // Less than hoped for, and still under the limit: worth asking once more.
  return best !== null && best.after.tokens < window ? best : null;
}

/** Whether so much of a request's bytes are images that it is about them. A token has about four bytes. */
function imagesWeigh({ images, tokens }: Measured): boolean {
  return images.bytes > imagesMatter * (images.bytes + tokens * 4);
}

function freeBytes(situation: Situation, now: Measured, attempt: number): PassPlan | null {
  const bytes = Math.floor(now.images.bytes * (imageShare[attempt - 1] ?? 0));
  const plan = planPass(
    situation,
    requestFor(situation, {
      trigger: 'refusal',
      rungs: ['shed', 'unpage'],
      protect: 'nothing',
      images: { count: now.images.count, bytes },
      target: Number.POSITIVE_INFINITY,
    }),
  );
  return plan.verdict === 'make' ? plan : null;
}
