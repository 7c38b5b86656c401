/** How full a window is, in the words that people read. */
export type GaugeLevel = 'plenty' | 'half' | 'getting-full' | 'nearly-full';

/** Share of the window from which a level holds. A pass is made at 80 % unless the user chose otherwise. */
const from: readonly (readonly [GaugeLevel, number])[] = [
  ['nearly-full', 0.85],
  ['getting-full', 0.65],
  ['half', 0.4],
];

/** @param share of the window that is taken, 0 to 1 and above */
export function gaugeLevel(share: number): GaugeLevel {
  return from.find(([, least]) => share >= least)?.[0] ?? 'plenty';
}
