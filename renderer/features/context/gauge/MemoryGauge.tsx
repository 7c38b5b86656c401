import { useTranslation } from 'react-i18next';
import type { Gauge, GaugeLevel } from '#contract';
import { useFormat } from '../../../app/i18n/format.ts';
import { failedWith } from '../../../bridge/call.ts';
import { RingGauge } from '../../../ui/RingGauge.tsx';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import styles from './MemoryGauge.module.css';
import { useGauge } from './useGauge.ts';

export interface MemoryGaugeProps {
  conversationId: string;
  /** Changes with the tip and the reader; holds the id of the message that the branch ends with. */
  place: string;
  /** Shows what fills the memory. */
  onOpen: () => void;
}

const looks: Record<GaugeLevel, 'fine' | 'high' | 'full'> = {
  plenty: 'fine',
  half: 'fine',
  'getting-full': 'high',
  'nearly-full': 'full',
};

/** How full the model's memory is, in a word; the figures on hover and focus. */
export function MemoryGauge({ conversationId, place, onOpen }: MemoryGaugeProps) {
  const { t } = useTranslation('context');
  const { gauge, failure } = useGauge(conversationId, place);
  // Without a model there is no memory; the choice of models beside it says so.
  if (!gauge && failedWith(failure, 'no_reader')) return null;
  const word = gauge ? t(gauge.share > 1 ? 'level.over' : `level.${gauge.level}`) : undefined;
  const label = gauge ? t('gauge.name', { word }) : t('gauge.nameUnknown');
  return (
    <Tooltip text={<Figures gauge={gauge} failed={failure !== null} />}>
      <button type="button" aria-label={label} className={styles.gauge} onClick={onOpen}>
        <RingGauge
          value={gauge?.share ?? 0}
          label={label}
          word={word}
          level={gauge ? looks[gauge.level] : 'fine'}
        />
      </button>
    </Tooltip>
  );
}

function Figures({ gauge, failed }: { gauge: Gauge | null; failed: boolean }) {
  const { t } = useTranslation('context');
  const format = useFormat();
  if (!gauge) return t(failed ? 'gauge.failed' : 'gauge.counting');
  return (
    <span className={styles.figures}>
      <span>{t('gauge.share', { share: format.percent(gauge.share) })}</span>
      <span className={styles.tokens}>
        {t('gauge.tokens', { tokens: format.number(gauge.tokens), window: format.number(gauge.window) })}
      </span>
    </span>
  );
}
