/** What the contract takes for a model, in tokens. */
export const limits = { contextWindow: [512, 100_000_000], maxOutput: [1, 10_000_000] } as const;

/** Reads a number of tokens as people write it: with spaces, dots or commas between the thousands. */
export function parseTokens(text: string, [least, most]: readonly [number, number]): number | null {
  const digits = text.replace(/[\s.,'’_]/g, '');
  if (!/^\d+$/.test(digits)) return null;
  const value = Number(digits);
  return value >= least && value <= most ? value : null;
}
