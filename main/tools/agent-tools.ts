import type { Agent, Model } from '#contract';
import type { ToolSpec } from '#core/context/view.ts';
import { searchToolsName, toolIndex, useToolName } from '#core/tools/tool-index.ts';
import type { ToolSource } from '../run/ports.ts';
import { recallName } from './recall.ts';

/** What an agent has with a model. */
export interface Equipment {
  /** The tools that are in its requests. */
  tools: ToolSpec[];
  /** Its instructions, and the names of the tools that are not. */
  system: string;
  /** Everything that it may call. */
  names: ReadonlySet<string>;
}

/** Every agent has these, from the first request of a conversation on. */
const always = [recallName, searchToolsName, useToolName];

/**
 * The tools that an agent has with a model: a small resident set, the same for every request of a conversation, and the
 * names of all others. A tool that came into the requests only when it is used would change the beginning of the
 * prompt, and with it empty the cache and unbind all reasoning (docs/decisions/tools-by-name.md).
 */
export function equip({ agent, model }: { agent: Agent; model: Model }, tools: ToolSource): Equipment {
  if (!model.tools) return { tools: [], system: agent.systemPrompt, names: new Set() };
  const resident = tools.specs([...agent.tools, ...always]);
  const names = new Set(resident.map(({ name }) => name));
  const deferred = tools.deferred().filter(({ name }) => !names.has(name));
  const index = toolIndex(deferred);
  for (const { name } of deferred) names.add(name);
  const system = [agent.systemPrompt, index].filter((part) => part !== '').join('\n\n');
  return { tools: resident, system, names };
}
