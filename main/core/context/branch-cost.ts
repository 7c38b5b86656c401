import { type Cost, sumCosts } from './estimate.ts';
import type { Edit, Fold, Pass } from './passes.ts';

/** Tokens of what stands for a result or an image that was set aside. */
const placeholder = 40;

export interface BranchCostOptions {
  /** Of a message with everything that belongs to it, as if nothing had been set aside. */
  costOf(messageId: string): Cost;
  passes: readonly Pass[];
  /** Of what stands in the view for a fold. */
  foldCost(fold: Fold): Cost;
}

/**
 * About what the messages of a branch cost, with what was set aside on it. Adds up what is known of each message: for many
 * branches at once, where no view is built. Edits inside a fold count with the fold [L9].
 *
 * @param path ids of its messages
 */
export function branchCost(path: readonly string[], options: BranchCostOptions): Cost {
  const { costOf, passes, foldCost } = options;
  const onPath = new Set(path);
  const edits = passes.flatMap((pass) => (pass.undone ? [] : pass.edits));
  const folds = longestFirst(edits.filter((edit) => edit.kind === 'fold')).filter((fold) =>
    fold.covers.every((cover) => onPath.has(cover.messageId)),
  );
  const folded = new Set<string>();
  const costs: Cost[] = [];
  for (const fold of folds) {
    if (fold.covers.some((cover) => folded.has(cover.messageId))) continue;
    costs.push(foldCost(fold));
    // A fold of some steps of a turn leaves the rest of it: what it saves is known as a sum.
    const isWhole = fold.covers.every(
      ({ steps }) => steps === null || (steps.from === 0 && steps.to === null),
    );
    if (!isWhole) costs.push({ text: -fold.tokens, images: 0 });
    for (const { messageId } of isWhole ? fold.covers : []) folded.add(messageId);
  }
  for (const id of path) if (!folded.has(id)) costs.push(costOf(id));
  for (const edit of edits) {
    const saved = savedBy(edit);
    if (saved && onPath.has(saved.messageId) && !folded.has(saved.messageId)) costs.push(saved.cost);
  }
  const { text, images } = sumCosts(costs);
  return { text: Math.max(0, text), images: Math.max(0, images) };
}

function longestFirst(folds: readonly Fold[]): Fold[] {
  return folds.toSorted((a, b) => b.covers.length - a.covers.length);
}

function savedBy(edit: Edit): { messageId: string; cost: Cost } | null {
  if (edit.kind === 'fold') return null;
  const { messageId } = edit.place;
  if (edit.kind === 'elision') return { messageId, cost: { text: placeholder - edit.tokens, images: 0 } };
  return { messageId, cost: { text: placeholder, images: -edit.tokens } };
}
