import { useTranslation } from 'react-i18next';
import { useFormat } from '../../app/i18n/format.ts';
import { setPreferences, usePreferences } from '../../bridge/preferences.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './Appearance.module.css';

/** The text size, set with a slider, and what reading is like with it. */
export function TextSize() {
  const { t } = useTranslation('settings');
  const { percent } = useFormat();
  const textSize = usePreferences((state) => state.textSize);
  return (
    <>
      <div className={styles.size}>
        <span aria-hidden="true" className={styles.small}>
          A
        </span>
        <input
          type="range"
          min={0.8}
          max={1.6}
          step={0.1}
          value={textSize}
          aria-label={t('textSize.title')}
          aria-valuetext={percent(textSize)}
          className={styles.slider}
          onChange={(event) => void setPreferences({ textSize: Number(event.target.value) })}
        />
        <span aria-hidden="true" className={styles.large}>
          A
        </span>
        <span className={styles.value}>{percent(textSize)}</span>
        {textSize === 1 ? null : (
          <Button variant="plain" size="small" onClick={() => void setPreferences({ textSize: 1 })}>
            {t('textSize.reset')}
          </Button>
        )}
      </div>
      <div className={styles.sample}>
        <p className={styles.question}>{t('textSize.question')}</p>
        <p>{t('textSize.answer')}</p>
      </div>
    </>
  );
}
