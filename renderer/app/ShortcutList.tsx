import { useTranslation } from 'react-i18next';
import { Kbd } from '../ui/Kbd.tsx';
import { shortcuts, showKeys } from './commands/shortcuts.ts';
import styles from './ShortcutList.module.css';

/** Keys that are bound where they belong and not to a command. */
const fixed = [
  { keys: 'F6', name: 'regions' },
  { keys: 'Shift+F6', name: 'regionsBack' },
  { keys: 'F8', name: 'toasts' },
  { keys: 'Esc', name: 'escape' },
] as const;

/** Every key of the whole app. */
export function ShortcutList() {
  const { t } = useTranslation('common');
  return (
    <KeyRows
      rows={[
        ...shortcuts.map(({ keys, command }) => ({ keys, name: t(`shortcuts.${command}`) })),
        ...fixed.map(({ keys, name }) => ({ keys, name: t(`shortcuts.${name}`) })),
      ]}
    />
  );
}

/** Keys and what they do, a line each. `Mod` is written as this computer calls it. */
export function KeyRows({ rows }: { rows: readonly { keys: string; name: string }[] }) {
  return (
    <dl className={styles.list}>
      {rows.map(({ keys, name }) => (
        <div key={keys} className={styles.row}>
          <dt>{name}</dt>
          <dd>
            <Kbd keys={showKeys(keys)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
