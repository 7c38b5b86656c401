import { ViewportPortal } from '@xyflow/react';
import { Flag } from 'lucide-react';
import { Icon } from '../../../ui/Icon.tsx';
import { type Layout, spotOf } from '../model/layout.ts';
import { useGraphState } from '../place.ts';
import styles from './Canvas.module.css';

/** In a small drawing only these are at their own size: the tip, and what the keys are on. */
export function FarMarks({ layout, zoom }: { layout: Layout; zoom: number }) {
  const focused = useGraphState(({ drawing, focusId }) => {
    const at = drawing?.tree.placeOf.get(focusId ?? '');
    return at === undefined ? layout.tip : (layout.itemOf[at] ?? 0);
  });
  const tip = useGraphState((state) => state.drawing?.tree.tip ?? 0);
  const at = (item: number) => {
    const { x, y } = spotOf(layout, item);
    return { transform: `translate(${x}px, ${y}px) scale(${1 / zoom})` };
  };
  return (
    <ViewportPortal>
      {tip > 0 ? (
        <span className={styles.tip} style={at(layout.tip)} aria-hidden="true">
          <Icon icon={Flag} size={13} />
        </span>
      ) : null}
      {focused === layout.tip ? null : (
        <span className={styles.ring} style={at(focused)} aria-hidden="true" />
      )}
    </ViewportPortal>
  );
}
