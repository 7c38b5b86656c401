import { memo, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Message } from '#contract';
import { useAgent } from '../../../bridge/agents.ts';
import { ContextMenu } from '../../../ui/Menu.tsx';
import { useChatPlace, useChatState } from '../context.ts';
import { messageAt } from '../store/path.ts';
import { AgentMessage } from './AgentMessage.tsx';
import { EditMessage } from './EditMessage.tsx';
import styles from './Message.module.css';
import { MessageBar } from './MessageBar.tsx';
import { Onward } from './Onward.tsx';
import { UserMessage } from './UserMessage.tsx';
import { useMessageActions } from './useMessageActions.ts';

export interface MessageRowProps {
  /** Its place on what is shown, from 1. */
  depth: number;
  /** Number of messages shown. */
  length: number;
  /** Tab reaches its actions. */
  active: boolean;
}

/** One message of the list, or the shape of one that is still being read. */
export const MessageRow = memo(({ depth, length, active }: MessageRowProps) => {
  const message = useChatState((state) => messageAt(state.path, depth));
  if (!message) return <MessageShape />;
  return <Article key={message.id} message={message} place={depth} length={length} active={active} />;
});

interface ArticleProps {
  message: Message;
  place: number;
  length: number;
  active: boolean;
}

function Article({ message, place, length, active }: ArticleProps) {
  const { t } = useTranslation('chat');
  const body = useRef<HTMLDivElement>(null);
  const nameId = useId();
  const editing = useChatState((state) => state.editing?.messageId === message.id);
  const agent = useAgent(message.agentId);
  const { belowMessage } = useChatPlace();
  const name = message.role === 'user' ? t('message.you') : (agent?.name ?? t('message.agent'));
  const actions = useMessageActions(message, { last: place === length, body });
  const Body = message.role === 'user' ? UserMessage : AgentMessage;
  const content = (
    <article
      tabIndex={active ? 0 : -1}
      aria-labelledby={nameId}
      aria-posinset={place}
      aria-setsize={length}
      aria-busy={message.status === 'streaming' || undefined}
      data-depth={place}
      data-role={message.role}
      data-last={place === length}
      className={styles.message}
    >
      {editing ? (
        <EditMessage message={message} nameId={nameId} name={name} />
      ) : (
        <>
          <Body message={message} body={body} nameId={nameId} name={name} last={place === length} />
          <MessageBar message={message} actions={actions} active={active} />
          {place === length ? <Onward message={message} /> : null}
        </>
      )}
      {belowMessage(message.id)}
    </article>
  );
  return editing ? content : <ContextMenu entries={actions.menu}>{content}</ContextMenu>;
}

/** Stands where a message is being read; seen only when one scrolls far and fast. */
function MessageShape() {
  return (
    <div aria-hidden="true" className={styles.shape}>
      <span />
      <span />
      <span />
    </div>
  );
}
