import { Controls } from './Controls.tsx';
import { Floating } from './Floating.tsx';
import styles from './Kit.module.css';
import { States } from './States.tsx';
import { Words } from './Words.tsx';

/** Every component of the kit in every state, or only those that float: a small page for tests that open each. */
export function Kit({ floating }: { floating: boolean }) {
  if (floating)
    return (
      <main className={styles.page}>
        <h1 className={styles.title}>What floats</h1>
        <Floating />
      </main>
    );
  return (
    <main className={styles.page}>
      <h1 className={styles.title}>The component kit</h1>
      <Controls />
      <Floating />
      <States />
      <Words />
    </main>
  );
}
