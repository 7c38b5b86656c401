import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Details } from './Details.tsx';
import { Icon } from './Icon.tsx';
import styles from './State.module.css';

export interface ErrorStateProps {
  /** What happened and what it means for the user's data, in a sentence or two. */
  title: string;
  children?: ReactNode;
  /** The way on: one or two Buttons. */
  actions?: ReactNode;
  /** The technical detail, folded away, with a button that copies it. */
  detail?: string | undefined;
  /** `inline` fits between messages or in a form; `page` fills a panel. */
  look?: 'page' | 'inline';
}

/** A failure in plain words, with a way on. Announced as soon as it appears. */
export function ErrorState({ title, children, actions, detail, look = 'page' }: ErrorStateProps) {
  return (
    <div role="alert" className={look === 'inline' ? styles.inline : styles.state}>
      <Icon icon={CircleAlert} size={look === 'inline' ? 18 : 28} className={styles.sign} />
      <p className={styles.title}>{title}</p>
      {children ? <div className={styles.text}>{children}</div> : null}
      {actions ? <div className={styles.actions}>{actions}</div> : null}
      {detail ? <Details text={detail} /> : null}
    </div>
  );
}
