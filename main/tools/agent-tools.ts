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

/** Tokens of the smallest window that has room for tools beyond the resident ones. */
const smallestWindow = 16_384;

/** Every agent has these, from the first request of a conversation on. */
const always = [recallName];
const forOthers = [searchToolsName, useToolName];

/**
 * The tools that an agent has with a model: a small resident set, the same for every request of a conversation, and the
 * names of all others. A tool that came into the requests only when it is used would change the beginning of the
 * prompt, and with it empty the cache and unbind all reasoning (docs/decisions/tools-by-name.md).
 */
export function equip({ agent, model }: { agent: Agent; model: Model }, tools: ToolSource): Equipment {
  if (!model.tools) return { tools: [], system: agent.systemPrompt, names: new Set() };
  const small = model.contextWindow < smallestWindow;
  const resident = tools.specs([...agent.tools, ...always, ...(small ? [] : forOthers)]);
  const names = new Set(resident.map(({ name }) => name));
  if (small) return { tools: resident, system: agent.systemPrompt, names };
  const deferred = tools.deferred().filter(({ name }) => !names.has(name));
  const index = toolIndex(deferred);
  for (const { name } of deferred) names.add(name);
  const system = [agent.systemPrompt, index].filter((part) => part !== '').join('\n\n');
  return { tools: resident, system, names };
}
