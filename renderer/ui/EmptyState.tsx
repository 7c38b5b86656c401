import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import styles from './State.module.css';

export interface EmptyStateProps {
  icon?: LucideIcon;
  /** What will be here. */
  title: string;
  /** How to begin. */
  children?: ReactNode;
  /** Usually one Button. */
  action?: ReactNode;
}

/** Stands where a list or panel has nothing yet. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      {icon ? <Icon icon={icon} size={28} className={styles.icon} /> : null}
      <p className={styles.title}>{title}</p>
      {children ? <div className={styles.text}>{children}</div> : null}
      {action ? <div className={styles.actions}>{action}</div> : null}
    </div>
  );
}
