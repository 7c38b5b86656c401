import type { Viewport } from '@xyflow/react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { type Area, itemsIn, type Layout } from '../model/layout.ts';

/** What of the drawing is mounted, and how. */
export interface Sight {
  /** Near: marks with words. Far: lines and dots alone. */
  near: boolean;
  items: readonly number[];
  lines: readonly number[];
  /** Of the drawing, in steps: thin lines stay visible however small the drawing is. */
  zoom: number;
}

/** Most marks with words at once, by the size of the drawing: small words are worth it in a small tree only. */
const mostNear = (zoom: number): number => (zoom >= 0.6 ? 260 : zoom >= 0.4 ? 80 : 0);
/** Drawn beyond the edges, as a share of the view, so that a small move draws nothing anew. */
const beyond = 0.35;

export interface Box {
  width: number;
  height: number;
}

/**
 * What the canvas has to draw. Panning inside of what is drawn already changes nothing; `follow` takes every viewport.
 */
export function useSight(layout: Layout, first: Viewport, box: Box): [Sight, (viewport: Viewport) => void] {
  const [frame, setFrame] = useState(() => frameOf(first, box));
  const newest = useRef(frame);
  const follow = useCallback(
    (viewport: Viewport) => {
      const view = viewOf(viewport, box);
      const { area, zoom } = newest.current;
      const inside =
        view.left >= area.left &&
        view.right <= area.right &&
        view.top >= area.top &&
        view.bottom <= area.bottom;
      if (inside && zoomStep(viewport.zoom) === zoom) return;
      newest.current = frameOf(viewport, box);
      setFrame(newest.current);
    },
    [box],
  );
  const sight = useMemo(() => {
    const shown = itemsIn(layout, frame.area);
    const near = shown.items.length <= mostNear(frame.zoom);
    return { ...shown, near, zoom: frame.zoom };
  }, [layout, frame]);
  return [sight, follow];
}

function frameOf(viewport: Viewport, box: Box): { area: Area; zoom: number } {
  const { left, top, right, bottom } = viewOf(viewport, box);
  const [aside, above] = [(right - left) * beyond, (bottom - top) * beyond];
  return {
    area: { left: left - aside, top: top - above, right: right + aside, bottom: bottom + above },
    zoom: zoomStep(viewport.zoom),
  };
}

function viewOf({ x, y, zoom }: Viewport, { width, height }: Box): Area {
  return { left: -x / zoom, top: -y / zoom, right: (width - x) / zoom, bottom: (height - y) / zoom };
}

/** Steps of a quarter; the size of words is true to the pixel all the same, the browser scales them. */
function zoomStep(zoom: number): number {
  return 1.25 ** Math.floor(Math.log(zoom) / Math.log(1.25) + 0.001);
}
