import type { Conversation } from '#contract';
import { type Fold, foldsById, type PagesForm, type Pass } from '#core/context/passes.ts';
import type { DocumentFold } from '#core/export/document.ts';
import type { ExportWorkspace } from './reading.ts';

/** The snapshot pages that stand for a part of a branch, and what their pictures are drawn from again. */
export interface NotedFold extends DocumentFold {
  fold: Fold;
  form: PagesForm;
  passes: readonly Pass[];
}

/** The folds with pages that hold on a branch, in the order of their turns; those that a later fold took in are left out. */
export async function foldsOnPath(
  workspace: Pick<ExportWorkspace, 'transcripts'>,
  { id, agentId }: Conversation,
  path: ReadonlySet<string>,
): Promise<NotedFold[]> {
  const loaded = await workspace.transcripts.load(id, agentId);
  if (loaded.kind !== 'loaded') return [];
  const passes = loaded.transcript.passes.filter((pass) => !pass.undone);
  const folds = [...foldsById(passes).values()].filter(({ covers }) =>
    covers.every(({ messageId }) => path.has(messageId)),
  );
  const taken = new Set(
    folds.flatMap(({ source }) => source.flatMap((piece) => (piece.kind === 'fold' ? [piece.id] : []))),
  );
  return folds
    .filter((fold) => !taken.has(fold.id))
    .flatMap((fold) => {
      const form = fold.forms.findLast((each) => each.kind === 'pages');
      return form ? [{ ...fold.turns, pages: form.pages, fold, form, passes: loaded.transcript.passes }] : [];
    })
    .sort((a, b) => a.from - b.from);
}
