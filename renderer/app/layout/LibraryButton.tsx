import { PanelLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/IconButton.tsx';
import { runCommand } from '../commands/commands.ts';
import { keysOf } from '../commands/shortcuts.ts';
import { libraryNeeds, useLayout } from './layout.ts';
import { useMedia } from './useMedia.ts';

/** Shows the library where it is out of sight. For the start of every header in the main column. */
export function LibraryButton() {
  const { t } = useTranslation('common');
  const wide = useMedia(`(min-width: ${libraryNeeds}px)`);
  const shown = useLayout((state) => state.libraryShown);
  if (wide && shown) return null;
  return (
    <IconButton
      icon={PanelLeft}
      name={t('shell.showLibrary')}
      shortcut={keysOf('toggleLibrary')}
      aria-expanded={false}
      tooltipSide="bottom"
      onClick={() => runCommand('toggleLibrary')}
    />
  );
}
