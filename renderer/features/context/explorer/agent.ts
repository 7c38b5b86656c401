import { createContext, useContext } from 'react';

/** The agent whose view is explored; null: the conversation's own. */
export const ExploredAgent = createContext<string | null>(null);

/** What a question about the explored view says of the agent. */
export function useExploredAgent(): { agentId?: string } {
  const agentId = useContext(ExploredAgent);
  return agentId === null ? {} : { agentId };
}
