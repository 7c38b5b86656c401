import { GitBranch } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { OpenChat } from '../../features/chat/index.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { useClearView } from '../layout/useClearView.ts';
import { usePanel } from '../routes/panel.ts';
import { navigate } from '../routes/route.ts';
import { useFork } from './fork.ts';

type TreeModule = typeof import('../../features/tree/TreePanel.tsx');
let tree: TreeModule | null = null;
const loadTree = async (): Promise<TreeModule> => {
  tree = await import('../../features/tree/TreePanel.tsx');
  return tree;
};
const LazyTreePanel = lazy(loadTree);
/** Fetches the code before it is asked for: when the window has nothing else to do, or at the latest on the way to it. */
const prepare = () => void loadTree();
const ForkDialog = lazy(() => import('../../features/tree/dialogs/ForkDialog.tsx'));

const openConversation = (id: string) => navigate({ view: 'conversation', id });

/** Opens and closes the branches, from the header of a conversation. */
export function BranchesButton() {
  const { t } = useTranslation('tree');
  const panel = usePanel((state) => state.panel);
  const open = usePanel((state) => state.open);
  const close = usePanel((state) => state.close);
  const shown = panel === 'branches';
  useEffect(() => {
    const idle = requestIdleCallback(prepare);
    return () => cancelIdleCallback(idle);
  }, []);
  return (
    <IconButton
      icon={GitBranch}
      name={t('panel')}
      pressed={shown}
      tooltipSide="bottom"
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => (shown ? close() : open('branches'))}
    />
  );
}

/** The branches of the open conversation, which follow the chat and lead it. */
export function BranchesSlot({ open: { chat, acts } }: { open: OpenChat }) {
  const inSightId = useStore(chat.store, (state) => state.inSightId);
  const ask = useFork((state) => state.ask);
  const show = useCallback((messageId: string) => acts.reveal(messageId), [acts]);
  // What React has to wait for it shows 300 ms later at the soonest: code that is there is not waited for.
  const [TreePanel] = useState(() => tree?.default ?? LazyTreePanel);
  const clearView = useClearView();
  const leaveFor = useCallback(
    (messageId: string) => {
      clearView();
      show(messageId);
    },
    [clearView, show],
  );
  const goOn = useCallback((messageId: string) => void acts.continueFrom(messageId), [acts]);
  return (
    <Suspense fallback={null}>
      <TreePanel
        conversationId={chat.conversationId}
        inSightId={inSightId}
        onShow={show}
        onLeaveFor={leaveFor}
        onContinue={goOn}
        onFork={ask}
        onOpen={openConversation}
      />
    </Suspense>
  );
}

/** [B7] What a fork would copy, while that is being asked about. */
export function ForkSlot({ chat }: Pick<OpenChat, 'chat'>) {
  const { messageId, close } = useFork();
  const title = useStore(chat.store, (state) => state.conversation?.title ?? '');
  useEffect(() => close, [close]);
  if (messageId === null) return null;
  return (
    <Suspense fallback={null}>
      <ForkDialog
        conversationId={chat.conversationId}
        messageId={messageId}
        title={title}
        onOpen={openConversation}
        onClose={close}
      />
    </Suspense>
  );
}
