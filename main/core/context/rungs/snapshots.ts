import { tokensOf } from '../estimate.ts';
import { seesPages } from '../fold-place.ts';
import type { Fold, PagesForm } from '../passes.ts';
import { pinnedAt } from '../pins.ts';
import { foldMessage } from '../placeholders.ts';
import { base64Bytes } from '../reader.ts';
import type { PagePlan } from '../situation.ts';
import { foldOf, piecesOf, type Stretch, stretchesIn, tokensIn } from '../stretch.ts';
import { isFold } from '../view.ts';
import { draftFolds, type Rung, type RungInput, type RungLimit, takenIds } from './rung.ts';

/** Share of the window that one fold stands for: small enough that later the oldest can be summarised alone. */
const foldShare = 0.1;
/** Text of fewer tokens is no stretch: legend and sidecar would outweigh it. */
const worthFolding = 400;

interface PlannedFold {
  fold: Fold;
  plan: PagePlan;
}

/**
 * The third rung: the middle of the history as pages, oldest first, each piece only where its pages are cheaper than
 * its own text [S5]. Where the request takes fewer pages than that, the oldest pieces are left to the next rung [S9].
 */
export const snapshots: Rung = (input) => {
  const { situation, now, target } = input;
  const { reader } = situation;
  if (!seesPages(reader)) return { edits: [], work: [], limit: 'no-vision' };
  const pieces = foldablePieces(input);
  if (pieces.length === 0) return { edits: [], work: [], limit: 'nothing' };
  const planned: PlannedFold[] = [];
  let left = now.tokens - target;
  for (const piece of pieces) {
    if (left <= 0) break;
    const found = planPiece(piece, input, planned);
    if (found === null) continue;
    planned.push(found);
    left -= found.freed;
  }
  const kept = withinLimits(planned, input);
  const limit: RungLimit | null =
    planned.length === 0 ? 'not-cheaper' : kept.length < planned.length ? 'page-limit' : null;
  return {
    edits: kept.map(({ fold }) => fold),
    work: kept.map(({ fold, plan }) => ({ kind: 'draw', foldId: fold.id, plan })),
    limit,
  };
};

/** Text before the protected part, in pieces, oldest first. What is folded already stays as it is. */
function foldablePieces({ situation, now, protectedFrom }: RungInput): Stretch[] {
  const { applied, messageTokens } = now;
  const { messages } = applied.view;
  const pinned = pinnedAt(messages);
  const mayFold = (at: number): boolean => {
    const message = messages[at];
    return message !== undefined && !pinned.has(at) && !isFold(message);
  };
  const size = situation.reader.window * foldShare;
  return stretchesIn(messages, protectedFrom, mayFold)
    .flatMap((stretch) => piecesOf(stretch, size, applied, messageTokens))
    .filter((piece) => tokensIn(piece, messageTokens) >= worthFolding);
}

/** Plans the pages of one piece; null where they are not cheaper than its text by the margin. */
function planPiece(
  piece: Stretch,
  input: RungInput,
  before: readonly PlannedFold[],
): (PlannedFold & { freed: number }) | null {
  const { situation, now, ratio, pageMargin } = input;
  const fold = foldOf(piece, 'pages', {
    base: situation.branch.view,
    applied: now.applied,
    tokens: now.messageTokens,
    agentName: situation.agentName,
    drafts: draftFolds(input),
    taken: new Set([...takenIds(input), ...before.map((planned) => planned.fold.id)]),
  });
  const source = fold.source.map((part) => (part.kind === 'text' ? part.text : '')).join('\n');
  const { reader, estimator } = situation;
  const plan = situation.planPages({ id: fold.id, source, turns: fold.turns });
  const form = plannedForm(plan);
  const cost = tokensOf(estimator.message(foldMessage(fold, form, ''), reader), ratio);
  const freed = fold.tokens - cost;
  return freed > fold.tokens * pageMargin ? { fold: { ...fold, forms: [form] }, plan, freed } : null;
}

/** Pages that are not drawn yet: their size is known, their pictures' hashes are not. */
function plannedForm({ shape, pages, legend, sidecar }: PagePlan): PagesForm {
  const sized = pages.map(({ width, height, bytesEstimate }) => ({
    hash: '',
    width,
    height,
    bytes: bytesEstimate,
  }));
  return { kind: 'pages', shape, legend, pages: sized, sidecar };
}

/** [S9] Leaves out the oldest folds until pages and images together fit into a request. */
function withinLimits(planned: readonly PlannedFold[], input: RungInput): PlannedFold[] {
  const { pageCaps } = input.situation.reader;
  const { images, pages } = input.now;
  const room = {
    count: Math.min(pageCaps.count - pages.count, input.images.count - images.count),
    bytes: Math.min(pageCaps.bytes - pages.bytes, input.images.bytes - images.bytes),
  };
  const kept: PlannedFold[] = [];
  for (const one of planned.toReversed()) {
    room.count -= one.plan.pages.length;
    room.bytes -= one.plan.pages.reduce((sum, page) => sum + base64Bytes(page.bytesEstimate), 0);
    if (room.count < 0 || room.bytes < 0) break;
    kept.unshift(one);
  }
  return kept;
}
