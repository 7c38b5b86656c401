import { useTranslation } from 'react-i18next';
import { Dialog } from '../ui/Dialog.tsx';
import { Kbd } from '../ui/Kbd.tsx';
import { shortcuts, showKeys } from './commands/shortcuts.ts';
import styles from './ShortcutsDialog.module.css';

/** Keys that are bound where they belong and not to a command. */
const fixed = [
  { keys: 'F6', name: 'regions' },
  { keys: 'Shift+F6', name: 'regionsBack' },
  { keys: 'F8', name: 'toasts' },
  { keys: 'Esc', name: 'escape' },
] as const;

/** Lists every key of the app. */
export default function ShortcutsDialog(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { t } = useTranslation('common');
  return (
    <Dialog {...props} title={t('shortcuts.title')} description={t('shortcuts.description')} size="small">
      <dl className={styles.list}>
        {shortcuts.map(({ keys, command }) => (
          <Row key={keys} keys={keys} name={t(`shortcuts.${command}`)} />
        ))}
        {fixed.map(({ keys, name }) => (
          <Row key={keys} keys={keys} name={t(`shortcuts.${name}`)} />
        ))}
      </dl>
    </Dialog>
  );
}

function Row({ keys, name }: { keys: string; name: string }) {
  return (
    <div className={styles.row}>
      <dt>{name}</dt>
      <dd>
        <Kbd keys={showKeys(keys)} />
      </dd>
    </div>
  );
}
