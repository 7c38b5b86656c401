import { createContext, type ReactNode, useContext } from 'react';
import { useStore } from 'zustand';
import type { ChatActs } from './store/acts.ts';
import type { Chat } from './store/chat.ts';
import type { ChatState } from './store/state.ts';

/** Ways out of the conversation that the app offers. */
export interface ChatExits {
  onOpenSettings: () => void;
  /** Opens the choice of models. */
  onPickModel: () => void;
  /** Lets the user choose a model that answers a question once more. */
  onAskAnother: (messageId: string) => void;
  /** Asks about copying everything up to a message into a new conversation. */
  onFork: (messageId: string) => void;
  /** Asks for the label of a mark at the end of an answer. */
  onMark: (messageId: string) => void;
  /** Shows the ways to make room in the model's memory, or what one of them would do. */
  onMakeRoom: (way?: 'summary') => void;
}

export interface ChatPlace extends ChatExits {
  chat: Chat;
  acts: ChatActs;
  /** Back to the message box. */
  onFocusComposer: () => void;
  /** What stands at the end of a message, for example that room was made there. */
  belowMessage: (messageId: string) => ReactNode;
}

export const ChatContext = createContext<ChatPlace | null>(null);

/** The conversation that a component stands in. */
export function useChatPlace(): ChatPlace {
  const place = useContext(ChatContext);
  if (!place) throw new Error('used outside of a conversation');
  return place;
}

/** A part of the conversation's state; draws again only when that part changes. */
export function useChatState<Part>(select: (state: ChatState) => Part): Part {
  return useStore(useChatPlace().chat.store, select);
}
