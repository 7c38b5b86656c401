import { exactStrings } from '../../snapshot/sidecar.ts';
import type { CountTokens } from '../estimate.ts';

/** A string that stands in this many turns is one that people work with. */
const often = 3;
/** More facts than this are no facts any more, and they may take this share of the summary. */
const mostFacts = 40;
const share = 0.5;

/**
 * Exact strings that a summary has to keep: those of the task, and those that come up in turn after turn. In the
 * order of their kinds: addresses and ids before names.
 *
 * @param source text of the stretch, with a heading for each turn
 * @param goal the branch's first user message
 * @param budget tokens of the whole summary
 */
export function pinnedFacts(source: string, goal: string, budget: number, count: CountTokens): string[] {
  const turns = Array.from(source.matchAll(/^## \d+ · /gm), (match) => match.index);
  const ofGoal = new Set(exactStrings(goal, [0]).map((found) => found.text));
  let left = budget * share;
  return exactStrings(source, turns.length > 0 ? turns : [0])
    .filter(({ text, pages }) => pages.length >= often || ofGoal.has(text))
    .slice(0, mostFacts)
    .map(({ text }) => text)
    .filter((text) => {
      const tokens = count(text) + 2;
      if (tokens > left) return false;
      left -= tokens;
      return true;
    });
}
