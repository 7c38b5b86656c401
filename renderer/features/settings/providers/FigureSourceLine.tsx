import { useTranslation } from 'react-i18next';
import type { FigureSource } from '#contract';
import styles from './ModelList.module.css';

export interface FigureSourceLineProps {
  /** Absent where nothing is known about it. */
  source: FigureSource | undefined;
  /** Name of the figure, for people. */
  figure: string;
  onTakeBack: () => void;
}

/** Where a figure comes from; a correction can be taken back here. */
export function FigureSourceLine({ source, figure, onTakeBack }: FigureSourceLineProps) {
  const { t } = useTranslation('money');
  if (!source) return null;
  return (
    <p className={styles.from}>
      {t(`from.${source}`)}
      {source === 'user' ? (
        <button
          type="button"
          className={styles.takeBack}
          aria-label={t('reset', { figure })}
          onClick={onTakeBack}
        >
          {t('resetShort')}
        </button>
      ) : null}
    </p>
  );
}
