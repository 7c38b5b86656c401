import { applyPasses } from './apply-passes.ts';
import { foldsById, sourceOf } from './passes.ts';
import type { Work } from './rungs/rung.ts';
import type { Situation } from './situation.ts';

/** Share of the window that a summary may take which stands for pages that the reader cannot see. */
const share = 0.08;
const most = 6000;

/**
 * [S3] What has to be made before a reader can have the folds of its view: a summary for one without vision, pages in
 * the shape of another route for one with it. Each is made once and kept with the fold, see `formFor` and `withForm`;
 * until then the fold's messages are in the view whole, never as an image that the reader cannot see.
 */
export function neededWork(situation: Situation): Work[] {
  const { branch, reader, planPages } = situation;
  const { needs } = applyPasses(branch, reader);
  const folds = foldsById(branch.passes);
  return needs.flatMap(({ foldId, form }): Work[] => {
    const fold = folds.get(foldId);
    if (!fold) return [];
    const text = sourceOf(fold, folds);
    if (form === 'pages') {
      return [{ kind: 'draw', foldId, plan: planPages({ id: foldId, source: text, turns: fold.turns }) }];
    }
    const budget = Math.floor(Math.min(most, reader.window * share, fold.tokens / 4));
    return [{ kind: 'summarise', foldId, earlier: null, text, source: text, budget: Math.max(100, budget) }];
  });
}
