import { allRungs, freeRungs, isWithin, type PassPlan, planPass, requestFor } from './ladder.ts';
import type { Branch, Edit, Pass } from './passes.ts';
import { planToFit } from './recover.ts';
import { estimateNow, measure, type Situation } from './situation.ts';

/** The room that an answer needs: tokens, and in a small window a share of it. Some servers refuse a request with less. */
const answerRoom = { tokens: 8192, share: 0.125 };
/** What an estimate may be off. */
const margin = 0.02;

/** Share of the window that is the wall itself: here room is made whatever it costs, for the next answer needs it. */
function wallOf(window: number): number {
  return 1 - margin - Math.min(answerRoom.share, answerRoom.tokens / window);
}

/** What is known beside the situation. */
export interface AheadFacts {
  /** The prompt cache has expired: then a pass loses nothing. */
  cacheIsCold?: boolean;
  /** False where a summary was tried in this answer and could not be had. */
  mayAsk?: boolean;
}

/**
 * [L1] Decides before a request, also between the steps of a tool loop, whether room is made first. The folds have
 * the forms that this reader needs, see `neededWork`.
 *
 * @returns the pass to make, or null: the view is sent as it is
 */
export function planAhead(
  situation: Situation,
  { cacheIsCold = false, mayAsk: askable = true }: AheadFacts = {},
): PassPlan | null {
  const { reader, settings, branch } = situation;
  const estimate = estimateNow(situation);
  const now = measure(situation, [], estimate.ratio);
  const crowded = !isWithin(now.images, reader.imageCaps);
  const wall = wallOf(reader.window);
  const newest = branch.passes.findLast((pass) => isOn(pass, branch));
  // What the user has just taken back is not done again before it must be.
  const threshold = newest?.undone && newest.trigger !== 'user' ? wall : settings.threshold;
  if (estimate.tokens < threshold * reader.window && !crowded) return null;
  const mayAsk = askable && !isFutile(situation);
  const request = requestFor(situation, {
    trigger: 'threshold',
    rungs: mayAsk ? allRungs : freeRungs,
    mustRepay: !cacheIsCold && !crowded && estimate.tokens < wall * reader.window,
  });
  const plan = planPass(situation, request, estimate.ratio);
  const made = plan.verdict === 'make' ? plan : null;
  if ((made?.after.tokens ?? estimate.tokens) <= wall * reader.window) return made;
  // What leaves no room for an answer would only be refused: the moves of a recovery come before the request instead of after it.
  const measured = { ...situation, calibration: { ratio: estimate.ratio } };
  return planToFit(measured, { trigger: 'threshold', attempt: 1, mayAsk }) ?? made;
}

/**
 * The breaker: after two passes in a row that left the view over the threshold no model is asked again by itself.
 * The free rungs go on, and so do the user and a recovery.
 */
function isFutile({ branch, reader, settings }: Situation): boolean {
  const newest = branch.passes.filter((pass) => !pass.undone && isOn(pass, branch)).slice(-2);
  return (
    newest.length === 2 &&
    newest.every((pass) => pass.trigger === 'threshold' && pass.after >= settings.threshold * reader.window)
  );
}

/** Whether anything that a pass did is on a branch. */
function isOn(pass: Pass, { path }: Branch): boolean {
  const onPath = new Set(path);
  return pass.edits.some((edit) => messageIds(edit).every((id) => onPath.has(id)));
}

function messageIds(edit: Edit): string[] {
  return edit.kind === 'fold' ? edit.covers.map((cover) => cover.messageId) : [edit.place.messageId];
}
