import type { Prices } from '#contract';
import { pricesAt } from '../models/prices.ts';
import type { Measured } from './situation.ts';

/** Anthropic's prices for the prompt cache, in prices of input; others charge as much or less for writing. */
const usual = { read: 0.1, write: 1.25 };

/** What a pass costs in lost prompt cache, and when it has paid for that. */
export interface Repayment {
  /** Tokens that every later request is shorter by. */
  freed: number;
  /** Tokens behind the first edit: they have to be written to the cache again. */
  rewritten: number;
  /** Number of requests after which the pass has paid for itself; infinite where it frees nothing. */
  requests: number;
}

/**
 * The arithmetic of [L4]: writing what stands behind the first edit again costs the difference between a written and
 * a read token for each; every later request saves a read token for each that was freed.
 */
export function repayment(before: Measured, after: Measured, prices: Prices | null): Repayment {
  const freed = before.tokens - after.tokens;
  const rewritten = after.messageTokens
    .slice(firstChange(before, after))
    .reduce((sum, tokens) => sum + tokens, 0);
  const now = rates(prices, before.tokens);
  const then = rates(prices, after.tokens);
  const saved = now.read * before.tokens - then.read * after.tokens;
  const lost = Math.max(0, then.write - then.read) * rewritten;
  // A model on this computer costs nothing to ask again.
  const requests = freed <= 0 ? Number.POSITIVE_INFINITY : lost === 0 ? 0 : lost / saved;
  return { freed, rewritten, requests };
}

/** A shorter request can be cheaper for each of its tokens. */
function rates(prices: Prices | null, tokens: number): typeof usual {
  if (!prices) return usual;
  const { cacheRead: read, cacheWrite: write } = pricesAt(prices, tokens);
  return { read, write };
}

/** Messages without an edit are the same objects in both views. */
function firstChange(before: Measured, after: Measured): number {
  const old = before.applied.view.messages;
  const at = after.applied.view.messages.findIndex((message, place) => message !== old[place]);
  return at < 0 ? after.applied.view.messages.length : at;
}
