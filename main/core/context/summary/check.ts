import type { CountTokens } from '../estimate.ts';
import type { SummaryForm } from '../passes.ts';

/** Why an answer is no summary. */
export type SummaryFault = 'empty' | 'too-long';

/** An answer with fewer tokens says nothing about a stretch that was worth folding. */
const leastTokens = 30;
/** A summary may be this much longer than it was asked to be. */
const tolerance = 1.5;

export interface CheckedSummary {
  sourceTokens: number;
  /** Tokens that it was asked to have. */
  budget: number;
  facts: readonly string[];
  model: string;
  count: CountTokens;
}

/**
 * Checks what a model wrote before it stands for anything: it must say something and be much shorter than what it
 * stands for. Facts that it lost are added to it, so that none depends on the model's care.
 */
export function checkSummary(answer: string, task: CheckedSummary): SummaryForm | SummaryFault {
  const { facts, count, sourceTokens, budget, model } = task;
  const said = answer.trim();
  if (count(said) < leastTokens) return 'empty';
  const added = facts.filter((fact) => !said.includes(fact));
  const text = added.length === 0 ? said : `${said}\n\n${added.map((fact) => `- ${fact}`).join('\n')}`;
  const tokens = count(text);
  if (tokens > budget * tolerance || tokens >= sourceTokens) return 'too-long';
  return { kind: 'summary', text, model, checks: { sourceTokens, tokens, facts: facts.length, added } };
}
