import { X } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/IconButton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useClearView } from '../layout/useClearView.ts';
import { type ConversationPanelName, usePanel } from '../routes/panel.ts';
import { navigate } from '../routes/route.ts';
import { BranchesSlot } from './BranchSlots.tsx';
import { useMakeRoomSheet } from './make-room.ts';
import { useMemoryAgent } from './memory-agent.ts';
import { useOpenedChat } from './open-chat.ts';

const MemoryPanel = lazy(() => import('../../features/context/explorer/MemoryPanel.tsx'));
const PagesPanel = lazy(() => import('../../features/snapshots/PagesPanel.tsx'));

export interface ConversationPanelProps {
  conversationId: string;
  panel: ConversationPanelName;
}

/** What the side panel shows of a conversation, a tab each. */
export function ConversationPanel({ conversationId, panel }: ConversationPanelProps) {
  const { t } = useTranslation(['common', 'tree']);
  const { detail, open, close } = usePanel();
  const { shown: explored, show: explore } = useMemoryAgent();
  const openSheet = useMakeRoomSheet((state) => state.open);
  const opened = useOpenedChat((state) => state.open);
  const clearView = useClearView();
  const showMessage = (messageId: string) => {
    clearView();
    navigate({ view: 'conversation', id: conversationId, messageId });
  };
  const makeRoom = () => openSheet(conversationId);
  return (
    <Tabs
      label={t('panel.label')}
      value={panel}
      onValueChange={(next) => open(next)}
      tabs={[
        {
          value: 'branches',
          label: t('tree:panel'),
          content: opened ? <BranchesSlot key={opened.chat.conversationId} open={opened} /> : null,
        },
        {
          value: 'memory',
          label: t('panel.memory'),
          content: (
            <Suspense fallback={null}>
              <MemoryPanel
                conversationId={conversationId}
                agentId={explored?.conversationId === conversationId ? explored.agentId : null}
                onAgent={(agentId) => explore(conversationId, agentId)}
                passId={panel === 'memory' ? detail : null}
                onMakeRoom={makeRoom}
                onMessage={showMessage}
                onPages={(foldId) => open('pages', foldId)}
              />
            </Suspense>
          ),
        },
        {
          value: 'pages',
          label: t('panel.pages'),
          content: (
            <Suspense fallback={null}>
              <PagesPanel
                conversationId={conversationId}
                foldId={panel === 'pages' ? detail : null}
                onMakeRoom={makeRoom}
              />
            </Suspense>
          ),
        },
      ]}
      end={<IconButton icon={X} name={t('close')} onClick={close} />}
    />
  );
}
