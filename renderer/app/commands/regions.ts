/** What F6 visits: elements with `data-region`, in the order of the page. */
const regionSelector = '[data-region]';

const tabbableSelector = [
  'a[href]',
  'button',
  'input:not([disabled])',
  'select:not([disabled])',
  'textarea:not([disabled])',
  '[tabindex]',
]
  .map((selector) => `${selector}:not([tabindex="-1"])`)
  .join(',');

/** Where the focus last was in each region, so that coming back does not start over. */
const lastFocus = new WeakMap<Element, HTMLElement>();

/**
 * Moves the focus to the next region (+1) or the previous one (-1), round and round: to where it last was
 * there, else to the region's first control, else to the region itself.
 */
export function nextRegion(direction: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>(regionSelector)].filter((region) =>
    region.checkVisibility(),
  );
  const active = document.activeElement;
  const here = regions.findIndex((region) => region.contains(active));
  const current = regions[here];
  if (current && active instanceof HTMLElement) lastFocus.set(current, active);
  const next = regions[(here + direction + regions.length) % regions.length] ?? regions[0];
  if (next) focusInto(next);
}

function focusInto(region: HTMLElement): void {
  const remembered = lastFocus.get(region);
  if (remembered?.isConnected && region.contains(remembered)) {
    remembered.focus();
    return;
  }
  const first = region.querySelector<HTMLElement>(`[data-region-start], ${tabbableSelector}`);
  (first ?? region).focus();
}
