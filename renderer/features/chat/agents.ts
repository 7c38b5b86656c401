import { useStore } from 'zustand';
import type { Agent } from '#contract';
import { useAgent } from '../../bridge/agents.ts';
import type { Chat } from './store/chat.ts';

/** The agent that answers in a conversation where nobody is named. */
export function useChatAgent(chat: Chat): Agent | undefined {
  return useAgent(useStore(chat.store, (state) => state.conversation?.agentId));
}
