import { matchesModel, parseModelId } from '../models/model-id.ts';
import type { AppliedView } from './apply-passes.ts';
import { type Cost, type Estimator, isReplayed, sumCosts, tokensOf } from './estimate.ts';
import type { ReaderFigures } from './reader.ts';

/** What is known of a model's own way to count: its tokens for one token of text as counted here. */
export interface Calibration {
  ratio: number;
}

/** The request that a provider refused as too large, in its own numbers where it gave them. */
export interface TokenRefusal {
  kind: 'tokens';
  limit: number | null;
  actual: number | null;
}

/** What a view costs, and the ratio by which parts of it and changes to it are measured. */
export interface Estimate {
  tokens: number;
  cost: Cost;
  ratio: number;
}

const least = 0.7;
const most = 2;
/** How much one response moves the ratio. */
const weight = 0.5;
/** Less text than this says nothing about a model: what surrounds it weighs more. */
const telling = 500;
/** Fewer tokens are no model's window. */
const leastWindow = 256;
/** A refused request is taken to be this much over the limit where nobody says how much. */
const overBy = 1.05;

/** Before the first response. Claude 4.7 and later count about 30 % more than the tokenizer here (measured by others). */
export function initialCalibration(modelId: string): Calibration {
  const parsed = parseModelId(modelId);
  const dear = [
    { words: ['claude'], from: [4, 7] },
    { words: ['claude', 'fable'] },
    { words: ['claude', 'mythos'] },
  ];
  return { ratio: dear.some((row) => matchesModel(parsed, row)) ? 1.3 : 1 };
}

/**
 * Learns from a good response.
 *
 * @param reported tokens of the prompt, cached ones included
 * @param cost of the view that was sent
 */
export function learn(calibration: Calibration, reported: number, cost: Cost): Calibration {
  if (cost.text < telling) return calibration;
  const seen = clamp((reported - cost.images) / cost.text);
  return { ratio: calibration.ratio + weight * (seen - calibration.ratio) };
}

/** What a refusal teaches, see {@link correct}. */
export interface Correction {
  /** Context window, tokens. */
  window: number;
  calibration: Calibration;
  /** Whether the numbers are the provider's own, and to be remembered for this model. */
  remember: boolean;
}

/**
 * [L3] Takes a refusal's numbers over one's own. Where it gives none, either the window is smaller than was
 * thought or the text counts for more: this request is over the limit, and that is all that is certain.
 *
 * @param cost of the view that was refused
 */
export function correct(
  before: { window: number; calibration: Calibration },
  refusal: TokenRefusal,
  cost: Cost,
): Correction {
  const { actual } = refusal;
  const limit = isWindow(refusal, before.window) ? refusal.limit : null;
  const window = limit ?? before.window;
  if (actual !== null && cost.text > 0) {
    const ratio = clamp((actual - cost.images) / cost.text);
    return { window, calibration: { ratio }, remember: limit !== null };
  }
  const { ratio } = before.calibration;
  if (tokensOf(cost, ratio) > window) {
    return { window, calibration: { ratio: clamp(ratio) }, remember: limit !== null };
  }
  const raised = clamp(Math.max(ratio, (window * overBy - cost.images) / Math.max(1, cost.text)));
  return {
    window: Math.min(window, Math.ceil(tokensOf(cost, raised) / overBy)),
    calibration: { ratio: raised },
    remember: false,
  };
}

/**
 * Whether a refusal's limit can be a window: gateways name limits of other things in the same words, and a refusal
 * teaches a wider window only where it says that the prompt was over it.
 */
function isWindow({ limit, actual }: TokenRefusal, believed: number): boolean {
  if (limit === null || limit < leastWindow) return false;
  return limit <= believed || (actual !== null && actual > limit);
}

/**
 * What a view costs a reader: what the last good response of this very model reported, and the rest counted here.
 * A response holds only as long as nothing before it has changed: its mark tells.
 */
export function estimateView(
  applied: AppliedView,
  reader: ReaderFigures,
  calibration: Calibration,
  estimator: Estimator,
): Estimate {
  const { view } = applied;
  const costs = view.messages.map((message) => estimator.message(message, reader));
  const fixed = estimator.fixed(view, reader);
  const cost = sumCosts([fixed, ...costs]);
  const { ratio } = calibration;
  const anchor = anchorOf(applied, reader);
  if (anchor === null) return { tokens: tokensOf(cost, ratio), cost, ratio };
  const before = sumCosts([fixed, ...costs.slice(0, anchor.at)]);
  // A prompt that counts for less than any model would is one that the server cut: it says nothing.
  if (anchor.prompt < before.text * least + before.images) {
    return { tokens: tokensOf(cost, ratio), cost, ratio };
  }
  const after = tokensOf(sumCosts(costs.slice(anchor.at + (anchor.answer === null ? 0 : 1))), ratio);
  const tokens = anchor.prompt + (anchor.answer ?? 0) + after;
  return { tokens, cost, ratio: cost.text > 0 ? (tokens - cost.images) / cost.text : ratio };
}

interface Anchor {
  at: number;
  /** Tokens of everything before the message. */
  prompt: number;
  /** Tokens of the message itself, where they are sent back as they came; null: they are counted here. */
  answer: number | null;
}

/** Where something before a response has changed, its message has lost its blocks, and is no anchor. */
function anchorOf({ view }: AppliedView, reader: ReaderFigures): Anchor | null {
  for (let at = view.messages.length - 1; at >= 0; at -= 1) {
    const message = view.messages[at];
    if (message?.role !== 'agent' || !message.usage || !isReplayed(message, reader)) continue;
    const { input, cacheRead, cacheWrite, output } = message.usage;
    const prompt = input + cacheRead + cacheWrite;
    if (prompt === 0) continue;
    // Hidden reasoning is billed once and not sent again; reasoning that can be seen here is.
    const reasons = message.said.some((part) => part.type === 'reasoning');
    return { at, prompt, answer: reasons ? output : null };
  }
  return null;
}

const clamp = (ratio: number): number => Math.min(most, Math.max(least, ratio));
