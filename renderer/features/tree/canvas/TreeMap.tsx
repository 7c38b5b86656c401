import { useReactFlow, useStore } from '@xyflow/react';
import { type PointerEvent, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Layout, sizeOf } from '../model/layout.ts';
import { coarseLines, linesTo } from '../model/lines.ts';
import { useGraphState } from '../place.ts';
import styles from './TreeMap.module.css';
import type { Box } from './useSight.ts';

/** Of the map, in px. */
const most = { width: 112, height: 132 };
/** In a tree of fewer items one does not get lost. */
const fewest = 24;

export interface TreeMapProps {
  layout: Layout;
  box: Box;
}

/** The whole tree in a corner, with what of it the canvas shows. Only where the canvas does not show it all anyway. */
export function TreeMap({ layout, box }: TreeMapProps) {
  const { t } = useTranslation('tree');
  const flow = useReactFlow();
  const held = useRef(false);
  const size = sizeOf(layout);
  const scale = Math.min(most.width / size.width, most.height / size.height);
  const whole = useMemo(() => coarseLines(layout), [layout]);
  const preview = useGraphState((state) => state.preview);
  const current = useMemo(() => {
    const items = layout.items.flatMap((_, item) => (layout.current[item] ? [item] : []));
    return linesTo(layout, items, preview).current;
  }, [layout, preview]);
  const fits = size.width < box.width * 1.3 && size.height < box.height * 1.3;
  if (fits || layout.items.length < fewest) return null;
  const go = (event: PointerEvent<HTMLElement>) => {
    const bounds = event.currentTarget.getBoundingClientRect();
    const { zoom } = flow.getViewport();
    const x = ((event.clientX - bounds.left) / bounds.width) * size.width;
    const y = ((event.clientY - bounds.top) / bounds.height) * size.height;
    void flow.setViewport({ zoom, x: box.width / 2 - x * zoom, y: box.height / 2 - y * zoom });
  };
  const width = Math.max(24, size.width * scale);
  const height = Math.max(24, size.height * scale);
  return (
    <div
      role="img"
      aria-label={t('view.map')}
      className={styles.map}
      style={{ width, height }}
      onPointerDown={(event) => {
        held.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        go(event);
      }}
      onPointerMove={(event) => {
        if (held.current) go(event);
      }}
      onPointerUp={() => {
        held.current = false;
      }}
    >
      <svg
        className={styles.drawing}
        width={width}
        height={height}
        viewBox={`0 0 ${size.width} ${size.height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path d={whole} className={styles.whole} />
        <path d={current} className={styles.current} />
      </svg>
      <View box={box} across={width / size.width} down={height / size.height} />
    </div>
  );
}

interface ViewProps {
  box: Box;
  /** Pixels of the map for one of the drawing. */
  across: number;
  down: number;
}

/** The part that the canvas shows. It follows every frame, and stands by itself so that the map is not drawn anew. */
function View({ box, across, down }: ViewProps) {
  const [x, y, zoom] = useStore((state) => state.transform);
  return (
    <span
      className={styles.view}
      style={{
        width: (box.width / zoom) * across,
        height: (box.height / zoom) * down,
        transform: `translate(${(-x / zoom) * across}px, ${(-y / zoom) * down}px)`,
      }}
    />
  );
}
