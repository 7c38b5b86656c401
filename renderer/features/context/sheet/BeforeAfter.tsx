import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../app/i18n/format.ts';
import styles from './BeforeAfter.module.css';

export interface BeforeAfterProps {
  /** Tokens. */
  window: number;
  before: number;
  after: number;
}

/** The memory now and afterwards, one bar below the other. */
export function BeforeAfter({ window, before, after }: BeforeAfterProps) {
  const { t } = useTranslation('context');
  const format = useFormat();
  const whole = Math.max(window, before);
  const row = (name: string, tokens: number, kind: 'before' | 'after') => (
    <div className={styles.row}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>
        <span className={styles.track} aria-hidden="true">
          <span className={styles.fill} data-kind={kind} style={{ width: `${(tokens / whole) * 100}%` }} />
        </span>
        <span className={styles.share}>{format.percent(tokens / window)}</span>
      </dd>
    </div>
  );
  return (
    <dl className={styles.bars}>
      {row(t('sheet.now'), before, 'before')}
      {row(t('sheet.after'), after, 'after')}
    </dl>
  );
}
