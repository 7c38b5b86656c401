import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorPart, Message, Part, TurnWait } from '#contract';
import { useAgent } from '../../../bridge/agents.ts';
import { findModel, useProviders } from '../../../bridge/providers.ts';
import { AgentDot } from '../../../ui/AgentDot.tsx';
import { describeError } from '../../../ui/failure.ts';
import { useChatPlace, useChatState } from '../context.ts';
import { Markdown } from '../markdown/Markdown.tsx';
import { messageAt } from '../store/path.ts';
import { Attachments } from './Attachments.tsx';
import { ErrorCard } from './ErrorCard.tsx';
import styles from './Message.module.css';
import { absentIn, attachmentsOf } from './parts.ts';
import { Reasoning } from './Reasoning.tsx';
import { ToolCard } from './ToolCard.tsx';

export interface MessageBodyProps {
  message: Message;
  /** What is copied of it. */
  body: RefObject<HTMLDivElement | null>;
  /** Id of the element that names it. */
  nameId: string;
  name: string;
  /** It ends what is shown. */
  last: boolean;
}

/** An agent's message: its name, then what it thought, did and said, in that order. */
export function AgentMessage({ message, body, nameId, name, last }: MessageBodyProps) {
  const { t } = useTranslation('chat');
  const agent = useAgent(message.agentId);
  const streaming = message.status === 'streaming';
  const parts = message.parts.map((part, place) => ({ part, place }));
  const practice = message.model?.startsWith('practice/');
  return (
    <>
      <div className={styles.who}>
        <AgentDot colour={agent?.colour ?? 0} />
        <h2 id={nameId}>{name}</h2>
        {practice ? (
          <span className={styles.beside}>{t('message.practice')}</span>
        ) : (
          <OtherModel message={message} />
        )}
      </div>
      <div ref={body} className={styles.said}>
        {parts.map(({ part, place }) => (
          <PartView key={place} part={part} place={place} message={message} last={last} />
        ))}
        <Attachments attachments={attachmentsOf(message)} absent={absentIn(message)} />
      </div>
      {streaming ? <Progress message={message} /> : null}
      {message.status === 'interrupted' ? <Interrupted cutOff={message.cutOff ?? false} /> : null}
    </>
  );
}

/** Which model answered, where that is not the one that answers here now: beside other versions, say. */
function OtherModel({ message: { model, siblings } }: { message: Message }) {
  const { routes, defaultReader } = useProviders();
  const reader = useChatState((state) => state.conversation?.reader ?? null) ?? defaultReader;
  if (model === null || (siblings.count < 2 && model === (reader && `${reader.routeId}/${reader.modelId}`)))
    return null;
  const [routeId = '', ...rest] = model.split('/');
  const modelId = rest.join('/');
  return <span className={styles.beside}>{findModel(routes, { routeId, modelId })?.name ?? modelId}</span>;
}

interface PartViewProps {
  part: Part;
  place: number;
  message: Message;
  last: boolean;
}

function PartView({ part, place, message, last }: PartViewProps) {
  const streaming = message.status === 'streaming' && place === message.parts.length - 1;
  switch (part.type) {
    case 'text':
      return <Markdown text={part.text} streaming={streaming} />;
    case 'reasoning':
      return <Reasoning text={part.text} streaming={streaming} timeKey={`${message.id}/${place}`} />;
    case 'tool':
      return <ToolCard part={part} />;
    case 'error':
      return <MessageError part={part} message={message} last={last} />;
    default:
      return null;
  }
}

function MessageError({ part, message, last }: { part: ErrorPart; message: Message; last: boolean }) {
  const { acts } = useChatPlace();
  const below = useChatState((state) => message.depth === state.path.tipDepth + 1);
  const again = () => void (below ? acts.retry() : acts.regenerate(message.id));
  const forkFrom = useChatState((state) => messageAt(state.path, message.depth - 2)?.id);
  const onAgain = last && message.status !== 'complete' ? again : undefined;
  return <ErrorCard part={part} onAgain={onAgain} forkFrom={forkFrom} />;
}

/** What is going on while there are no new words. */
function Progress({ message }: { message: Message }) {
  const { t } = useTranslation('chat');
  const wait = useChatState((state) => state.waits.get(message.id));
  if (wait) return <Waiting wait={wait} />;
  const last = message.parts.at(-1);
  if (
    last?.type === 'text' ||
    last?.type === 'reasoning' ||
    (last?.type === 'tool' && last.state === 'running')
  )
    return null;
  return (
    <p className={styles.progress}>
      <span className={styles.pulse} aria-hidden="true" />
      {t('progress.writing')}
    </p>
  );
}

/** The provider asked for a pause: why, and how long it still takes. */
function Waiting({ wait }: { wait: TurnWait }) {
  const { t } = useTranslation(['chat', 'errors']);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const { t: tErrors } = useTranslation('errors');
  const { title } = describeError(tErrors, { ...wait, message: '' });
  const seconds = Math.max(0, Math.ceil((wait.until - now) / 1000));
  return (
    <p className={styles.progress}>
      <span className={styles.pulse} aria-hidden="true" />
      {title} {t('progress.waiting', { seconds, attempt: wait.attempt, attempts: wait.attempts })}
    </p>
  );
}

function Interrupted({ cutOff }: { cutOff: boolean }) {
  const { t } = useTranslation('chat');
  return <p className={styles.mark}>{t(cutOff ? 'message.cutOff' : 'message.stopped')}</p>;
}
