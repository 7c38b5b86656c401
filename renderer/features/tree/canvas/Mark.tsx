import type { NodeProps } from '@xyflow/react';
import { Bookmark, Flag, GitFork, Layers } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../app/i18n/format.ts';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { RingGauge } from '../../../ui/RingGauge.tsx';
import { useGraph, useGraphState } from '../place.ts';
import { useOnDemand } from '../store/on-demand.ts';
import { useWords } from '../words.ts';
import styles from './Mark.module.css';
import { NameField } from './NameField.tsx';
import type { TreeNode } from './nodes.ts';

/** A message or a folded run on the canvas: its mark, its first words, and what there is to know about it. */
export const Mark = memo(({ data: { item, id, leaf } }: NodeProps<TreeNode>) => {
  const look = useLook(item);
  const { t } = useTranslation('tree');
  const naming = useGraphState((state) => state.namingId === id);
  if (!look) return null;
  const { kind, role, colour, tip, current, preview, focused, sight, found, status, taken } = look;
  return (
    <div
      aria-hidden={naming ? undefined : true}
      className={styles.node}
      data-kind={kind}
      data-current={current || undefined}
      data-preview={preview}
      data-focused={focused || undefined}
      data-sight={sight || undefined}
      data-found={found || undefined}
      data-status={status}
      data-taken={taken || undefined}
    >
      <span className={cx(styles.mark, tip && styles.tip)} data-role={role} data-colour={colour}>
        {tip ? <Icon icon={Flag} size={13} /> : kind === 'run' ? <Icon icon={Layers} size={13} /> : null}
      </span>
      <span className={styles.words}>
        {naming ? <NameField id={id} /> : <First id={id} item={item} />}
        <span className={styles.meta}>
          {tip ? <span className={styles.here}>{t('here')}</span> : null}
          {status === 'complete' || kind !== 'message' ? null : <span>{t(`status.${status}`)}</span>}
          <Marks item={item} />
          {leaf ? <LeafGauge id={id} /> : null}
        </span>
      </span>
    </div>
  );
});

function useLook(item: number) {
  const { agents } = useGraph();
  const drawing = useGraphState((state) => state.drawing);
  const focused = useGraphState((state) => holds(state.drawing, item, state.focusId));
  const preview = useGraphState((state) => state.preview.get(item));
  const sight = useGraphState(({ inSightId, drawing: shown }) => holds(shown, item, inSightId));
  const found = useGraphState((state) => state.lit.has(item));
  const taken = useGraphState(({ drawing: shown, drag }) => holds(shown, item, drag?.dragged.id ?? null));
  const it = drawing?.layout.items[item];
  if (!drawing || !it) return null;
  const { tree, layout } = drawing;
  const agent = tree.agents[it.last];
  return {
    kind: it.kind,
    role: it.kind === 'message' ? tree.roles[it.last] : it.kind,
    colour: agent ? (agents.get(agent)?.colour ?? 0) : undefined,
    status: tree.statuses[it.last] ?? 'complete',
    tip: layout.tip === item && tree.tip > 0,
    current: layout.current[item] === 1,
    focused,
    preview,
    sight,
    found,
    taken,
  };
}

function holds(
  drawing: { tree: { placeOf: ReadonlyMap<string, number> }; layout: { itemOf: Int32Array } } | null,
  item: number,
  id: string | null,
): boolean {
  const place = id === null ? undefined : drawing?.tree.placeOf.get(id);
  return place !== undefined && drawing?.layout.itemOf[place] === item;
}

/** The name of the branch that begins here, or the first words. */
function First({ id, item }: { id: string; item: number }) {
  const words = useWords(id, item);
  return (
    <span dir="auto" className={cx(styles.text, words.named && styles.named)}>
      {words.short}
    </span>
  );
}

function Marks({ item }: { item: number }) {
  const place = useGraphState((state) => state.drawing?.layout.items[item]?.last ?? 0);
  const marks = useGraphState((state) => state.marks.get(place));
  const forks = useGraphState((state) => state.drawing?.tree.forks.get(place)?.length ?? 0);
  const { t } = useTranslation('tree');
  return (
    <>
      {marks?.map(({ label }) => (
        <span key={label} className={styles.pennant}>
          <Icon icon={Bookmark} size={12} />
          <span className={styles.cut}>{label}</span>
        </span>
      ))}
      {forks > 0 ? (
        <span className={styles.forks} title={t('copies', { count: forks })}>
          <Icon icon={GitFork} size={12} />
          {forks}
        </span>
      ) : null}
    </>
  );
}

function LeafGauge({ id }: { id: string }) {
  const { graph } = useGraph();
  const format = useFormat();
  const gauge = useOnDemand(graph.gauges, id);
  const { t } = useTranslation('tree');
  if (!gauge) return null;
  const percent = format.percent(gauge.share);
  const level = gauge.level === 'nearly-full' ? 'full' : gauge.level === 'getting-full' ? 'high' : 'fine';
  return (
    <span className={styles.gauge}>
      <RingGauge value={gauge.share} level={level} label={t('gauge', { percent })} word={percent} />
    </span>
  );
}
