import { useEffect, useMemo } from 'react';
import { ChatActs } from './store/acts.ts';
import { Chat } from './store/chat.ts';

/** A conversation that is open, and what can be done in it. */
export interface OpenChat {
  chat: Chat;
  acts: ChatActs;
}

/** Opens a conversation for as long as the component shows it. */
export function useOpenChat(conversationId: string): OpenChat {
  const open = useMemo(() => {
    const chat = new Chat(conversationId);
    return { chat, acts: new ChatActs(chat) };
  }, [conversationId]);
  useEffect(() => {
    void open.chat.open();
    return () => open.chat.close();
  }, [open]);
  return open;
}
