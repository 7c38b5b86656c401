import { type Repayment, repayment } from './gate.ts';
import type { Edit, PassTrigger } from './passes.ts';
import { protectedFrom } from './pins.ts';
import { elide } from './rungs/elide.ts';
import type { Rung, RungLimit, RungName, Work } from './rungs/rung.ts';
import { shed } from './rungs/shed.ts';
import { snapshots } from './rungs/snapshots.ts';
import { omit, summary } from './rungs/summary.ts';
import { unpage } from './rungs/unpage.ts';
import { estimateNow, type Measured, measure, type Situation } from './situation.ts';

/**
 * The context ladder: how a view gets shorter, cheapest first and no further than is needed.
 *
 * 1. `elide`: older tool results in which nothing happened (free)
 * 2. `shed`: older images (free)
 * 3. `snapshots`: the middle of the history as pages (free: no model, no key, no network)
 * 4. `summary`: its oldest part as a summary (a model call)
 *
 * A recovery that must not ask a model has two more, see `recover.ts`: `omit` and `unpage`.
 *
 * A rung is a function from the view to a plan. The plan's effect is not what it says of itself: the edits are
 * applied and the view is measured again [L4]. All that a pass does is done at once, because every edit empties the
 * prompt cache from its place on.
 */
const rungs: Record<RungName, Rung> = { elide, shed, snapshots, summary, omit, unpage };

const order: readonly RungName[] = ['elide', 'shed', 'snapshots', 'summary', 'unpage', 'omit'];

/** The rungs that cost nothing, and all that a pass ahead of the wall may use. */
export const freeRungs: readonly RungName[] = ['elide', 'shed', 'snapshots'];
export const allRungs: readonly RungName[] = [...freeRungs, 'summary'];

/** What a pass is asked to do. */
export interface PassRequest {
  trigger: PassTrigger;
  rungs: readonly RungName[];
  /** Tokens under which it stops; 0: as much as there is. */
  target: number;
  /** Whether the recent part stays as it is. Pinned messages always do [L5]. */
  protect: 'recent' | 'nothing';
  /** Whether a pass that frees too little to repay the prompt cache is left alone [L4]. */
  mustRepay: boolean;
  /** Images that the request may hold at most; bytes count the base64 text. */
  images: { count: number; bytes: number };
  /** See the settings. */
  pageMargin: number;
  /** What the user wants a summary to be about [L10]. */
  focus: string | null;
}

/** A request with what is usual where nothing else is said: to the target, and whatever the cache costs. */
export function requestFor(
  situation: Situation,
  more: Pick<PassRequest, 'trigger' | 'rungs'> & Partial<PassRequest>,
): PassRequest {
  const { reader, settings } = situation;
  return {
    target: settings.target * reader.window,
    protect: 'recent',
    mustRepay: false,
    images: reader.imageCaps,
    pageMargin: settings.pageMargin,
    focus: null,
    ...more,
  };
}

/** What one rung came to. Tokens of the whole view. */
export interface RungEffect {
  rung: RungName;
  /** `taken`; `not-needed`: the target was met before; `no-gain`: the view would not have shrunk; `limited`: see there. */
  outcome: 'taken' | 'not-needed' | 'no-gain' | 'limited';
  limit: RungLimit | null;
  before: number;
  after: number;
}

/** A pass that could be made: for the preview as for the making. */
export interface PassPlan {
  request: PassRequest;
  edits: Edit[];
  /** What has to be done before the edits are whole. */
  work: Work[];
  effects: RungEffect[];
  before: Measured;
  after: Measured;
  /** By which both were measured. */
  ratio: number;
  repayment: Repayment;
  /** Whether the target was met, and the limits for images kept. */
  reached: boolean;
  /** `nothing`: there was no edit that shrinks the view. `not-worth-it`: it would not repay the prompt cache [L4]. */
  verdict: 'make' | 'nothing' | 'not-worth-it';
}

