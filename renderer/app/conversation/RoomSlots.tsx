import { lazy, Suspense, useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Reader } from '#contract';
import { findModel, useProviders } from '../../bridge/providers.ts';
import { type OpenChat, runningId, shownEnd } from '../../features/chat/index.ts';
import { anchorNotices, MemoryGauge, PassNotices, useRoom } from '../../features/context/index.ts';
import { MessagePoints } from '../../features/fork/index.ts';
import { usePanel } from '../routes/panel.ts';
import { navigate } from '../routes/route.ts';
import { useMakeRoomSheet } from './make-room.ts';

const CommandSheet = lazy(() => import('../../features/context/sheet/CommandSheet.tsx'));
const MakeRoomSheet = lazy(() => import('../../features/context/sheet/MakeRoomSheet.tsx'));

type ChatProps = Pick<OpenChat, 'chat'>;

/** How full the model's memory is, for the message box. */
export function GaugeSlot({ chat }: ChatProps) {
  const open = usePanel((state) => state.open);
  const ready = useStore(chat.store, ({ phase }) => phase === 'ready');
  const place = useStore(chat.store, ({ path, conversation }) =>
    [path.tipId, path.leafId, conversation?.reader?.routeId, conversation?.reader?.modelId].join(' '),
  );
  if (!ready) return null;
  return <MemoryGauge conversationId={chat.conversationId} place={place} onOpen={() => open('memory')} />;
}

/** What stands below messages: their marks and copies, and the notices of room that was made there. */
export function useBelowMessage({ chat }: ChatProps) {
  const { conversationId } = chat;
  const open = usePanel((state) => state.open);
  const end = useStore(chat.store, shownEnd);
  const notices = useRoom((state) => state.notices.get(conversationId));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new notice gets its place as it comes
  useEffect(() => {
    if (end !== null) anchorNotices(conversationId, end);
  }, [conversationId, end, notices]);
  return useCallback(
    (messageId: string) => (
      <>
        <MessagePoints messageId={messageId} onOpen={(id) => navigate({ view: 'conversation', id })} />
        <PassNotices
          conversationId={conversationId}
          messageId={messageId}
          onSee={(passId) => open('memory', passId)}
          onPages={() => open('pages')}
        />
      </>
    ),
    [conversationId, open],
  );
}

/** The ways to make room, while they are open for this conversation. */
export function MakeRoomSlot({ chat, reader }: ChatProps & { reader: Reader | null }) {
  const { t } = useTranslation('context');
  const { routes, defaultReader } = useProviders();
  const running = useStore(chat.store, (state) => runningId(state) !== null);
  const { conversationId, command, open, close } = useMakeRoomSheet();
  const current = reader ?? defaultReader;
  const model = findModel(routes, current)?.name ?? current?.modelId ?? t('theModel');
  useEffect(() => close, [close]);
  if (conversationId !== chat.conversationId) return null;
  const sheet = { conversationId, model, running, onClose: close };
  return (
    <Suspense fallback={null}>
      {command ? (
        <CommandSheet {...sheet} command={command} onWays={() => open(conversationId)} />
      ) : (
        <MakeRoomSheet {...sheet} />
      )}
    </Suspense>
  );
}
