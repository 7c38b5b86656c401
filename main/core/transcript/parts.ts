import type { Part, ToolPart } from '#contract';
import type { Step, ToolResult, Turn } from './types.ts';

/**
 * A finished turn as people read it in the tree: for an answer whose transcript was saved before a crash kept the
 * database from learning of it. Attachments that a tool returned are not repeated.
 */
export function partsOfTurn(turn: Turn): Part[] {
  return turn.steps.flatMap(partsOfStep);
}

function partsOfStep(step: Step): Part[] {
  const results = new Map(step.results.map((result) => [result.callId, result]));
  return step.said.map((said): Part => {
    if (said.type !== 'call') return said;
    return toolPart(said, results.get(said.id));
  });
}

function toolPart(call: { id: string; name: string; arguments: string }, result?: ToolResult): ToolPart {
  const part = { type: 'tool', id: call.id, name: call.name, input: call.arguments } as const;
  if (!result) return { ...part, state: 'stopped' };
  const text = result.parts.flatMap((seen) => (seen.type === 'text' ? [seen.text] : [])).join('\n\n');
  return { ...part, state: result.failed ? 'failed' : 'done', result: text, eventful: result.eventful };
}
