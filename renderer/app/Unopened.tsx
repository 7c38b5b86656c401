import { useTranslation } from 'react-i18next';
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
    </main>
  );
}
