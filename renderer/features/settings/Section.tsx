import { type ReactNode, useId } from 'react';
import styles from './Section.module.css';

export interface SectionProps {
  title: string;
  /** A sentence below the title. */
  hint?: ReactNode;
  /** A control beside the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** One group of settings under a heading. */
export function Section({ title, hint, action, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          {hint ? <p className={styles.hint}>{hint}</p> : null}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
