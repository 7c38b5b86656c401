import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { MainFrame } from '../../app/layout/MainFrame.tsx';
import { Button } from '../../ui/Button.tsx';
import { FailureState } from '../../ui/FailureState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Announcer } from './Announcer.tsx';
import { BranchCount } from './BranchCount.tsx';
import styles from './ChatView.module.css';
import { ChatContext, type ChatExits, useChatPlace, useChatState } from './context.ts';
import { MessageList } from './list/MessageList.tsx';
import { NoticeStrip } from './NoticeStrip.tsx';
import { shownLength } from './store/path.ts';
import { useMoveToast } from './useMoveToast.ts';
import type { OpenChat } from './useOpenChat.ts';

export interface ChatViewProps extends ChatExits {
  open: OpenChat;
  title: ReactNode;
  /** Controls at the end of the header. */
  actions?: ReactNode;
  /** What a conversation without a message shows. */
  empty: ReactNode;
  /** The message box. */
  composer: ReactNode;
  onFocusComposer: () => void;
  /** What stands below a message of the list. */
  belowMessage: (messageId: string) => ReactNode;
  /** A message to bring into view. */
  revealId?: string | null | undefined;
}

/** One conversation: header, messages, message box. */
export function ChatView(props: ChatViewProps) {
  const { open, onOpenSettings, onPickModel, onAskAnother, onFork, onMark, onMakeRoom } = props;
  const { onFocusComposer, belowMessage } = props;
  const exits = useMemo(
    () => ({ onOpenSettings, onPickModel, onAskAnother, onFork, onMark, onMakeRoom }),
    [onOpenSettings, onPickModel, onAskAnother, onFork, onMark, onMakeRoom],
  );
  const place = useMemo(
    () => ({ ...open, ...exits, onFocusComposer, belowMessage }),
    [open, exits, onFocusComposer, belowMessage],
  );
  return (
    <ChatContext value={place}>
      <MainFrame title={props.title} actions={<Actions>{props.actions}</Actions>}>
        <div className={styles.chat}>
          <Messages empty={props.empty} revealId={props.revealId} />
          <div className={styles.foot}>
            <NoticeStrip />
            {props.composer}
          </div>
        </div>
        <Announcer />
      </MainFrame>
    </ChatContext>
  );
}

function Actions({ children }: { children: ReactNode }) {
  return (
    <>
      <BranchCount />
      {children}
    </>
  );
}

function Messages({ empty, revealId }: Pick<ChatViewProps, 'empty' | 'revealId'>) {
  const { t } = useTranslation('chat');
  const { chat } = useChatPlace();
  const phase = useChatState((state) => state.phase);
  const failure = useChatState((state) => state.failure);
  const isEmpty = useChatState((state) => shownLength(state.path) === 0);
  useMoveToast();
  if (phase === 'loading')
    return (
      <div className={styles.loading}>
        <Skeleton label={t('list.loading')} lines={7} />
      </div>
    );
  if (phase === 'failed')
    return (
      <FailureState
        failure={failure}
        actions={
          <Button variant="primary" onClick={() => void chat.open()}>
            {t('actions.again')}
          </Button>
        }
      />
    );
  if (isEmpty) return <div className={styles.empty}>{empty}</div>;
  return <MessageList revealId={revealId} />;
}
