import { useTranslation } from 'react-i18next';
import type { PassPreview } from '#contract';
import { useFormat } from '../../../app/i18n/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { limitSentence, type Way } from '../pass-words.ts';
import { Arithmetic } from './Arithmetic.tsx';
import { BeforeAfter } from './BeforeAfter.tsx';
import styles from './MakeRoomSheet.module.css';
import { lettersSentence, moneySentence, planParts } from './plan-words.ts';
import { type RungName, Traits } from './Traits.tsx';

export interface PlanCardProps {
  way: Way;
  preview: PassPreview;
  /** Tokens of the model's window. */
  window: number;
  model: string;
  /** What the summary should keep above all, as it was typed; empty where nothing was. */
  focus?: string;
  /** Why it cannot be done just now. */
  busyReason?: string | undefined;
  /** Absent where the button is elsewhere. */
  onDo?: () => void;
}

/** [L8] What making room would do: what goes, what stays, how full the memory is then, and what it costs. */
export function PlanCard(props: PlanCardProps) {
  const { way, preview, window, model, focus = '', busyReason, onDo } = props;
  const { t } = useTranslation('context');
  const format = useFormat();
  if (preview.limit !== null || preview.frees <= 0)
    return (
      <section className={styles.recommended}>
        <h3 className={styles.heading}>{t('sheet.nothing')}</h3>
        <p className={styles.text}>{limitSentence(t, way, preview.limit ?? 'nothing', model)}</p>
      </section>
    );
  const rung: RungName | null = way === 'compact' || way === 'both' ? null : way;
  const what = format.list(planParts(t, preview));
  const asks = preview.calls.count > 0 ? t('plan.asks', { count: preview.calls.count }) : t('plan.free');
  const sentences = [
    t('sheet.would', { what }),
    lettersSentence(t, preview),
    t('plan.stays'),
    asks,
    moneySentence(t, format, preview),
  ];
  return (
    <section className={styles.recommended} data-on="true">
      <div className={styles.plan}>
        <h3 className={styles.heading}>{rung ? t(`rung.${rung}.name`) : t('sheet.recommended')}</h3>
        {rung ? <Traits rung={rung} /> : null}
        <p className={styles.text}>{sentences.filter(Boolean).join(' ')}</p>
        {focus === '' ? null : <p className={styles.text}>{t('sheet.focus', { focus })}</p>}
      </div>
      <BeforeAfter window={window} before={preview.before} after={preview.after} />
      <div className={styles.foot}>
        <Arithmetic preview={preview} model={model} />
        {onDo ? (
          <Button variant="primary" disabledReason={busyReason} onClick={onDo}>
            {t('makeRoom')}
          </Button>
        ) : null}
      </div>
    </section>
  );
}
