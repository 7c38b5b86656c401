import type { agentMethods } from '#contract/agents.ts';
import type { AgentStore } from '../storage/agents.ts';
import type { HandlersOf } from './handlers.ts';

export function agentHandlers(agents: AgentStore): HandlersOf<typeof agentMethods> {
  return { 'agents.list': () => agents.list() };
}
