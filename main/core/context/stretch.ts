import { serialise } from '../snapshot/serialise.ts';
import type { AppliedView } from './apply-passes.ts';
import type { Cover, Fold, FoldForm, SourcePiece } from './passes.ts';
import { endsStep, placesOf } from './places.ts';
import { recallIdFor } from './short-id.ts';
import { isFold, type PagedMessage, type View, type ViewMessage } from './view.ts';

/** Messages of an applied view, from `start` to before `end`, that may become one fold: whole steps only [L6]. */
export interface Stretch {
  start: number;
  end: number;
}

/**
 * The longest stretches before `end` in which every message may be folded, in reading order. None ends with a
 * question whose answer stays.
 */
export function stretchesIn(
  messages: readonly PagedMessage[],
  end: number,
  mayFold: (at: number) => boolean,
): Stretch[] {
  const found: Stretch[] = [];
  let start = -1;
  for (let at = 0; at <= end; at += 1) {
    if (at < end && mayFold(at)) {
      if (start < 0) start = at;
    } else if (start >= 0) {
      const stretch = { start, end: lastCut(messages, start, at) };
      if (stretch.end > start) found.push(stretch);
      start = -1;
    }
  }
  return found;
}

/**
 * The beginning of a stretch that holds at least `wanted` tokens, or all of it. It ends with a turn where one ends
 * before twice as much would be taken, else inside a turn, with a step.
 */
export function beginningOf(
  stretch: Stretch,
  wanted: number,
  { view, places }: AppliedView,
  tokens: readonly number[],
): Stretch {
  let sum = 0;
  let step: number | null = null;
  for (let at = stretch.start; at < stretch.end; at += 1) {
    sum += tokens[at] ?? 0;
    if (sum < wanted || !endsStep(view.messages, at)) continue;
    if (step !== null && sum > wanted * 2) break;
    step ??= at + 1;
    if (places[at]?.turn !== places[at + 1]?.turn) return { start: stretch.start, end: at + 1 };
  }
  return { start: stretch.start, end: step ?? stretch.end };
}

/** Cuts a stretch into pieces of about `size` tokens, so that later the oldest can go alone. */
export function piecesOf(
  stretch: Stretch,
  size: number,
  applied: AppliedView,
  tokens: readonly number[],
): Stretch[] {
  const pieces: Stretch[] = [];
  let rest = stretch;
  while (rest.end > rest.start) {
    const piece = beginningOf(rest, size, applied, tokens);
    pieces.push(piece);
    rest = { start: piece.end, end: stretch.end };
  }
  return pieces;
}

export function tokensIn({ start, end }: Stretch, tokens: readonly number[]): number {
  let sum = 0;
  for (let at = start; at < end; at += 1) sum += tokens[at] ?? 0;
  return sum;
}

export interface FoldMaker {
  /** The view that no pass has shaped. */
  base: View;
  applied: AppliedView;
  tokens: readonly number[];
  agentName: string;
  /** Folds that are not made yet: their source is taken over, not referred to. */
  drafts: ReadonlyMap<string, Fold>;
  /** Recall ids in use. */
  taken: ReadonlySet<string>;
}

/** Makes a fold of a stretch, still without a form. */
export function foldOf(stretch: Stretch, as: FoldForm['kind'], maker: FoldMaker): Fold {
  const { applied, base, tokens, taken } = maker;
  const covers = coversOf(stretch, applied, base);
  return {
    kind: 'fold',
    id: recallIdFor(`${as} ${JSON.stringify(covers)}`, taken),
    as,
    covers,
    turns: turnsIn(stretch, applied),
    source: sourcePieces(stretch, maker),
    forms: [],
    tokens: tokensIn(stretch, tokens),
  };
}

/** What the stretch stands for, in messages and steps of the branch, folds inside it included. */
function coversOf(stretch: Stretch, { places }: AppliedView, base: View): Cover[] {
  const from = places[stretch.start]?.at ?? 0;
  const to = places[stretch.end]?.at ?? base.messages.length;
  const basePlaces = placesOf(base);
  const covers: Cover[] = [];
  for (let at = from; at < to; at += 1) {
    const message = base.messages[at];
    const step = basePlaces[at]?.step ?? 0;
    if (!message) break;
    const last = covers.at(-1);
    if (last?.steps && last.messageId === message.messageId) last.steps.to = step + 1;
    else {
      const steps = message.role === 'user' ? null : { from: step, to: step + 1 };
      covers.push({ messageId: message.messageId, steps });
    }
  }
  return covers.map((cover, at) => {
    const follows = at < covers.length - 1 || isOther(base.messages[to], cover.messageId);
    return cover.steps && follows ? { ...cover, steps: { ...cover.steps, to: null } } : cover;
  });
}

/** A message of another id behind it means that an answer is whole. */
const isOther = (next: ViewMessage | undefined, messageId: string): boolean =>
  next !== undefined && next.messageId !== messageId;

function turnsIn({ start, end }: Stretch, { view, places, folds }: AppliedView): Fold['turns'] {
  const last = view.messages[end - 1];
  const folded = last && isFold(last) ? folds.get(last.foldId)?.fold : undefined;
  const to = folded?.turns.to ?? places[end - 1]?.turn ?? 1;
  return { from: places[start]?.turn ?? 1, to };
}

/** What a stretch is made of, in reading order. */
export type Segment =
  | { kind: 'fold'; foldId: string }
  /** Messages of one turn, or a part of one where a fold takes the rest. */
  | { kind: 'turn'; turn: number; messages: ViewMessage[] };

export function segmentsOf({ start, end }: Stretch, { view, places }: AppliedView): Segment[] {
  const segments: Segment[] = [];
  for (let at = start; at < end; at += 1) {
    const message = view.messages[at];
    if (!message) break;
    const turn = places[at]?.turn ?? 1;
    const open = segments.at(-1);
    if (isFold(message)) segments.push({ kind: 'fold', foldId: message.foldId });
    else if (open?.kind === 'turn' && open.turn === turn) open.messages.push(message);
    else segments.push({ kind: 'turn', turn, messages: [message] });
  }
  return segments;
}

/** The text of the stretch, turn by turn; a fold inside it keeps its own. */
function sourcePieces(stretch: Stretch, { applied, agentName, drafts }: FoldMaker): SourcePiece[] {
  const pieces = segmentsOf(stretch, applied).flatMap((segment): SourcePiece[] => {
    if (segment.kind === 'turn') {
      return [{ kind: 'text', text: serialise(segment.messages, segment.turn, agentName) }];
    }
    return drafts.get(segment.foldId)?.source ?? [{ kind: 'fold', id: segment.foldId }];
  });
  return joinTexts(pieces);
}

function joinTexts(pieces: readonly SourcePiece[]): SourcePiece[] {
  const joined: SourcePiece[] = [];
  let texts: string[] = [];
  const flush = () => {
    if (texts.length > 0) joined.push({ kind: 'text', text: texts.join('\n') });
    texts = [];
  };
  for (const piece of pieces) {
    if (piece.kind === 'text') texts.push(piece.text);
    else {
      flush();
      joined.push(piece);
    }
  }
  flush();
  return joined;
}

function lastCut(messages: readonly PagedMessage[], start: number, end: number): number {
  let at = end;
  while (at > start && !endsStep(messages, at - 1)) at -= 1;
  return at;
}
