import type { ReactFlowInstance, Viewport } from '@xyflow/react';
import { type Layout, sizeOf, spotOf } from '../model/layout.ts';
import type { Box } from './useSight.ts';

/** How large and how small the drawing can be made. */
export const largest = 1.6;
const smallest = 0.006;

/** Kept free around the whole tree, in px. */
const frame = 14;
/** Kept free around a message that is brought into view, in px. */
const margin = 56;

/** Only where the eye follows something, and not for those who asked for no motion. In ms. */
export function glide(): { duration: number } {
  return { duration: window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 160 };
}

/** How small the whole tree makes the drawing. */
export function smallestFor(layout: Layout, box: Box): number {
  const { width, height } = sizeOf(layout);
  return Math.max(smallest, Math.min(0.3, box.width / width, box.height / height) * 0.9);
}

/** The whole tree, at its own size where it is small. */
export function wholeTree(layout: Layout, box: Box): Viewport {
  const { width, height } = sizeOf(layout);
  const fits = Math.min((box.width - 2 * frame) / width, (box.height - 2 * frame) / height);
  const zoom = Math.min(1, Math.max(smallest, fits));
  const aside = (box.width - width * zoom) / 2;
  return { zoom, x: zoom < 1 ? Math.max(frame, aside) : 0, y: zoom < 0.5 ? frame : 0 };
}

/** Where the graph opens: all of a small tree, or the tip and what leads to it. */
export function opening(layout: Layout, box: Box): Viewport {
  const whole = wholeTree(layout, box);
  return whole.zoom >= 0.75 ? whole : around(layout, layout.tip, box, 1);
}

/** An item in the middle of the view, further down than up: what leads to it is above. */
export function around(layout: Layout, item: number, box: Box, zoom: number): Viewport {
  const { x, y } = spotOf(layout, item);
  // As many columns before it as fit, and none of them cut.
  const column = layout.metrics.column * zoom;
  const hidden = Math.ceil(Math.max(0, x * zoom + column - box.width) / column);
  return {
    zoom,
    x: -hidden * column,
    y: Math.min(0, box.height * 0.62 - y * zoom),
  };
}

/** Moves the view as little as needed to show an item. */
export function reveal(flow: ReactFlowInstance<never>, layout: Layout, item: number, box: Box): void {
  const { x, y, zoom } = flow.getViewport();
  const spot = spotOf(layout, item);
  const [left, top] = [spot.x * zoom + x, spot.y * zoom + y];
  const inside = (value: number, room: number, end: number) =>
    Math.min(0, room - end - value) + Math.max(0, margin / 2 - value);
  const aside = inside(left, box.width, Math.min(layout.metrics.column * zoom, box.width / 2));
  const down = inside(top, box.height, margin);
  if (aside !== 0 || down !== 0) void flow.setViewport({ x: x + aside, y: y + down, zoom }, glide());
}
