import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import styles from './Tabs.module.css';

export interface Tab<Value extends string> {
  value: Value;
  label: string;
  content: ReactNode;
}

export interface TabsProps<Value extends string> {
  /** Names the row of tabs for screen readers. */
  label: string;
  value: Value;
  tabs: readonly Tab<Value>[];
  onValueChange: (value: Value) => void;
  /** Controls at the end of the row, for example a close button. */
  end?: ReactNode;
}

/** Several views of one thing, one at a time. Arrow keys move between them. */
export function Tabs<Value extends string>({ label, value, tabs, onValueChange, end }: TabsProps<Value>) {
  return (
    <Radix.Root
      value={value}
      onValueChange={(raw) => {
        const tab = tabs.find((candidate) => candidate.value === raw);
        if (tab) onValueChange(tab.value);
      }}
      className={styles.tabs}
    >
      <div className={styles.bar}>
        <Radix.List aria-label={label} className={styles.list}>
          {tabs.map((tab) => (
            <Radix.Trigger key={tab.value} value={tab.value} className={styles.tab}>
              {tab.label}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {end}
      </div>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className={styles.content}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
