import type { Edit, Fold } from '../passes.ts';
import type { Measured, PagePlan, Situation } from '../situation.ts';

/** The four mechanisms in their order, cheapest first; and what a recovery may have to do without asking a model. */
export type RungName = 'elide' | 'shed' | 'snapshots' | 'summary' | 'unpage' | 'omit';

/** What a rung is given. */
export interface RungInput {
  situation: Situation;
  /** The view as the rungs before have left it. */
  now: Measured;
  /** Edits of the rungs before, in this pass. */
  drafts: readonly Edit[];
  /** Tokens under which the view should be. 0: as much as there is. */
  target: number;
  /** By which text is measured. */
  ratio: number;
  /** Where the recent part begins that stays; the view's length where nothing is protected. */
  protectedFrom: number;
  /** Bytes of images (base64 text) and their number under which the request should be. */
  images: { count: number; bytes: number };
  /** [S5] Pages are used only where they are cheaper by the margin; a recovery takes any that are cheaper at all. */
  pageMargin: number;
}

/** What a rung would do. */
export interface RungPlan {
  edits: Edit[];
  /** What has to be done before the edits can be made. */
  work: Work[];
  /** Why there is less than there might be; null where that is all. */
  limit: RungLimit | null;
}

/**
 * `nothing`: nothing of the kind is in the view outside of what stays. `no-vision`: the reader sees no pages.
 * `not-cheaper`: pages would cost as much as the text. `page-limit`: the request takes no more pages.
 */
export type RungLimit = 'nothing' | 'no-vision' | 'not-cheaper' | 'page-limit';

/** A form that a fold still needs: pages to be drawn, or a summary to be asked for. */
export type Work =
  | { kind: 'draw'; foldId: string; plan: PagePlan }
  | {
      kind: 'summarise';
      foldId: string;
      /** An earlier summary that this one goes on from; null at the first. */
      earlier: string | null;
      /** The text that is not in the earlier summary. */
      text: string;
      /** All that the summary stands for: its exact strings are found there, whatever an earlier one says. */
      source: string;
      /** Tokens that the new summary may have. */
      budget: number;
    };

export type Rung = (input: RungInput) => RungPlan;

/** Recall ids that are in use already. */
export function takenIds({ situation, drafts }: RungInput): Set<string> {
  const edits = [...situation.branch.passes.flatMap((pass) => pass.edits), ...drafts];
  return new Set(edits.map((edit) => (edit.kind === 'fold' ? edit.id : edit.recallId)));
}

export function draftFolds({ drafts }: RungInput): Map<string, Fold> {
  return new Map(drafts.filter((edit) => edit.kind === 'fold').map((fold) => [fold.id, fold]));
}
