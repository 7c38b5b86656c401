import { type AppliedView, applyPasses } from './apply-passes.ts';
import { type Calibration, type Estimate, estimateView } from './calibrate.ts';
import { type Estimator, sumCosts, tokensOf } from './estimate.ts';
import type { Branch, Edit, Fold } from './passes.ts';
import { base64Bytes, type LadderSettings, type ReaderFigures } from './reader.ts';
import { isFold, type PagedMessage } from './view.ts';

/** Everything that a decision about room is made from. */
export interface Situation {
  branch: Branch;
  reader: ReaderFigures;
  calibration: Calibration;
  settings: LadderSettings;
  estimator: Estimator;
  planPages: PlanPages;
  /** How the agent is called in the conversation: it is named in the text of a fold. */
  agentName: string;
}

/** Pages for a fold, worked out for the reader's route but not drawn. */
export interface PagePlan {
  /** See {@link PagesForm}. */
  shape: string;
  /** Whether it is a shape with small letters, which are read less surely. */
  smallLetters: boolean;
  pages: { width: number; height: number; tokens: number; bytesEstimate: number }[];
  /** See {@link PagesForm}: texts before and after the pages. */
  legend: string;
  sidecar: string;
}

export type PlanPages = (fold: { id: string; source: string; turns: Fold['turns'] }) => PagePlan;

/** A branch with edits that are not made yet, and what it would cost. */
export interface Measured {
  applied: AppliedView;
  tokens: number;
  /** Of each message of the view. */
  messageTokens: number[];
  /** Images and pages in the view; bytes count the base64 text. */
  images: { count: number; bytes: number };
  pages: { count: number; bytes: number };
}

/** What the view costs now. Its ratio is the measure for everything that is compared with it. */
export function estimateNow(situation: Situation): Estimate {
  const { branch, reader, calibration, estimator } = situation;
  return estimateView(applyPasses(branch, reader), reader, calibration, estimator);
}

/**
 * Applies edits and measures the view that comes of them.
 *
 * @param ratio the same for every view that is compared
 * @param planned tokens of summaries that are not written yet, by fold
 */
export function measure(
  situation: Situation,
  edits: readonly Edit[],
  ratio: number,
  planned: ReadonlyMap<string, number> = new Map(),
): Measured {
  const { branch, reader, estimator } = situation;
  const applied = applyPasses(withDraft(branch, edits), reader);
  const { view } = applied;
  const costs = view.messages.map((message) => estimator.message(message, reader));
  const fixed = estimator.fixed(view, reader);
  const unwritten = [...planned].reduce(
    (sum, [id, tokens]) => (applied.folds.has(id) ? sum + tokens : sum),
    0,
  );
  return {
    applied,
    tokens: tokensOf(sumCosts([fixed, ...costs]), ratio) + unwritten,
    messageTokens: costs.map((cost) => tokensOf(cost, ratio)),
    images: sumImages(view.messages, reader),
    pages: sumPages(view.messages),
  };
}

/** A branch as it would be with one more pass. */
export function withDraft(branch: Branch, edits: readonly Edit[]): Branch {
  if (edits.length === 0) return branch;
  const draft = {
    id: 'draft',
    createdAt: 0,
    trigger: 'user' as const,
    edits: [...edits],
    before: 0,
    after: 0,
    undone: false,
  };
  return { ...branch, passes: [...branch.passes, draft] };
}

function sumImages(messages: readonly PagedMessage[], reader: ReaderFigures): Measured['images'] {
  const sum = { count: 0, bytes: 0 };
  if (!reader.vision) return sum;
  for (const message of messages) {
    const parts =
      message.role === 'results'
        ? message.results.flatMap((result) => result.parts)
        : message.role === 'user'
          ? message.parts
          : [];
    for (const part of parts) {
      const isImage =
        part.type === 'page' || (part.type === 'attachment' && part.attachment.kind === 'image');
      if (!isImage) continue;
      sum.count += 1;
      sum.bytes += base64Bytes(part.type === 'page' ? part.bytes : part.attachment.bytes);
    }
  }
  return sum;
}

function sumPages(messages: readonly PagedMessage[]): Measured['pages'] {
  const pages = messages.filter(isFold).flatMap(({ parts }) => parts.filter((part) => part.type === 'page'));
  return { count: pages.length, bytes: pages.reduce((sum, page) => sum + base64Bytes(page.bytes), 0) };
}
