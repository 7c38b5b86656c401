import { type KeyboardEvent, useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { choosePicked } from '../drag/acts.ts';
import { canContinue } from '../model/tree.ts';
import { type GraphPlace, useGraph, useGraphState } from '../place.ts';
import type { Drawing } from '../store/state.ts';
import { useWords } from '../words.ts';
import styles from './Outline.module.css';
import { around, type Step, walk } from './walk.ts';

export interface OutlineProps {
  onMenu: () => void;
}

const steps: Record<string, Step> = {
  ArrowUp: 'parent',
  ArrowDown: 'child',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'first',
  End: 'tip',
};

/**
 * The tree for the keyboard and for screen readers, in step with the canvas: it has the focus, and says where that is.
 * Around what has the focus it holds every message; the rest comes as one walks.
 */
export function Outline({ onMenu }: OutlineProps) {
  const { t } = useTranslation('tree');
  const id = useId();
  const layout = useGraphState((state) => state.drawing?.layout);
  const focused = useGraphState(({ drawing, focusId }) => {
    const place = drawing?.tree.placeOf.get(focusId ?? '');
    return place === undefined ? 0 : (drawing?.layout.itemOf[place] ?? 0);
  });
  const shown = useMemo(() => (layout ? around(layout, focused) : []), [layout, focused]);
  const onKeyDown = useKeys(focused, onMenu);
  return (
    <div
      role="tree"
      tabIndex={0}
      data-graph-keys
      data-region-start
      aria-label={t('canvas')}
      aria-description={t('help')}
      aria-activedescendant={shown.includes(focused) ? `${id}-${focused}` : undefined}
      className={styles.keys}
      onKeyDown={onKeyDown}
    >
      <div className={styles.items}>
        {shown.map((item) => (
          <OutlineItem key={item} id={`${id}-${item}`} item={item} focused={item === focused} />
        ))}
      </div>
    </div>
  );
}

function useKeys(focused: number, onMenu: () => void) {
  const place = useGraph();
  const { graph, onShow } = place;
  return (event: KeyboardEvent) => {
    const { drawing, picked } = graph.store.getState();
    const modified = event.ctrlKey || event.metaKey || event.altKey;
    if (!drawing || modified || event.target !== event.currentTarget) return;
    const { layout, tree } = drawing;
    const step = steps[event.key];
    if (step) {
      const next = walk(layout, focused, step);
      const id = tree.ids[layout.items[next]?.last ?? 0] ?? '';
      graph.focus(id);
      if (next !== focused && next !== 0 && layout.current[next]) onShow(id);
    } else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) onMenu();
    else if (event.key === 'Escape' && picked !== null) graph.store.setState({ picked: null });
    else if (event.key === 'Enter') enter(place, drawing, focused);
    else if (event.key === 'F2') name(place, drawing, focused);
    else if (event.key === '/') document.querySelector<HTMLElement>('[data-graph-find]')?.focus();
    else return;
    event.preventDefault();
  };
}

/** As dropping the tip there, opening a run, or choosing the second of two branches. */
function enter(place: GraphPlace, { tree, layout }: Drawing, focused: number): void {
  const { graph, onContinue } = place;
  const { picked } = graph.store.getState();
  const it = layout.items[focused];
  if (!it) return;
  const id = tree.ids[it.last] ?? '';
  if (picked !== null) choosePicked(place, picked, id);
  else if (it.kind === 'run') graph.toggleRun(tree.ids[it.first] ?? '');
  else if (it.last !== tree.tip && canContinue(tree, it.last)) onContinue(id);
}

function name({ graph }: GraphPlace, { tree, layout }: Drawing, focused: number): void {
  const it = layout.items[focused];
  if (!it || it.kind === 'root') return;
  const head = tree.ids[tree.branches[it.last] ?? 0] ?? null;
  graph.store.setState({ namingId: head, focusId: head });
}

function OutlineItem({ id, item, focused }: { id: string; item: number; focused: boolean }) {
  const { t } = useTranslation('tree');
  const layout = useGraphState((state) => state.drawing?.layout);
  const tree = useGraphState((state) => state.drawing?.tree);
  const marks = useGraphState((state) => state.marks);
  const lit = useGraphState((state) => state.lit.has(item));
  const it = layout?.items[item];
  const words = useWords(tree?.ids[it?.first ?? 0] ?? '', item);
  if (!it || !tree || !layout) return null;
  const siblings = layout.items[it.parent]?.children ?? [item];
  const name = tree.branches[it.first] === it.first ? tree.names.get(it.first) : undefined;
  const status = tree.statuses[it.last] ?? 'complete';
  const said = [
    words.full,
    ...(name ? [t('item.named', { name })] : []),
    ...(layout.tip === item && tree.tip > 0
      ? [t('item.here')]
      : layout.current[item]
        ? [t('item.current')]
        : []),
    ...(status === 'complete' || it.kind !== 'message' ? [] : [t(`status.${status}`)]),
    ...(marks.get(it.last) ?? []).map(({ label }) => t('item.mark', { label })),
    ...(it.children.length > 1 ? [t('item.branches', { count: it.children.length })] : []),
    ...(it.kind === 'run' ? [t('item.folded')] : []),
    ...(lit ? [t('item.found')] : []),
  ];
  return (
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      aria-level={(layout.columns.rowOf[item] ?? 0) + 1}
      aria-posinset={siblings.indexOf(item) + 1}
      aria-setsize={siblings.length}
      aria-selected={focused}
      aria-current={layout.tip === item || undefined}
      {...(it.kind === 'run' ? { 'aria-expanded': false } : {})}
    >
      {said.join(', ')}
    </div>
  );
}
