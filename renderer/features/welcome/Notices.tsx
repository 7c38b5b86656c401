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
              {t(`notice.${notice.kind}`, { detail: notice.detail, count: notice.count ?? 0 })}
            </p>
            <WayOn notice={notice} onOpen={onOpen} onKeys={onKeys} />
            <IconButton icon={X} name={t('notice.dismiss')} size="small" onClick={() => dismiss(notice.id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function WayOn({ notice, onOpen, onKeys }: NoticesProps & { notice: StartupNotice }) {
  const { t } = useTranslation('welcome');
  const { kind, conversationId } = notice;
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
