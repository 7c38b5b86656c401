import type { PassEdit, PassInfo } from '#contract';

/** A fold that stands as pages in what the model sees, or stood before it was undone. */
export type PagedFold = Extract<PassEdit, { kind: 'fold' }>;

/** The folds with pages, oldest first; those in use on this branch, and the others where they are asked for. */
export function pagedFolds(passes: readonly PassInfo[], wanted: string | null): PagedFold[] {
  return passes.flatMap(({ undone, onBranch, edits }) =>
    edits.filter(
      (edit): edit is PagedFold =>
        edit.kind === 'fold' && edit.pages > 0 && ((onBranch && !undone) || edit.recallId === wanted),
    ),
  );
}

/** The fold that is shown: the wanted one, else the newest. */
export function chosenFold(folds: readonly PagedFold[], wanted: string | null): PagedFold | undefined {
  return folds.find(({ recallId }) => recallId === wanted) ?? folds.at(-1);
}
