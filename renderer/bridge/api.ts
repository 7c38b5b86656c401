import type { BoughApi } from '#contract';

declare global {
  interface Window {
    /** Put here by the preload script, or by the page of the test host. */
    bough?: BoughApi;
  }
}

/**
 * The preload API. Nothing but this folder may touch it.
 * @throws Error when the page runs without a bridge, which is a fault of its host.
 */
export function boughApi(): BoughApi {
  if (!window.bough) throw new Error('window.bough is missing: the page was opened without its host');
  return window.bough;
}
