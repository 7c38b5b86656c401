import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BridgeError } from '#contract';
import { Button } from '../../ui/Button.tsx';
import { Details } from '../../ui/Details.tsx';
import { describeError } from '../../ui/failure.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { useChatPlace, useChatState } from './context.ts';
import { ErrorActions } from './message/ErrorCard.tsx';
import { errorOf } from './message/parts.ts';
import styles from './NoticeStrip.module.css';
import type { ChatNotice } from './store/state.ts';

/** Above the message box: something the reader should know, with a way on. */
export function NoticeStrip() {
  const notice = useChatState((state) => state.notice);
  if (!notice) return null;
  return <Notice key={keyOf(notice)} notice={notice} />;
}

function keyOf(notice: ChatNotice): string {
  return 'messageId' in notice ? `${notice.kind}-${notice.messageId}` : notice.kind;
}

function Notice({ notice }: { notice: ChatNotice }) {
  const { t } = useTranslation('chat');
  const { acts } = useChatPlace();
  switch (notice.kind) {
    case 'tryFailed':
      return <TryFailed notice={notice} />;
    case 'otherReady':
      return (
        <Strip text={t('notice.otherReady')}>
          <See messageId={notice.messageId} />
        </Strip>
      );
    case 'nothingToRetry':
      return <Strip text={t('retry.nothing')} />;
    case 'historyNotLoaded':
      return (
        <Strip text={t(`retry.notLoaded.${notice.reason}`)}>
          <Button variant="plain" size="small" onClick={() => void acts.retry(true)}>
            {t('retry.rebuild')}
          </Button>
        </Strip>
      );
    case 'failed':
      return <Failed error={notice.error} />;
  }
}

function TryFailed({ notice }: { notice: Extract<ChatNotice, { kind: 'tryFailed' }> }) {
  const { t } = useTranslation(['chat', 'errors']);
  const { t: tErrors } = useTranslation('errors');
  const { acts } = useChatPlace();
  const why = notice.error ? describeError(tErrors, errorOf(notice.error)).title : '';
  return (
    <Strip text={`${t('notice.tryFailed')} ${why}`.trim()}>
      <See messageId={notice.messageId} />
      <Button variant="plain" size="small" onClick={() => void acts.regenerate(notice.messageId)}>
        {t('actions.again')}
      </Button>
    </Strip>
  );
}

function See({ messageId }: { messageId: string }) {
  const { t } = useTranslation('chat');
  const { acts } = useChatPlace();
  return (
    <Button variant="plain" size="small" onClick={() => void acts.look(messageId)}>
      {t('notice.see')}
    </Button>
  );
}

function Failed({ error }: { error: BridgeError }) {
  const { t } = useTranslation('errors');
  const { title, text, detail } = describeError(t, error);
  return (
    <Strip text={`${title} ${text}`} detail={detail}>
      <ErrorActions code={error.code} />
    </Strip>
  );
}

interface StripProps {
  text: string;
  detail?: string;
  children?: ReactNode;
}

function Strip({ text, detail, children }: StripProps) {
  const { t } = useTranslation('common');
  const { acts } = useChatPlace();
  return (
    <div role="status" className={styles.strip}>
      <div className={styles.line}>
        <p className={styles.text}>{text}</p>
        <div className={styles.actions}>
          {children}
          <IconButton icon={X} name={t('close')} size="small" onClick={() => acts.dismissNotice()} />
        </div>
      </div>
      {detail ? <Details text={detail} /> : null}
    </div>
  );
}
