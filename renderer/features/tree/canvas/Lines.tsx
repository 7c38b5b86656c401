import { ViewportPortal } from '@xyflow/react';
import { memo, useMemo } from 'react';
import type { Layout } from '../model/layout.ts';
import { coarseLines, dotsOf, linesTo, type Strokes } from '../model/lines.ts';
import { useGraphState } from '../place.ts';
import styles from './Lines.module.css';
import type { Sight } from './useSight.ts';

/** More dots than this melt into one another. */
const mostDots = 1500;

export interface LinesProps {
  layout: Layout;
  sight: Sight;
}

/** The lines between messages, below the marks; in a small drawing the marks as well. */
export const Lines = memo(({ layout, sight }: LinesProps) => {
  const preview = useGraphState((state) => state.preview);
  const lit = useGraphState((state) => state.lit);
  const coarse = useMemo(() => (sight.near ? '' : coarseLines(layout)), [layout, sight.near]);
  const lines = useMemo(() => {
    const { items } = layout;
    const shown = sight.near
      ? sight.lines
      : items.flatMap((_, item) => (layout.current[item] || preview.has(item) ? [item] : []));
    return linesTo(layout, shown, preview);
  }, [layout, sight, preview]);
  const dots = useMemo(
    () => (sight.near || sight.items.length > mostDots ? null : dotsOf(layout, sight.items, preview)),
    [layout, sight, preview],
  );
  const lights = useMemo(
    () => (sight.near ? '' : Object.values(dotsOf(layout, [...lit], new Map())).join('')),
    [layout, sight.near, lit],
  );
  const thin = sight.near ? 1 : 1 / sight.zoom;
  return (
    <ViewportPortal>
      <svg className={styles.lines} aria-hidden="true" style={{ '--thin': thin } as React.CSSProperties}>
        {coarse ? <path d={coarse} className={styles.coarse} /> : null}
        <Stroked strokes={lines} />
        {dots ? (
          <g className={styles.dots}>
            <Stroked strokes={dots} />
          </g>
        ) : null}
        {lights ? <path d={lights} className={styles.lights} /> : null}
      </svg>
    </ViewportPortal>
  );
});

function Stroked({ strokes }: { strokes: Strokes }) {
  return (
    <>
      <path d={strokes.other} className={styles.other} />
      <path d={strokes.leaving} className={styles.leaving} />
      <path d={strokes.current} className={styles.current} />
      <path d={strokes.joining} className={styles.joining} />
    </>
  );
}
