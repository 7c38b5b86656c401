import { useEffect } from 'react';
import { useStore } from 'zustand';
import { call } from '../../bridge/call.ts';
import { Markdown, type OpenChat } from '../../features/chat/index.ts';
import type { useOpenBox } from '../../features/composer/index.ts';
import { closeSide, HandoffDialog, SideCard } from '../../features/side/index.ts';
import { navigate } from '../routes/route.ts';

export interface SideSlotProps extends Pick<OpenChat, 'chat'> {
  box: ReturnType<typeof useOpenBox>;
  /** The side question is closed: the focus goes back to the message box. */
  onDone: () => void;
}

/** What was asked beside the conversation. It goes when one leaves. */
export function SideSlot({ chat, box, onDone }: SideSlotProps) {
  const title = useStore(chat.store, (state) => state.conversation?.title ?? '');
  const { conversationId } = chat;
  useEffect(() => closeSide, []);
  const render = (text: string, streaming: boolean) => <Markdown text={text} streaming={streaming} />;
  return (
    <>
      <SideCard
        conversationId={conversationId}
        render={render}
        onClosed={onDone}
        onAskHere={(question) => {
          const { text } = box.store.getState();
          box.setText(text.trim() === '' ? question : `${text}\n\n${question}`);
          onDone();
        }}
      />
      <HandoffDialog
        conversationId={conversationId}
        title={title}
        render={render}
        onContinue={async (document) => {
          const { id } = await call('conversations.create', {});
          await call('drafts.save', { conversationId: id, content: { text: document, attachments: [] } });
          navigate({ view: 'conversation', id });
        }}
      />
    </>
  );
}
