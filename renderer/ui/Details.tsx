import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from './CopyButton.tsx';
import styles from './Details.module.css';
import { Icon } from './Icon.tsx';

/** The technical detail of a failure: folded away, and copied with one click. */
export function Details({ text }: { text: string }) {
  const { t } = useTranslation('common');
  return (
    <details className={styles.details}>
      <summary className={styles.summary}>
        <Icon icon={ChevronRight} size={14} className={styles.chevron} />
        {t('details.show')}
      </summary>
      <div className={styles.body}>
        <pre className={styles.text}>{text}</pre>
        <CopyButton text={text} name={t('details.copy')} />
      </div>
    </details>
  );
}
