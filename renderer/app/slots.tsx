import { CircleHelp, Download, Settings } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Library } from '../features/library/Library.tsx';
import { Notices } from '../features/welcome/Notices.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Boundary } from './Boundary.tsx';
import { runCommand } from './commands/commands.ts';
import { keysOf } from './commands/shortcuts.ts';
import { ConversationPanel } from './conversation/ConversationPanel.tsx';
import { ConversationSlot } from './conversation/ConversationSlot.tsx';
import { NewSlot } from './conversation/NewSlot.tsx';
import { type PanelName, usePanel } from './routes/panel.ts';
import { formatRoute, navigate, type Route, useRoute } from './routes/route.ts';
import { HelpView, SettingsView, WelcomeView } from './views.tsx';

/** The left column: the conversations. */
export function LibrarySlot() {
  const { t } = useTranslation('common');
  const { t: imports } = useTranslation('import');
  const route = useRoute();
  const currentId = route.view === 'conversation' ? route.id : null;
  return (
    <Library
      currentId={currentId}
      onOpen={(id, messageId) => navigate({ view: 'conversation', id, ...(messageId ? { messageId } : {}) })}
      onNew={() => runCommand('new')}
      onTrashed={(id) => {
        if (id === currentId) navigate({ view: 'new' });
      }}
      footer={
        <>
          <IconButton icon={Download} name={imports('title')} onClick={() => runCommand('import')} />
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
  return (
    <Boundary resetKey={formatRoute(route)}>
      <View route={route} />
    </Boundary>
  );
}

function View({ route }: { route: Route }) {
  if (route.view === 'conversation') return <ConversationSlot id={route.id} revealId={route.messageId} />;
  if (route.view === 'settings') return <SettingsView section={route.section} />;
  if (route.view === 'welcome') return <WelcomeView />;
  return <NewSlot />;
}

/** What was recognised and repaired, above whatever the main column shows. */
export function NoticesSlot() {
  return (
    <Notices
      onOpen={(id) => navigate({ view: 'conversation', id })}
      onKeys={() => navigate({ view: 'settings', section: 'providers' })}
    />
  );
}

/** The right column: one panel at a time. */
export function PanelSlot({ panel }: { panel: PanelName }) {
  const close = usePanel((state) => state.close);
  const route = useRoute();
  if (panel === 'help') return <HelpView onClose={close} />;
  if (route.view !== 'conversation') return null;
  return <ConversationPanel key={route.id} conversationId={route.id} panel={panel} />;
}
