import { CircleHelp, Settings } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Library } from '../features/library/Library.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { runCommand } from './commands/commands.ts';
import { keysOf } from './commands/shortcuts.ts';
import type { PanelName } from './routes/panel.ts';
import { navigate, useRoute } from './routes/route.ts';

/** The left column: the conversations. */
export function LibrarySlot() {
  const { t } = useTranslation('common');
  const route = useRoute();
  const currentId = route.view === 'conversation' ? route.id : null;
  return (
    <Library
      currentId={currentId}
      onOpen={(id) => navigate({ view: 'conversation', id })}
      onNew={() => runCommand('new')}
      onTrashed={(id) => {
        if (id === currentId) navigate({ view: 'new' });
      }}
      footer={
        <>
          <IconButton
            icon={CircleHelp}
            name={t('shortcuts.help')}
            shortcut={keysOf('help')}
            onClick={() => runCommand('help')}
          />
          <IconButton
            icon={Settings}
            name={t('shortcuts.settings')}
            shortcut={keysOf('settings')}
            onClick={() => runCommand('settings')}
          />
        </>
      }
    />
  );
}

/** The middle column: whatever the route names. */
export function MainSlot() {
  const route = useRoute();
  return <p>{route.view}</p>;
}

/** The right column: one panel at a time. */
export function PanelSlot({ panel }: { panel: PanelName }) {
  return <p>{panel}</p>;
}
