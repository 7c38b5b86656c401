import { lazy, Suspense, useEffect, useState } from 'react';
import { usePreferences } from '../bridge/preferences.ts';
import { followRoom } from '../features/context/index.ts';
import { ToastRegion } from '../ui/ToastRegion.tsx';
import { TooltipProvider } from '../ui/TooltipProvider.tsx';
import { Boundary } from './Boundary.tsx';
import { useCommand } from './commands/commands.ts';
import { useKeys } from './commands/useKeys.ts';
import { ExportSlot } from './conversation/ExportSlot.tsx';
import { ImportSlot } from './ImportSlot.tsx';
import { useLanguage } from './i18n/useLanguage.ts';
import { Shell } from './layout/Shell.tsx';
import { shownPanel, usePanel } from './routes/panel.ts';
import { navigate, useRoute } from './routes/route.ts';
import { LibrarySlot, MainSlot, NoticesSlot, PanelSlot } from './slots.tsx';

const ShortcutsDialog = lazy(() => import('./ShortcutsDialog.tsx'));

/** The whole app: composes the features into the shell's places and binds the commands that are the app's own. */
export function App() {
  const [shortcutsOpen, setShortcutsOpen] = useState(false);
  const route = useRoute();
  const panel = shownPanel(
    usePanel((state) => state.panel),
    route.view,
  );
  const closePanel = usePanel((state) => state.close);
  const openPanel = usePanel((state) => state.open);
  const welcoming = route.view === 'welcome';
  useKeys();
  useEffect(followRoom, []);
  useLanguage(usePreferences((state) => state.language));
  useCommand('new', () => navigate({ view: 'new' }));
  useCommand('settings', () => navigate({ view: 'settings', section: 'general' }));
  useCommand('backups', () => navigate({ view: 'settings', section: 'data' }));
  useCommand('shortcuts', () => setShortcutsOpen(true));
  useCommand('help', () => openPanel('help'));
  useCommand('togglePanel', () => (panel ? closePanel() : openPanel('help')));
  return (
    <Boundary>
      <TooltipProvider>
        <Shell
          library={
            welcoming ? null : (
              <Boundary>
                <LibrarySlot />
              </Boundary>
            )
          }
          main={
            <>
              {welcoming ? null : <NoticesSlot />}
              <MainSlot />
            </>
          }
          panel={
            panel ? (
              <Boundary resetKey={panel}>
                <PanelSlot panel={panel} />
              </Boundary>
            ) : null
          }
          panelFull={panel === 'branches'}
          onPanelClose={closePanel}
        />
        <Suspense fallback={null}>
          {shortcutsOpen ? <ShortcutsDialog open onOpenChange={setShortcutsOpen} /> : null}
        </Suspense>
        <ExportSlot />
        <ImportSlot />
        <ToastRegion />
      </TooltipProvider>
    </Boundary>
  );
}
