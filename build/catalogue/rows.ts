import {
  type CatalogueFile,
  type CatalogueRow,
  type PriceRow,
  plainAddress,
  plainId,
} from '../../main/core/models/catalogue.ts';

/** A model as the package lists it; fields that are not used are left out. */
export interface ListedRow {
  type: string;
  id: string;
  provider: string;
  baseUrl: string;
  reasoning: boolean;
  input: string[];
  contextWindow: number;
  maxTokens: number;
  cost: ListedPrices & { tiers?: (ListedPrices & { inputTokensAbove: number })[] };
}

interface ListedPrices {
  input: number;
  output: number;
  /** 0 where the list has no price of its own for it. */
  cacheRead: number;
  cacheWrite: number;
}

/** Providers that are paid by the month: their prices for tokens are not what anybody pays. */
const subscription = /-plan|coding|codex|copilot|-go$/;

/** Turns the package's lists into the app's catalogue. Models that do not chat, and those without an address, go. */
export function catalogueOf(source: string, listed: readonly ListedRow[]): CatalogueFile {
  const addresses: CatalogueFile['addresses'] = {};
  for (const row of listed) {
    if (row.type !== 'chat' || row.baseUrl === '') continue;
    const address = plainAddress(row.baseUrl);
    addresses[address] ??= {};
    addresses[address][plainId(row.id)] ??= toRow(row);
  }
  return { version: 1, source, addresses };
}

/** Leaves out what a row cannot be trusted with. */
export function toRow({
  id,
  provider,
  reasoning,
  input,
  contextWindow,
  maxTokens,
  cost,
}: ListedRow): CatalogueRow {
  const { tiers = [] } = cost;
  // The edge of a price tier stands in place of the window on many rows of OpenAI models.
  const isEdge = tiers.some(({ inputTokensAbove }) => Math.abs(inputTokensAbove - contextWindow) <= 1);
  const known = contextWindow > 0 && !isEdge;
  // An output limit as large as the window is no limit that anybody stated.
  const limits = maxTokens > 0 && (!known || maxTokens < contextWindow);
  const isFree = cost.input === 0 && cost.output === 0;
  const priced = !subscription.test(provider) && (!isFree || /[:-]free$/.test(id));
  return {
    ...(known && { w: contextWindow }),
    ...(limits && { o: maxTokens }),
    ...(input.includes('image') && { v: 1 as const }),
    ...(reasoning && { r: 1 as const }),
    ...(priced && { p: toPrices(cost) }),
    ...(priced && tiers.length > 0 && { t: tiers.map(toTier) }),
  };
}

/** What has no price of its own is billed as input. */
function toPrices({ input, output, cacheRead, cacheWrite }: ListedPrices): PriceRow {
  return [input, output, cacheRead || input, cacheWrite || input];
}

function toTier(tier: ListedPrices & { inputTokensAbove: number }): [number, ...PriceRow] {
  return [tier.inputTokensAbove, ...toPrices(tier)];
}
