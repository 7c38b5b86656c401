import { useEffect, useState } from 'react';
import { ChatActs } from './store/acts.ts';
import { Chat } from './store/chat.ts';

/** A conversation that is open, and what can be done in it. */
export interface OpenChat {
  chat: Chat;
  acts: ChatActs;
}

/** Opens a conversation for as long as the component shows it. Null in the first moment. */
export function useOpenChat(conversationId: string): OpenChat | null {
  const [open, setOpen] = useState<OpenChat | null>(null);
  useEffect(() => {
    const chat = new Chat(conversationId);
    setOpen({ chat, acts: new ChatActs(chat) });
    void chat.open();
    return () => chat.close();
  }, [conversationId]);
  return open?.chat.conversationId === conversationId ? open : null;
}
