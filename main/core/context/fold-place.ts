import type { Cover, Fold, FoldForm, Pass } from './passes.ts';
import type { Place } from './places.ts';
import type { ViewMessage } from './view.ts';

/** Who will read the view, as far as folds are concerned. */
export interface FoldReader {
  vision: boolean;
  /** The page shapes of the reader's route [S4]; none where pages cannot be used. */
  pageShapes: readonly string[];
}

export const seesPages = ({ vision, pageShapes }: FoldReader): boolean => vision && pageShapes.length > 0;

/** A form that a fold has to be given before this reader can have it. */
export interface FoldNeed {
  foldId: string;
  form: 'pages' | 'summary';
}

/** A fold in its place: messages from `start` to before `end` are not shown. */
export interface PlacedFold {
  fold: Fold;
  form: FoldForm;
  start: number;
  end: number;
}

interface Candidate {
  fold: Fold;
  start: number;
  end: number;
  /** Newer is higher. */
  age: number;
}

/**
 * Chooses the folds that count on a branch [L9]. Of folds that overlap the longest wins, of equally long ones the
 * newest; one whose form this reader cannot have is told of, and leaves its place to a fold inside it.
 *
 * @param path ids of the branch's messages
 */
export function placeFolds(
  messages: readonly ViewMessage[],
  places: readonly Place[],
  passes: readonly Pass[],
  path: ReadonlySet<string>,
  reader: FoldReader,
): { placed: PlacedFold[]; needs: FoldNeed[] } {
  const placed: PlacedFold[] = [];
  const needs: FoldNeed[] = [];
  for (const { fold, start, end } of candidates(messages, places, passes, path)) {
    if (placed.some((other) => start < other.end && other.start < end)) continue;
    const form = formFor(fold, reader);
    if (typeof form === 'string') needs.push({ foldId: fold.id, form });
    else placed.push({ fold, form, start, end });
  }
  return { placed: placed.sort((a, b) => a.start - b.start), needs };
}

/**
 * The form that a reader gets of a fold [S3], or the name of the one that has to be made: a reader without vision
 * never gets pages, and one with vision gets them in a shape of its own route. Which one of these does not matter here:
 * a fold keeps the letters that it was made with [S2].
 */
function formFor(fold: Fold, reader: FoldReader): FoldForm | FoldNeed['form'] {
  const sees = seesPages(reader);
  const kind = fold.as === 'pages' && !sees ? 'summary' : fold.as;
  const found = fold.forms.find(
    (form) => form.kind === kind && (form.kind !== 'pages' || reader.pageShapes.includes(form.shape)),
  );
  if (found) return found;
  if (kind === 'omission') return { kind };
  return kind;
}

function candidates(
  messages: readonly ViewMessage[],
  places: readonly Place[],
  passes: readonly Pass[],
  path: ReadonlySet<string>,
): Candidate[] {
  const spans = spansOf(messages);
  const found: Candidate[] = [];
  for (const fold of passes.flatMap((pass) => (pass.undone ? [] : pass.edits))) {
    if (fold.kind !== 'fold' || !fold.covers.every((cover) => path.has(cover.messageId))) continue;
    const range = rangeOf(fold.covers, messages, places, spans);
    if (range) found.push({ fold, age: found.length, ...range });
  }
  return found.sort((a, b) => b.end - b.start - (a.end - a.start) || b.age - a.age);
}

interface Span {
  start: number;
  end: number;
}

/** Where each message's steps and results are: always side by side. */
function spansOf(messages: readonly ViewMessage[]): Map<string, Span> {
  const spans = new Map<string, Span>();
  for (const [at, { messageId }] of messages.entries()) {
    const span = spans.get(messageId);
    if (span) span.end = at + 1;
    else spans.set(messageId, { start: at, end: at + 1 });
  }
  return spans;
}

/** The messages of a stretch; null where they are not what they were, or do not stand together. */
function rangeOf(
  covers: readonly Cover[],
  messages: readonly ViewMessage[],
  places: readonly Place[],
  spans: ReadonlyMap<string, Span>,
): Span | null {
  let range: Span | null = null;
  for (const cover of covers) {
    const span = spans.get(cover.messageId);
    // A turn that was trimmed from the front of the view: the fold still stands for it [T5].
    if (!span) continue;
    const part = cover.steps === null ? span : stepsOf(cover.steps, span, messages, places);
    if (!part || (range && range.end !== part.start)) return null;
    range = range ? { start: range.start, end: part.end } : part;
  }
  return range;
}

function stepsOf(
  steps: { from: number; to: number | null },
  span: Span,
  messages: readonly ViewMessage[],
  places: readonly Place[],
): Span | null {
  const stepAt = (at: number): number => places[at]?.step ?? -1;
  const last = stepAt(span.end - 1);
  const { from, to } = steps;
  if (to === null ? last < from : last < to - 1) return null;
  const whole = from === 0 && to === null;
  // A turn that was rebuilt as plain text has other steps than it had.
  if (!whole && isRebuilt(messages, span)) return null;
  let { start, end } = span;
  while (start < end && stepAt(start) < from) start += 1;
  while (to !== null && end > start && stepAt(end - 1) >= to) end -= 1;
  return { start, end };
}

function isRebuilt(messages: readonly ViewMessage[], span: Span): boolean {
  return messages
    .slice(span.start, span.end)
    .some((message) => message.role === 'agent' && message.native === null);
}
