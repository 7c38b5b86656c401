/** Whole steps, so that every pixel of a page is drawn as a square of the same size. */
export const zoomSteps = [1, 2, 3] as const;
export type Zoom = (typeof zoomSteps)[number];

/** The next larger or smaller step; the same at the ends. */
export function zoomBy(zoom: Zoom, step: 1 | -1): Zoom {
  return zoomSteps.find((candidate) => candidate === zoom + step) ?? zoom;
}

/**
 * CSS pixels for one pixel of a page. Where the screen has more of its own pixels than CSS counts, a page's pixel
 * takes a whole number of those.
 *
 * @param ratio the screen's pixels for a CSS pixel
 */
export function cssPixels(zoom: Zoom, ratio: number): number {
  return (zoom * Math.max(1, Math.round(ratio))) / ratio;
}
