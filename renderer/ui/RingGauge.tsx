import styles from './RingGauge.module.css';

export interface RingGaugeProps {
  /** Share filled, 0 to 1; more counts as full. */
  value: number;
  /** The whole meaning in words, for example "half full". */
  label: string;
  /** The word beside the ring, where it is shown. */
  word?: string | undefined;
  /** How serious that is; by the share filled, where it is not given. */
  level?: 'fine' | 'high' | 'full';
}

const circumference = 2 * Math.PI * 7;

/** A small ring that says how full something is, with a word rather than a number. */
export function RingGauge({ value, label, word, level }: RingGaugeProps) {
  const share = Math.min(1, Math.max(0, value));
  return (
    <span className={styles.gauge} data-level={level ?? levelOf(share)} role="img" aria-label={label}>
      <svg viewBox="0 0 18 18" className={styles.ring} aria-hidden="true">
        <circle cx="9" cy="9" r="7" className={styles.track} />
        <circle
          cx="9"
          cy="9"
          r="7"
          className={styles.fill}
          strokeDasharray={`${share * circumference} ${circumference}`}
        />
      </svg>
      {word ? <span aria-hidden="true">{word}</span> : null}
    </span>
  );
}

function levelOf(share: number): NonNullable<RingGaugeProps['level']> {
  return share >= 0.9 ? 'full' : share >= 0.75 ? 'high' : 'fine';
}
