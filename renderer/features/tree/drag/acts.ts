import type { Preview } from '../model/lines.ts';
import { canContinue, endOf, moveOf } from '../model/tree.ts';
import type { GraphPlace } from '../place.ts';
import type { Drag, Dragged, Drawing, Target } from '../store/state.ts';
import { onOnePath } from './say.ts';

/** Does what dropping means: continue, fork or compare. Nothing where that is not possible. */
export function drop(place: GraphPlace, dragged: Dragged, over: Target): void {
  const { tree } = place.graph.store.getState().drawing ?? {};
  if (!tree) return;
  if (over.kind === 'library') {
    if (dragged.kind !== 'tip') place.onFork(dragged.id);
    return;
  }
  const to = tree.placeOf.get(over.id);
  const from = tree.placeOf.get(dragged.id);
  if (to === undefined || from === undefined) return;
  if (dragged.kind === 'tip') {
    if (to !== tree.tip && canContinue(tree, to)) place.onContinue(over.id);
  } else if (dragged.kind === 'end' && !onOnePath(tree, from, to)) {
    place.onCompare(dragged.id, tree.ids[endOf(tree, to)] ?? over.id);
  }
}

/** What the drawing shows of a move while it is being tried out: what would leave the current branch, and join it. */
export function previewOf({ tree, layout }: Drawing, { dragged, over }: Drag): Preview {
  const preview = new Map<number, 'leaving' | 'joining'>();
  if (dragged.kind !== 'tip' || over?.kind !== 'message') return preview;
  const to = tree.placeOf.get(over.id);
  if (to === undefined || !canContinue(tree, to)) return preview;
  const { leaving, joining } = moveOf(tree, to);
  for (const place of leaving) preview.set(layout.itemOf[place] ?? 0, 'leaving');
  for (const place of joining) preview.set(layout.itemOf[place] ?? 0, 'joining');
  return preview;
}

/** The second of two branches was chosen: shows both. */
export function choosePicked({ graph, onCompare }: GraphPlace, picked: string, id: string): void {
  const { tree } = graph.store.getState().drawing ?? {};
  graph.store.setState({ picked: null });
  const [left, right] = [tree?.placeOf.get(picked), tree?.placeOf.get(id)];
  if (!tree || left === undefined || right === undefined || onOnePath(tree, left, right)) return;
  onCompare(picked, tree.ids[endOf(tree, right)] ?? id);
}
