import { Info, X } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StartupNotice } from '#contract';
import { call } from '../../bridge/call.ts';
import { useEvent } from '../../bridge/events.ts';
import { reportError } from '../../bridge/report.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useFailureToast } from '../../ui/useFailureToast.ts';
import styles from './Notices.module.css';

export interface NoticesProps {
  onOpen: (conversationId: string) => void;
  /** Goes where keys are entered. */
  onKeys: () => void;
}

/** What Bough recognised and repaired, a quiet line each, until it is dismissed. Nothing when there is nothing. */
export function Notices({ onOpen, onKeys }: NoticesProps) {
  const { t } = useTranslation('welcome');
  const { notices, dismiss } = useNotices();
  if (notices.length === 0) return null;
  return (
    <section aria-label={t('notice.label')} className={styles.notices}>
      <ul>
        {notices.map((notice) => (
          <li key={notice.id} className={styles.notice}>
            <Icon icon={Info} size={16} className={styles.icon} />
            <p className={styles.text}>
              {t(`notice.${notice.kind}`, {
                detail: notice.detail,
                count: notice.count ?? 0,
                ...(notice.kind === 'backup_failed' && { context: notice.detail }),
              })}
            </p>
            <WayOn notice={notice} onOpen={onOpen} onKeys={onKeys} onDone={() => dismiss(notice.id)} />
            <IconButton icon={X} name={t('notice.dismiss')} size="small" onClick={() => dismiss(notice.id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface WayOnProps extends NoticesProps {
  notice: StartupNotice;
  onDone: () => void;
}

function WayOn({ notice, onOpen, onKeys, onDone }: WayOnProps) {
  const { t } = useTranslation('welcome');
  const { kind, conversationId } = notice;
  if (kind === 'backup_failed') return <BackUpAgain reason={notice.detail} onDone={onDone} />;
  if (kind === 'keys_unreadable')
    return (
      <Button variant="plain" size="small" onClick={onKeys}>
        {t('notice.keys')}
      </Button>
    );
  if (conversationId === null) return null;
  return (
    <Button variant="plain" size="small" onClick={() => onOpen(conversationId)}>
      {t('notice.open')}
    </Button>
  );
}

/** Tries at once what is tried every hour, and leads to the folder where it is the folder's fault. */
function BackUpAgain({ reason, onDone }: { reason: string; onDone: () => void }) {
  const { t } = useTranslation('welcome');
  const tellFailure = useFailureToast();
  const [busy, setBusy] = useState(false);
  const again = async () => {
    await call('backup.create', {});
    showToast({ text: t('notice.backedUp') });
    onDone();
  };
  return (
    <>
      {reason === 'not_writable' ? (
        <Button
          variant="plain"
          size="small"
          onClick={() => void call('app.showWorkspace', {}).catch(tellFailure)}
        >
          {t('notice.folder')}
        </Button>
      ) : null}
      <Button
        variant="plain"
        size="small"
        disabledReason={busy ? t('notice.backUp') : undefined}
        onClick={() => {
          setBusy(true);
          again()
            .catch(tellFailure)
            .finally(() => setBusy(false));
        }}
      >
        {t('notice.backUp')}
      </Button>
    </>
  );
}

/** The notices of the start and those that come later. Dismissed ones are gone at once. */
function useNotices() {
  const [notices, setNotices] = useState<readonly StartupNotice[]>([]);
  const add = useCallback((more: readonly StartupNotice[]) => {
    setNotices((known) => [...more.filter(({ id }) => known.every((old) => old.id !== id)), ...known]);
  }, []);
  useEffect(() => {
    call('app.info', {}).then((info) => add(info.notices), reportError);
  }, [add]);
  useEvent('notice', ({ notice }) => add([notice]));
  const dismiss = (id: string) => {
    setNotices((known) => known.filter((notice) => notice.id !== id));
    call('app.dismissNotice', { id }).catch(reportError);
  };
  return { notices, dismiss };
}
