import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { DraftContent, Reader } from '#contract';
import { agentsInUse, useAgents } from '../../bridge/agents.ts';
import { call } from '../../bridge/call.ts';
import { setPreferences } from '../../bridge/preferences.ts';
import { useProviders } from '../../bridge/providers.ts';
import {
  ChatView,
  EmptyChat,
  editLast,
  type OpenChat,
  runningId,
  useChatAgent,
  useOpenChat,
} from '../../features/chat/index.ts';
import { Composer, type ComposerHandle, DropArea, useOpenBox } from '../../features/composer/index.ts';
import { RoomProgress } from '../../features/context/index.ts';
import { Questions } from '../../features/tools/index.ts';
import { useFailureToast } from '../../ui/useFailureToast.ts';
import { useCommand } from '../commands/commands.ts';
import { navigate } from '../routes/route.ts';
import { BranchesButton, ForkSlot } from './BranchSlots.tsx';
import { ConversationTitle } from './ConversationTitle.tsx';
import { useFork } from './fork.ts';
import { useMakeRoomSheet } from './make-room.ts';
import { useOffered } from './open-chat.ts';
import { OriginSlot, PointSlot } from './PointSlots.tsx';
import { usePointDialogs } from './points.ts';
import { GaugeSlot, MakeRoomSlot, useBelowMessage } from './RoomSlots.tsx';
import { SideSlot } from './SideSlot.tsx';
import { useSlashCommands } from './useSlashCommands.ts';

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
  useOffered(open);
  const composer = useRef<ComposerHandle>(null);
  const running = useStore(chat.store, (state) => runningId(state) !== null);
  const reader = useStore(chat.store, (state) => state.conversation?.reader ?? null);
  const { defaultReader } = useProviders();
  const practice = (reader ?? defaultReader)?.routeId === 'practice';
  const focusComposer = useCallback(() => composer.current?.focus(), []);
  const openSettings = useCallback(() => navigate({ view: 'settings', section: 'providers' }), []);
  const pickModel = useCallback(() => box.openPicker(), [box]);
  const askAnother = useCallback((messageId: string) => box.openPicker('', messageId), [box]);
  const openSheet = useMakeRoomSheet((state) => state.open);
  const makeRoom = useCallback(
    (way?: 'summary') => openSheet(chat.conversationId, way && { command: 'compact', args: way }),
    [openSheet, chat],
  );
  const fork = useFork((state) => state.ask);
  const mark = usePointDialogs((state) => state.mark);
  const belowMessage = useBelowMessage({ chat });
  useCommand('focusComposer', focusComposer);
  useEffect(focusComposer, [focusComposer]);

  const stop = () => {
    if (running) void acts.stop();
  };
  const send = async (content: DraftContent) => {
    const { several } = box.store.getState();
    await acts.send(content, several);
    box.askSeveral([]);
  };
  return (
    <DropArea box={box} onEscape={stop}>
      <ChatView
        open={open}
        revealId={revealId}
        title={<ConversationTitle chat={chat} />}
        actions={
          <>
            <OriginSlot />
            <BranchesButton />
          </>
        }
        onOpenSettings={openSettings}
        onPickModel={pickModel}
        onAskAnother={askAnother}
        onFork={fork}
        onMark={mark}
        onMakeRoom={makeRoom}
        belowMessage={belowMessage}
        onFocusComposer={focusComposer}
        empty={
          <EmptyChat
            practice={practice}
            onExample={(text) => void box.send({ text, attachments: [] }, send)}
          />
        }
        composer={<Box {...{ open, box, composer, reader, running, send }} onStop={stop} />}
      />
      <MakeRoomSlot chat={chat} reader={reader} />
      <ForkSlot chat={chat} />
      <PointSlot open={open} />
    </DropArea>
  );
}

interface BoxProps extends Pick<ConversationProps, 'open' | 'box'> {
  composer: RefObject<ComposerHandle | null>;
  reader: Reader | null;
  running: boolean;
  send: (content: DraftContent) => Promise<void>;
  onStop: () => void;
}

/** The message box, and what is going on above it. */
function Box({ open, box, composer, reader, running, send, onStop }: BoxProps) {
  const { chat } = open;
  const { conversationId } = chat;
  const failed = useFailureToast();
  const agent = useChatAgent(chat);
  const agents = agentsInUse(useAgents());
  const commands = useSlashCommands(open);
  const chooseAgent = (agentId: string) => {
    call('conversations.setAgent', { id: conversationId, agentId }).catch(failed);
    composer.current?.focus();
  };
  const choose = (chosen: Reader) => {
    call('conversations.setReader', { id: conversationId, reader: chosen }).catch(failed);
    composer.current?.focus();
  };
  return (
    <>
      <Questions
        conversationId={conversationId}
        onGo={(waiting) => navigate({ view: 'conversation', id: waiting })}
      />
      <RoomProgress conversationId={conversationId} />
      <SideSlot chat={chat} box={box} onDone={() => composer.current?.focus()} />
      <Composer
        ref={composer}
        box={box}
        agent={agent}
        agents={agents}
        reader={reader}
        running={running}
        gauge={<GaugeSlot chat={chat} />}
        onSend={send}
        onStop={onStop}
        commands={commands}
        onEditLast={() => editLast(chat)}
        onAgent={chooseAgent}
        onAgents={() => navigate({ view: 'settings', section: 'agents' })}
        onReader={choose}
        onAgain={(messageId, chosen) => void open.acts.regenerate(messageId, chosen)}
        onAddProvider={() => navigate({ view: 'settings', section: 'providers' })}
      />
    </>
  );
}
