import styles from './Skeleton.module.css';

export interface SkeletonProps {
  /** What is being loaded, for screen readers. */
  label: string;
  /** Number of lines drawn. */
  lines?: number;
}

/** The shape of text to come. Shows only when loading takes longer than 150 ms. */
export function Skeleton({ label, lines = 3 }: SkeletonProps) {
  return (
    <div role="status" aria-label={label} className={styles.skeleton}>
      {Array.from({ length: lines }, (_, line) => `line-${line}`).map((key) => (
        <span key={key} className={styles.line} />
      ))}
    </div>
  );
}
