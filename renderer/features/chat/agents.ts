import { create, useStore } from 'zustand';
import type { Agent } from '#contract';
import { call } from '../../bridge/call.ts';
import { reportError } from '../../bridge/report.ts';
import type { Chat } from './store/chat.ts';

interface AgentsState {
  agents: ReadonlyMap<string, Agent>;
  /** Reads them once; a failure leaves messages without a name. */
  load: () => void;
}

let asked = false;

/** The agents by id, for the names and colours of their messages. */
export const useAgents = create<AgentsState>((set) => ({
  agents: new Map(),
  load: () => {
    if (asked) return;
    asked = true;
    call('agents.list', {}).then(
      (agents) => set({ agents: new Map(agents.map((agent) => [agent.id, agent])) }),
      (caught: unknown) => {
        asked = false;
        reportError(caught);
      },
    );
  },
}));

/** An agent by id. */
export function useAgent(id: string | null): Agent | undefined {
  return useAgents((state) => (id === null ? undefined : state.agents.get(id)));
}

/** The name of the agent that answers in a conversation. */
export function useAgentName(chat: Chat): string | undefined {
  const id = useStore(chat.store, (state) => state.conversation?.agentId ?? null);
  return useAgent(id)?.name;
}
