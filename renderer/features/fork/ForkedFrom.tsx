import { GitFork } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import styles from './ForkedFrom.module.css';
import { usePoints } from './points.ts';

export interface ForkedFromProps {
  onOpen: (conversationId: string, messageId: string) => void;
}

/** [B7] Where the open conversation was copied from; nothing where it is no copy. */
export function ForkedFrom({ onOpen }: ForkedFromProps) {
  const { t } = useTranslation('fork');
  const origin = usePoints((state) => state.links.origin);
  if (!origin) return null;
  const { conversationId, messageId, title } = origin;
  if (conversationId === null) return <p className={styles.line}>{t('fromDeleted')}</p>;
  return (
    <p className={styles.line}>
      <Button
        variant="plain"
        size="small"
        icon={GitFork}
        className={styles.link}
        onClick={() => onOpen(conversationId, messageId)}
      >
        {t(origin.trashed ? 'fromTrashed' : 'from', { title: title || t('untitled') })}
      </Button>
    </p>
  );
}
