import { ScanText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEvent } from '../../bridge/events.ts';
import { useAnswer } from '../../bridge/useAnswer.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FailureState } from '../../ui/FailureState.tsx';
import { Select } from '../../ui/Select.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { FoldView } from './FoldView.tsx';
import { chosenFold, pagedFolds } from './folds.ts';
import styles from './PagesPanel.module.css';

export interface PagesPanelProps {
  conversationId: string;
  /** A fold to show; null: the newest. */
  foldId: string | null;
  onMakeRoom: () => void;
}

/** [S10] The picture pages that stand for parts of this conversation. */
export default function PagesPanel({ conversationId, foldId, onMakeRoom }: PagesPanelProps) {
  const { t } = useTranslation(['snapshots', 'common']);
  const [passes, again] = useAnswer('context.passes', { conversationId });
  const [picked, setPicked] = useState<string | null>(null);
  const mine = (id: string) => {
    if (id === conversationId) again();
  };
  useEvent('pass', (event) => mine(event.conversationId));
  useEvent('gauge', ({ gauge }) => mine(gauge.conversationId));
  if (passes.status === 'loading')
    return (
      <div className={styles.panel}>
        <Skeleton label={t('loading')} lines={6} />
      </div>
    );
  if (passes.status === 'failed')
    return (
      <FailureState
        failure={passes.failure}
        actions={
          <Button variant="primary" onClick={again}>
            {t('common:retry')}
          </Button>
        }
      />
    );
  const wanted = picked ?? foldId;
  const folds = pagedFolds(passes.value, wanted);
  const fold = chosenFold(folds, wanted);
  if (!fold)
    return (
      <EmptyState
        icon={ScanText}
        title={t('empty.title')}
        action={<Button onClick={onMakeRoom}>{t('empty.action')}</Button>}
      >
        {t('empty.text')}
      </EmptyState>
    );
  return (
    <div className={styles.panel}>
      {folds.length > 1 ? (
        <Select
          label={t('fold.choose')}
          value={fold.recallId}
          options={folds.map(({ recallId, from, to, pages }) => ({
            value: recallId,
            label: t('fold.option', { from, to, pages: t('count', { count: pages }) }),
          }))}
          onValueChange={setPicked}
        />
      ) : null}
      <FoldView key={fold.recallId} conversationId={conversationId} foldId={fold.recallId} />
    </div>
  );
}
