import { Image, type LucideIcon, ScanText, ScrollText, Wrench } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PassPreview } from '#contract';
import { useFormat } from '../../../app/i18n/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { limitSentence } from '../pass-words.ts';
import { Arithmetic } from './Arithmetic.tsx';
import { lettersSentence, moneySentence, wayDetail } from './plan-words.ts';
import styles from './RungCard.module.css';
import { type RungName, Traits } from './Traits.tsx';

const icons: Record<RungName, LucideIcon> = {
  elide: Wrench,
  shed: Image,
  snapshots: ScanText,
  summary: ScrollText,
};

export interface RungCardProps {
  rung: RungName;
  preview: PassPreview;
  /** Tokens of the model's window. */
  window: number;
  model: string;
  /** Why it cannot be done just now. */
  busyReason: string | undefined;
  onDo: () => void;
}

/** One of the four mechanisms: what it would free, what it keeps and what it gives up, or why it frees nothing. */
export function RungCard({ rung, preview, window, model, busyReason, onDo }: RungCardProps) {
  const { t } = useTranslation('context');
  const format = useFormat();
  const frees = preview.limit === null && preview.frees > 0;
  // Of a memory that is too full, what is freed says less than whether the rest fits.
  const over = preview.before > window;
  const name = t(`rung.${rung}.name`);
  return (
    <li className={styles.card} data-off={!frees}>
      <Icon icon={icons[rung]} size={20} className={styles.icon} />
      <div className={styles.words}>
        <h4 className={styles.name}>{name}</h4>
        <Traits rung={rung} off={!frees} />
        {frees ? (
          <>
            <p className={styles.plan}>
              <Plan preview={preview} />
            </p>
            <Arithmetic preview={preview} model={model} />
          </>
        ) : (
          <p className={styles.limit}>{limitSentence(t, rung, preview.limit ?? 'nothing', model)}</p>
        )}
      </div>
      {frees ? (
        <div className={styles.side}>
          <p className={styles.frees}>
            <strong className={styles.share}>
              {format.percent((over ? preview.after : preview.frees) / window)}
            </strong>
            {t(over ? 'sheet.left' : 'sheet.freed')}
          </p>
          <Saved before={preview.before} after={preview.after} window={window} />
          <Button aria-label={t('sheet.doThis', { name })} disabledReason={busyReason} onClick={onDo}>
            {t('sheet.do')}
          </Button>
        </div>
      ) : null}
    </li>
  );
}

function Plan({ preview }: { preview: PassPreview }) {
  const { t } = useTranslation('context');
  const format = useFormat();
  const detail = wayDetail(t, preview);
  const asks = preview.calls.count > 0 ? t('plan.asks', { count: preview.calls.count }) : t('plan.free');
  const sentences = [
    detail && t('plan.detail', { detail }),
    lettersSentence(t, preview),
    asks,
    moneySentence(t, format, preview),
  ];
  return sentences.filter(Boolean).join(' ');
}

/** What is taken now, what stays taken, and what gets free, in one small bar. */
function Saved({ before, after, window }: { before: number; after: number; window: number }) {
  const whole = Math.max(window, before);
  return (
    <span className={styles.bar} aria-hidden="true">
      <span className={styles.now} style={{ width: `${(before / whole) * 100}%` }} />
      <span className={styles.then} style={{ width: `${(after / whole) * 100}%` }} />
    </span>
  );
}
