import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { FoldPages } from '#contract';
import { Icon } from '../../ui/Icon.tsx';
import styles from './AlongText.module.css';

/** The texts that go along with the pages: what the model is told of them, and the strings it must not misread. */
export function AlongText({ fold }: { fold: FoldPages }) {
  const { t } = useTranslation('snapshots');
  return (
    <div>
      <Along name={t('along.legend')} text={fold.legend} />
      {fold.sidecar === '' ? null : <Along name={t('along.sidecar')} text={fold.sidecar} />}
    </div>
  );
}

function Along({ name, text }: { name: string; text: string }) {
  return (
    <details className={styles.details}>
      <summary className={styles.summary}>
        <Icon icon={ChevronRight} size={14} className={styles.chevron} />
        {name}
      </summary>
      <pre className={styles.text}>{text}</pre>
    </details>
  );
}
