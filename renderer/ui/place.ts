import { type RefObject, useLayoutEffect } from 'react';

export type Side = 'top' | 'bottom' | 'left' | 'right';

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Between the anchor and what floats beside it; and what is kept free at the window's edges. In px. */
const gap = 6;
const margin = 8;

const opposite: Record<Side, Side> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' };

/**
 * Where a box of a size goes beside an anchor: on the wanted side, or on the opposite one where only that has room,
 * and always inside the window. Everything in px from the window's corner.
 */
export function beside(
  anchor: Box,
  size: { width: number; height: number },
  view: { width: number; height: number },
  side: Side,
): { left: number; top: number } {
  const at = (wanted: Side) => {
    const left = anchor.left + (anchor.width - size.width) / 2;
    const top = anchor.top + (anchor.height - size.height) / 2;
    if (wanted === 'top') return { left, top: anchor.top - gap - size.height };
    if (wanted === 'bottom') return { left, top: anchor.top + anchor.height + gap };
    if (wanted === 'left') return { left: anchor.left - gap - size.width, top };
    return { left: anchor.left + anchor.width + gap, top };
  };
  const along = side === 'left' || side === 'right' ? 'left' : 'top';
  const fits = (spot: { left: number; top: number }) =>
    along === 'left'
      ? spot.left >= margin && spot.left + size.width <= view.width - margin
      : spot.top >= margin && spot.top + size.height <= view.height - margin;
  const spot = [at(side), at(opposite[side])].find(fits) ?? at(side);
  const inside = (value: number, length: number, room: number) =>
    Math.max(margin, Math.min(value, room - margin - length));
  return {
    left: Math.round(inside(spot.left, size.width, view.width)),
    top: Math.round(inside(spot.top, size.height, view.height)),
  };
}

/** Keeps a fixed element beside its anchor, whatever block it is fixed to. */
export function useBeside(floating: RefObject<HTMLElement | null>, anchor: HTMLElement, side: Side): void {
  useLayoutEffect(() => {
    const element = floating.current;
    if (!element) return;
    element.style.left = '0';
    element.style.top = '0';
    const origin = element.getBoundingClientRect();
    const view = { width: window.innerWidth, height: window.innerHeight };
    const { left, top } = beside(anchor.getBoundingClientRect(), origin, view, side);
    element.style.left = `${left - origin.left}px`;
    element.style.top = `${top - origin.top}px`;
  });
}
