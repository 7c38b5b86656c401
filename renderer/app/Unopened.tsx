import { useTranslation } from 'react-i18next';
import { useAsk } from '../bridge/useAsk.ts';
import { BackupRows } from '../features/settings/Backups.tsx';
import { Button } from '../ui/Button.tsx';
import { FailureState } from '../ui/FailureState.tsx';
import styles from './Unopened.module.css';

/** Stands for the app where the workspace could not be opened: why, and that it can be tried again. */
export function Unopened({ failure }: { failure: unknown }) {
  const { t } = useTranslation('common');
  return (
    <main className={styles.screen}>
      <FailureState
        failure={failure}
        actions={
          <Button variant="primary" onClick={() => window.location.reload()}>
            {t('retry')}
          </Button>
        }
      />
      <RestoreOffer />
    </main>
  );
}

/** Backups are listed and restored without the workspace. */
function RestoreOffer() {
  const { t } = useTranslation('backup');
  const [list] = useAsk('backup.list');
  if (list.status !== 'ready' || list.value.backups.length === 0) return null;
  return (
    <section className={styles.offer} aria-label={t('title')}>
      <p>{t('keptHint')}</p>
      <BackupRows backups={list.value.backups} />
    </section>
  );
}
