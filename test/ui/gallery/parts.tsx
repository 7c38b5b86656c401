import { type ReactNode, useState } from 'react';
import styles from './Kit.module.css';

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{title}</h2>
      {children}
    </section>
  );
}

export function Row({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

export function Columns({ children }: { children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>;
}

/** Holds one value for a controlled component. */
export function Held<Value>(props: {
  start: Value;
  children: (value: Value, set: (value: Value) => void) => ReactNode;
}) {
  const [value, set] = useState(props.start);
  return props.children(value, set);
}
