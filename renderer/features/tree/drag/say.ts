import { useTranslation } from 'react-i18next';
import { canContinue, moveOf, sharedOf, type Tree } from '../model/tree.ts';
import { useGraphState } from '../place.ts';
import type { GraphState } from '../store/state.ts';

/** Whether two messages are on one path: then there is nothing to compare. */
export function onOnePath(tree: Tree, left: number, right: number): boolean {
  const shared = sharedOf(tree, left, right);
  return shared === left || shared === right;
}

/** What dropping here would do, in a sentence; or what can be done with what is being dragged. */
export function useDropSentence(): string | null {
  const { t } = useTranslation('tree');
  const drag = useGraphState((state) => state.drag);
  const picked = useGraphState((state) => state.picked);
  const tree = useGraphState((state) => state.drawing?.tree);
  const continues = useContinueSentence(drag?.over?.kind === 'message' ? drag.over.id : null);
  if (!tree) return null;
  if (!drag) return picked === null ? null : t('say.pick');
  const from = tree.placeOf.get(drag.dragged.id) ?? 0;
  if (drag.dragged.kind === 'tip')
    return drag.over?.kind === 'message' ? continues : `${t('say.tip')} ${t('say.escape')}`;
  if (drag.over?.kind === 'library') return t('say.fork', { count: tree.depths[from] ?? 0 });
  if (drag.dragged.kind === 'end' && drag.over) {
    const to = tree.placeOf.get(drag.over.id) ?? 0;
    return onOnePath(tree, from, to) ? t('say.samePath') : t('say.compare');
  }
  return `${t(`say.${drag.dragged.kind}`)} ${t('say.escape')}`;
}

/** What continuing from a message would do. */
export function useContinueSentence(id: string | null): string | null {
  const { t } = useTranslation('tree');
  const tree = useGraphState((state: GraphState) => state.drawing?.tree);
  const place = id === null ? undefined : tree?.placeOf.get(id);
  if (!tree || place === undefined) return null;
  if (place === tree.tip) return t('say.already');
  if (!canContinue(tree, place)) return t('say.notHere');
  const { leaving } = moveOf(tree, place);
  return leaving.length === 0 ? t('say.stays') : t('say.continue', { count: leaving.length });
}
