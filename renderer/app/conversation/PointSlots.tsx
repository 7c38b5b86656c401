import { lazy, Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import type { OpenChat } from '../../features/chat/index.ts';
import { ForkedFrom, followPoints } from '../../features/fork/index.ts';
import { navigate } from '../routes/route.ts';
import { usePointDialogs } from './points.ts';
import { useRewind } from './useRewind.ts';

const MarkDialog = lazy(() => import('../../features/tree/dialogs/MarkDialog.tsx'));
const RewindDialog = lazy(() => import('../../features/fork/RewindDialog.tsx'));

/** [B7] Where the open conversation came from, for its header. */
export function OriginSlot() {
  return <ForkedFrom onOpen={(id, messageId) => navigate({ view: 'conversation', id, messageId })} />;
}

/** [T10] Questions about marks, while they are open; and what is marked, kept true. */
export function PointSlot({ open }: { open: OpenChat }) {
  const { conversationId, store } = open.chat;
  const { markId, rewinding, close } = usePointDialogs();
  const tipId = useStore(store, (state) => state.path.tipId);
  const rewind = useRewind(open);
  useEffect(() => followPoints(conversationId), [conversationId]);
  useEffect(() => close, [close]);
  return (
    <Suspense fallback={null}>
      {markId === null ? null : (
        <MarkDialog conversationId={conversationId} messageId={markId} onClose={close} />
      )}
      {rewinding ? (
        <RewindDialog conversationId={conversationId} tipId={tipId} onRewind={rewind} onClose={close} />
      ) : null}
    </Suspense>
  );
}
