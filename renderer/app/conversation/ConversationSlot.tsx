import { useCallback, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { DraftContent, Reader } from '#contract';
import { call } from '../../bridge/call.ts';
import { setPreferences } from '../../bridge/preferences.ts';
import { useProviders } from '../../bridge/providers.ts';
import {
  ChatView,
  EmptyChat,
  editLast,
  type OpenChat,
  runningId,
  useAgentName,
  useOpenChat,
} from '../../features/chat/index.ts';
import { Composer, type ComposerHandle, DropArea, useOpenBox } from '../../features/composer/index.ts';
import { useFailureToast } from '../../ui/useFailureToast.ts';
import { runCommand, useCommand } from '../commands/commands.ts';
import { navigate } from '../routes/route.ts';
import { ConversationTitle } from './ConversationTitle.tsx';

export interface ConversationSlotProps {
  id: string;
  /** A message to bring into view. */
  revealId?: string | undefined;
}

/** A conversation in the main column: the chat and the message box, and what the one asks of the other. */
export function ConversationSlot({ id, revealId }: ConversationSlotProps) {
  const open = useOpenChat(id);
  const box = useOpenBox(id);
  useEffect(() => {
    void setPreferences({ lastConversationId: id });
  }, [id]);
  return <Conversation key={id} open={open} box={box} revealId={revealId} />;
}

interface ConversationProps {
  open: OpenChat;
  box: ReturnType<typeof useOpenBox>;
  revealId: string | undefined;
}

function Conversation({ open, box, revealId }: ConversationProps) {
  const { chat, acts } = open;
  const composer = useRef<ComposerHandle>(null);
  const failed = useFailureToast();
  const running = useStore(chat.store, (state) => runningId(state) !== null);
  const reader = useStore(chat.store, (state) => state.conversation?.reader ?? null);
  const agentName = useAgentName(chat);
  const { defaultReader } = useProviders();
  const practice = (reader ?? defaultReader)?.routeId === 'practice';
  const focusComposer = useCallback(() => composer.current?.focus(), []);
  const openSettings = useCallback(() => navigate({ view: 'settings', section: 'providers' }), []);
  const pickModel = useCallback(() => box.openPicker(), [box]);
  useCommand('focusComposer', focusComposer);
  useEffect(focusComposer, [focusComposer]);

  const choose = (chosen: Reader) => {
    call('conversations.setReader', { id: chat.conversationId, reader: chosen }).catch(failed);
    focusComposer();
  };
  const stop = () => {
    if (running) void acts.stop();
  };
  const send = (content: DraftContent) => acts.send(content);
  return (
    <DropArea box={box} onEscape={stop}>
      <ChatView
        open={open}
        revealId={revealId}
        title={<ConversationTitle chat={chat} />}
        onOpenSettings={openSettings}
        onPickModel={pickModel}
        onFocusComposer={focusComposer}
        empty={
          <EmptyChat
            practice={practice}
            onExample={(text) => void box.send({ text, attachments: [] }, send)}
          />
        }
        composer={
          <Composer
            ref={composer}
            box={box}
            agentName={agentName}
            reader={reader}
            running={running}
            onSend={send}
            onStop={stop}
            onRetry={() => void acts.retry()}
            onEditLast={() => editLast(chat)}
            onHelp={() => runCommand('help')}
            onReader={choose}
            onAddProvider={openSettings}
          />
        }
      />
    </DropArea>
  );
}
