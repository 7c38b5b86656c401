import { cx } from './cx.ts';
import styles from './ProgressLine.module.css';

export interface ProgressLineProps {
  /** What is going on, for screen readers. */
  label: string;
  /** Share done, 0 to 1. Without it: under way, length unknown. */
  value?: number | undefined;
}

/** A thin line for work that takes time. */
export function ProgressLine({ label, value }: ProgressLineProps) {
  const percent = value === undefined ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={styles.track}
    >
      <div
        className={cx(styles.bar, percent === undefined && styles.unknown)}
        style={percent === undefined ? undefined : { width: `${percent}%` }}
      />
    </div>
  );
}
