import type { PriceList, Prices, Usage } from '#contract';
import type { CatalogueRow, PriceRow } from './catalogue.ts';

const million = 1_000_000;

/**
 * The prices of a request with so many input tokens: vendors ask more for all of a long request, not only for what is
 * beyond the edge.
 *
 * @param promptTokens everything that is read, cached or not
 */
export function pricesAt(prices: Prices, promptTokens: number): PriceList {
  return prices.tiers?.findLast(({ above }) => promptTokens > above) ?? prices;
}

/** US dollars for one request, as its provider counted it. */
export function costOf(usage: Usage, prices: Prices): number {
  const { input, output, cacheRead, cacheWrite } = usage;
  const at = pricesAt(prices, input + cacheRead + cacheWrite);
  return (
    (input * at.input + output * at.output + cacheRead * at.cacheRead + cacheWrite * at.cacheWrite) / million
  );
}

/** US dollars for a prompt: one that is in the cache, and one that is not. */
export function promptCost(tokens: number, prices: Prices): { cached: number; fresh: number } {
  const { cacheRead, input } = pricesAt(prices, tokens);
  return { cached: (tokens * cacheRead) / million, fresh: (tokens * input) / million };
}

/** The prices of a row of the catalogue; null where it states none. */
export function pricesOf({ p, t = [] }: CatalogueRow): Prices | null {
  if (!p) return null;
  const tiers = t.map(([above, ...prices]) => ({ above, ...listOf(prices) }));
  return { ...listOf(p), ...(tiers.length > 0 && { tiers }) };
}

const listOf = ([input, output, cacheRead, cacheWrite]: PriceRow): PriceList => ({
  input,
  output,
  cacheRead,
  cacheWrite,
});
