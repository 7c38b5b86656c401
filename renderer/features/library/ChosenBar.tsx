import { FileOutput, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import styles from './ChosenBar.module.css';
import type { ChosenActions } from './useChosenActions.ts';

export interface ChosenBarProps {
  count: number;
  actions: ChosenActions;
}

/** How many conversations are chosen, and what can be done with them. */
export function ChosenBar({ count, actions }: ChosenBarProps) {
  const { t } = useTranslation('library');
  const { t: common } = useTranslation('common');
  const reason = count === 0 ? t('choose.none') : undefined;
  return (
    <section className={styles.bar} aria-label={t('choose.bar')}>
      <div className={styles.line}>
        <p className={styles.count} role="status">
          {count === 0 ? t('choose.none') : t('choose.count', { count })}
        </p>
        <Button variant="plain" size="small" onClick={actions.stopChoosing}>
          {common('cancel')}
        </Button>
      </div>
      <div className={styles.acts}>
        <Button size="small" icon={FileOutput} disabledReason={reason} onClick={actions.exportChosen}>
          {t('menu.export')}
        </Button>
        <Button size="small" icon={Trash2} disabledReason={reason} onClick={actions.trashChosen}>
          {t('menu.trash')}
        </Button>
      </div>
    </section>
  );
}
