import { useTranslation } from 'react-i18next';
import { Dialog } from '../ui/Dialog.tsx';
import { ShortcutList } from './ShortcutList.tsx';

/** Lists every key of the app. */
export default function ShortcutsDialog(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { t } = useTranslation('common');
  return (
    <Dialog {...props} title={t('shortcuts.title')} description={t('shortcuts.description')} size="small">
      <ShortcutList />
    </Dialog>
  );
}
