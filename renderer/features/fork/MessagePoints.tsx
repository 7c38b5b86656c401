import { Flag, GitFork, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Fork, Mark } from '#contract';
import { call } from '../../bridge/call.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useFailureToast } from '../../ui/useFailureToast.ts';
import styles from './MessagePoints.module.css';
import { usePoints } from './points.ts';

export interface MessagePointsProps {
  messageId: string;
  onOpen: (conversationId: string) => void;
}

/** What stands at the end of a message: its marks [T10], and the conversations that were copied up to here [B7]. */
export function MessagePoints({ messageId, onOpen }: MessagePointsProps) {
  const marks = usePoints((state) => state.marks);
  const forks = usePoints((state) => state.links.forks);
  const marksHere = marks.filter((mark) => mark.messageId === messageId);
  const forksHere = forks.filter((fork) => fork.messageId === messageId && !fork.trashed);
  if (marksHere.length + forksHere.length === 0) return null;
  return (
    <ul className={styles.points}>
      {marksHere.map((mark) => (
        <MarkLabel key={mark.label} mark={mark} />
      ))}
      {forksHere.map((fork) => (
        <ForkLabel key={fork.conversationId} fork={fork} onOpen={onOpen} />
      ))}
    </ul>
  );
}

function MarkLabel({ mark }: { mark: Mark }) {
  const { t } = useTranslation(['fork', 'common']);
  const conversationId = usePoints((state) => state.conversationId);
  const failed = useFailureToast();
  const { label, messageId } = mark;
  if (conversationId === null) return null;
  const point = { conversationId, messageId, label };
  const remove = async () => {
    await call('branches.unmark', point);
    showToast({
      text: t('mark.gone', { label }),
      action: {
        label: t('common:undo'),
        onSelect: () => void call('branches.mark', point).catch(failed),
      },
    });
  };
  return (
    <li className={styles.mark}>
      <Icon icon={Flag} size={14} />
      <span>{label}</span>
      <span className={styles.remove}>
        <IconButton
          icon={X}
          size="small"
          name={t('mark.remove', { label })}
          onClick={() => void remove().catch(failed)}
        />
      </span>
    </li>
  );
}

function ForkLabel({ fork, onOpen }: { fork: Fork; onOpen: MessagePointsProps['onOpen'] }) {
  const { t } = useTranslation('fork');
  const title = fork.title || t('untitled');
  return (
    <li>
      <Button variant="plain" size="small" icon={GitFork} onClick={() => onOpen(fork.conversationId)}>
        {t('copiedInto', { title })}
      </Button>
    </li>
  );
}
