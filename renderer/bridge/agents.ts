import { useEffect } from 'react';
import { create } from 'zustand';
import type { Agent } from '#contract';
import { call } from './call.ts';
import { onEvent } from './events.ts';
import { reportError } from './report.ts';

export interface Agents {
  status: 'loading' | 'ready' | 'failed';
  /** What was caught when they could not be read: messages stay without a name meanwhile. */
  failure: unknown;
  /** By id, oldest first; those that were put away too. */
  agents: ReadonlyMap<string, Agent>;
}

const useStore = create<Agents>(() => ({ status: 'loading', failure: null, agents: new Map() }));

let followed = false;
/** Counts the questions: only the answer to the newest is taken. */
let asked = 0;

/** Follows the agents from the first use on. */
function useFollow(): void {
  useEffect(() => {
    if (followed) return;
    followed = true;
    onEvent('agents', () => void loadAgents());
    void loadAgents();
  }, []);
}

/** Asks for the agents again; what is known stays in sight meanwhile. */
export async function loadAgents(): Promise<void> {
  asked += 1;
  const mine = asked;
  try {
    const agents = await call('agents.list', {});
    if (mine !== asked) return;
    useStore.setState({
      status: 'ready',
      failure: null,
      agents: new Map(agents.map((agent) => [agent.id, agent])),
    });
  } catch (failure) {
    reportError(failure);
    if (mine === asked) useStore.setState({ status: 'failed', failure });
  }
}

/** The agents of the workspace, kept up to date. */
export function useAgents(): Agents {
  useFollow();
  return useStore();
}

/** An agent by id, one that was put away too. */
export function useAgent(id: string | null | undefined): Agent | undefined {
  useFollow();
  return useStore((state) => (id ? state.agents.get(id) : undefined));
}

/** The agents that can be asked, oldest first. */
export function agentsInUse({ agents }: Pick<Agents, 'agents'>): Agent[] {
  return [...agents.values()].filter(({ archivedAt }) => archivedAt === null);
}
