import type { ReactNode } from 'react';
import { LibraryButton } from './LibraryButton.tsx';
import styles from './MainFrame.module.css';

export interface MainFrameProps {
  /** The heading of what is shown, as text or as an element that can be renamed. */
  title: ReactNode;
  /** Controls at the end of the header. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The header that every view of the main column shares, and the room below it. */
export function MainFrame({ title, actions, children }: MainFrameProps) {
  return (
    <>
      <header className={styles.header}>
        <LibraryButton />
        <h1 className={styles.title}>{title}</h1>
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </header>
      <div className={styles.content}>{children}</div>
    </>
  );
}