/**
 * Goes down the ladder and stops at the first rung after which the view is small enough. Changes nothing.
 *
 * @param ratio by which text is measured: what is known now, unless a refusal has just taught better
 */
export function planPass(
  situation: Situation,
  request: PassRequest,
  ratio: number = estimateNow(situation).ratio,
): PassPlan {
  const before = measure(situation, [], ratio);
  const draft = new Draft(situation, request, ratio, before);
  const effects: RungEffect[] = [];
  for (const rung of order) {
    if (request.rungs.includes(rung)) effects.push(draft.take(rung));
  }
  const { edits, work, now: after } = draft;
  const paid = repayment(before, after, situation.reader.prices);
  const worthIt = !request.mustRepay || paid.requests <= situation.settings.repayWithin;
  return {
    request,
    edits,
    work,
    effects,
    before,
    after,
    ratio,
    repayment: paid,
    reached: draft.reached,
    verdict: edits.length === 0 ? 'nothing' : worthIt ? 'make' : 'not-worth-it',
  };
}

/** A pass as it grows, rung by rung. */
class Draft {
  edits: Edit[] = [];
  work: Work[] = [];
  now: Measured;
  readonly #situation: Situation;
  readonly #request: PassRequest;
  readonly #ratio: number;

  constructor(situation: Situation, request: PassRequest, ratio: number, now: Measured) {
    this.#situation = situation;
    this.#request = request;
    this.#ratio = ratio;
    this.now = now;
  }

  get reached(): boolean {
    const { target, images } = this.#request;
    return this.now.tokens <= target && isWithin(this.now.images, images);
  }

  /** Tries one rung, and takes what it plans only if the view gets smaller by it [L4]. */
  take(rung: RungName): RungEffect {
    const before = this.now;
    const effect = { rung, limit: null, before: before.tokens, after: before.tokens };
    if (this.reached) return { ...effect, outcome: 'not-needed' };
    const plan = rungs[rung](this.#input());
    if (plan.edits.length === 0) return { ...effect, outcome: 'limited', limit: plan.limit };
    const edits = [...this.edits, ...plan.edits];
    const work = [...this.work, ...plan.work];
    const after = measure(this.#situation, edits, this.#ratio, plannedTokens(work));
    if (!isSmaller(after, before)) return { ...effect, outcome: 'no-gain', limit: plan.limit };
    this.now = after;
    // A draft that a longer fold has swallowed is not made: its text went over into that fold.
    const isUsed = (id: string): boolean => after.applied.folds.has(id);
    this.edits = edits.filter((edit) => edit.kind !== 'fold' || isUsed(edit.id));
    this.work = work.filter((task) => isUsed(task.foldId));
    return { ...effect, outcome: 'taken', limit: plan.limit, after: after.tokens };
  }

  #input() {
    const { applied, messageTokens } = this.now;
    const { messages } = applied.view;
    const { reader, settings } = this.#situation;
    const { protect, target, images, pageMargin } = this.#request;
    return {
      situation: this.#situation,
      now: this.now,
      drafts: this.edits,
      target,
      ratio: this.#ratio,
      images,
      pageMargin,
      protectedFrom:
        protect === 'nothing'
          ? messages.length
          : protectedFrom(messages, applied.places, messageTokens, reader.window, settings),
    };
  }
}

/** Tokens of summaries that are still to be written. */
function plannedTokens(work: readonly Work[]): Map<string, number> {
  return new Map(
    work.flatMap((task): [string, number][] =>
      task.kind === 'summarise' ? [[task.foldId, task.budget]] : [],
    ),
  );
}

export function isWithin(
  has: { count: number; bytes: number },
  most: { count: number; bytes: number },
): boolean {
  return has.count <= most.count && has.bytes <= most.bytes;
}

/** Fewer tokens; or fewer bytes of images at no more tokens, which is what a refusal for bytes is about. */
function isSmaller(after: Measured, before: Measured): boolean {
  if (after.tokens < before.tokens) return true;
  return after.tokens === before.tokens && after.images.bytes < before.images.bytes;
}
