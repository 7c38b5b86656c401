import { Flag, GitCompare, GitFork } from 'lucide-react';
import type { Ref } from 'react';
import { Icon } from '../../../ui/Icon.tsx';
import { useGraphState } from '../place.ts';
import { useWords } from '../words.ts';
import styles from './DragGhost.module.css';

/** What is being dragged, beside the pointer. */
export function DragGhost({ ref }: { ref: Ref<HTMLDivElement> }) {
  const drag = useGraphState((state) => state.drag);
  const item = useGraphState(({ drawing, drag: held }) => {
    const place = drawing?.tree.placeOf.get(held?.dragged.id ?? '');
    return place === undefined ? 0 : (drawing?.layout.itemOf[place] ?? 0);
  });
  const words = useWords(drag?.dragged.id ?? '', item);
  const kind = drag?.dragged.kind;
  const icon = drag?.over?.kind === 'library' ? GitFork : drag?.over && kind === 'end' ? GitCompare : null;
  return (
    <div ref={ref} className={styles.ghost} hidden={!drag} data-kind={kind} aria-hidden="true">
      {kind === 'tip' ? (
        <span className={styles.tip}>
          <Icon icon={Flag} size={14} />
        </span>
      ) : (
        <span className={styles.card}>
          {icon ? <Icon icon={icon} size={14} /> : null}
          <span className={styles.words}>{words.short}</span>
        </span>
      )}
    </div>
  );
}
