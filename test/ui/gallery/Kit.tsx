import { Controls } from './Controls.tsx';
import { Floating } from './Floating.tsx';
import styles from './Kit.module.css';
import { States } from './States.tsx';
import { Words } from './Words.tsx';

/** Every component of the kit in every state. */
export function Kit() {
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
