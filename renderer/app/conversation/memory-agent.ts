import { create } from 'zustand';

interface MemoryAgentState {
  /** Whose memory the side panel shows, in which conversation; null: that of the conversation's own agent. */
  shown: { conversationId: string; agentId: string } | null;
  show: (conversationId: string, agentId: string | null) => void;
}

/** Whose memory is looked at, whichever part of the app asked for it. */
export const useMemoryAgent = create<MemoryAgentState>((set) => ({
  shown: null,
  show: (conversationId, agentId) => set({ shown: agentId === null ? null : { conversationId, agentId } }),
}));
