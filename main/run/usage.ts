import type { MessageUsage, Prices, Usage } from '#contract';
import { costOf } from '#core/models/prices.ts';

/**
 * Adds what one request took. Its cost is worked out here and now: price steps hold for a request alone, and prices
 * change.
 *
 * @param more null where the provider did not say
 */
export function addUsage(
  sum: MessageUsage | null,
  more: Usage | null,
  prices: Prices | undefined,
): MessageUsage | null {
  if (!more) return sum;
  const cost = prices && costOf(more, prices) + (sum?.cost ?? 0);
  return {
    input: (sum?.input ?? 0) + more.input,
    output: (sum?.output ?? 0) + more.output,
    cacheRead: (sum?.cacheRead ?? 0) + more.cacheRead,
    cacheWrite: (sum?.cacheWrite ?? 0) + more.cacheWrite,
    ...(cost !== undefined && { cost }),
  };
}
