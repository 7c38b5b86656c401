import { useTranslation } from 'react-i18next';
import type { ContextReport } from '#contract';
import { useFormat } from '../../../app/i18n/format.ts';
import styles from './Legend.module.css';
import { shareText } from './part-words.ts';
import { type Kind, kinds, totalsByKind } from './parts.ts';

export interface LegendProps {
  report: ContextReport;
  /** The kind that is pointed at. */
  onPoint: (kind: Kind | null) => void;
}

/** What the colours of the picture mean, and what each comes to. */
export function Legend({ report, onPoint }: LegendProps) {
  const { t } = useTranslation('context');
  const format = useFormat();
  const totals = totalsByKind(report.parts);
  const figures = (tokens: number) => (
    <dd className={styles.figures}>
      <span className={styles.tokens}>{format.number(Math.round(tokens))}</span>
      <span className={styles.share}>{shareText(format, tokens / report.window)}</span>
    </dd>
  );
  return (
    <dl className={styles.legend} onPointerLeave={() => onPoint(null)}>
      {kinds
        .filter((kind) => totals[kind] > 0)
        .map((kind) => (
          <div key={kind} className={styles.row} onPointerEnter={() => onPoint(kind)}>
            <dt className={styles.name}>
              <span className={styles.swatch} data-kind={kind} aria-hidden="true" />
              {t(`kind.${kind}`)}
            </dt>
            {figures(totals[kind])}
          </div>
        ))}
      <div className={styles.row} onPointerEnter={() => onPoint(null)}>
        <dt className={styles.name}>
          <span className={styles.swatch} data-kind="free" aria-hidden="true" />
          {t('kind.free')}
        </dt>
        {figures(report.totals.free)}
      </div>
    </dl>
  );
}
