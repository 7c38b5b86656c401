import type { Agent, Model } from '#contract';
import type { ToolSpec } from '#core/context/view.ts';
import type { ToolSource } from '../run/ports.ts';
import { recallName } from './recall.ts';

/**
 * The tools that an agent has with a model. `recall` is always among them, from the first request of a conversation
 * on: a tool that came only with the first pass would change the beginning of the prompt, and with it empty the
 * cache and unbind all reasoning (docs/decisions).
 */
export function toolsFor({ agent, model }: { agent: Agent; model: Model }, tools: ToolSource): ToolSpec[] {
  return model.tools ? tools.specs([...agent.tools, recallName]) : [];
}
