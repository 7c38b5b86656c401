import { Flag } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../../bridge/useAnswer.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FailureState } from '../../ui/FailureState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './RewindDialog.module.css';

export interface RewindDialogProps {
  conversationId: string;
  /** Where the branch ends that the marks are on. */
  tipId: string;
  onRewind: (label: string) => void;
  onClose: () => void;
}

/** [T10] The points that are marked on the current branch, to go back to. */
export default function RewindDialog({ conversationId, tipId, onRewind, onClose }: RewindDialogProps) {
  const { t } = useTranslation(['fork', 'common', 'errors']);
  const [marks] = useAnswer('branches.marks', { conversationId, on: tipId });
  const choose = (label: string) => {
    onClose();
    onRewind(label);
  };
  return (
    <Dialog open onOpenChange={onClose} title={t('rewind.title')} description={t('rewind.text')} size="small">
      {marks.status === 'loading' ? <Skeleton label={t('common:loading')} lines={3} /> : null}
      {marks.status === 'failed' ? <FailureState failure={marks.failure} look="inline" /> : null}
      {marks.status === 'ready' && marks.value.length === 0 ? (
        <p>
          {t('errors:no_checkpoints.title')} {t('errors:no_checkpoints.text')}
        </p>
      ) : null}
      {marks.status === 'ready' ? (
        <ul ref={focusFirst} className={styles.marks}>
          {marks.value.map(({ label }) => (
            <li key={label}>
              <Button icon={Flag} onClick={() => choose(label)}>
                {label}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </Dialog>
  );
}

/** The points come a moment after the dialog: then the keys are where one chooses. */
function focusFirst(list: HTMLUListElement | null): void {
  list?.querySelector('button')?.focus();
}
