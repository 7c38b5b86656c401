import { lazy, Suspense, useEffect, useState } from 'react';
import type { Route as ProviderRoute, Reader } from '#contract';
import { call } from '../bridge/call.ts';
import { setPreferences, usePreferences } from '../bridge/preferences.ts';
import { useProviders } from '../bridge/providers.ts';
import { useFailureToast } from '../ui/useFailureToast.ts';
import { runCommand } from './commands/commands.ts';
import { currentRoute, navigate, type SettingsSection } from './routes/route.ts';

const Help = lazy(() => import('../features/help/Help.tsx'));
const Settings = lazy(() => import('../features/settings/Settings.tsx'));
const ProviderDialog = lazy(() => import('../features/settings/providers/ProviderDialog.tsx'));
const Welcome = lazy(() => import('../features/welcome/Welcome.tsx'));

/** The settings, and the way back to the conversation that was open last. */
export function SettingsView({ section }: { section: SettingsSection }) {
  return (
    <Suspense fallback={null}>
      <Settings
        section={section}
        onSectionChange={(next) => navigate({ view: 'settings', section: next })}
        onClose={leaveForConversations}
      />
    </Suspense>
  );
}

/** The first screen. However it is left, it does not come back by itself. */
export function WelcomeView() {
  const [adding, setAdding] = useState(false);
  const { routes, defaultReader } = useProviders();
  const tellFailure = useFailureToast();
  useEffect(
    () => () => {
      if (currentRoute().view !== 'welcome') void setPreferences({ welcomed: true });
    },
    [],
  );
  const begin = () => navigate({ view: 'new' });
  const tryPractice = async () => {
    const practice = practiceReader(routes);
    if (!practice || defaultReader?.routeId === practice.routeId) return begin();
    // Someone came back who has a model of their own: only this conversation is for practice.
    const { id } = await call('conversations.create', {});
    await call('conversations.setReader', { id, reader: practice });
    navigate({ view: 'conversation', id });
  };
  return (
    <Suspense fallback={null}>
      <Welcome
        onTry={() => void tryPractice().catch(tellFailure)}
        onUseKey={() => setAdding(true)}
        onImport={() => runCommand('import')}
        onReady={begin}
      />
      {adding ? <ProviderDialog route={null} onClose={() => setAdding(false)} onDone={begin} /> : null}
    </Suspense>
  );
}

/** The help in the side panel. */
export function HelpView({ onClose }: { onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <Help
        onClose={onClose}
        onWelcome={() => {
          onClose();
          navigate({ view: 'welcome' });
        }}
        onData={() => navigate({ view: 'settings', section: 'data' })}
      />
    </Suspense>
  );
}

function practiceReader(routes: readonly ProviderRoute[]): Reader | null {
  const route = routes.find(({ wire }) => wire === 'practice');
  const model = route?.models[0];
  return route && model ? { routeId: route.id, modelId: model.id } : null;
}

function leaveForConversations(): void {
  const { lastConversationId } = usePreferences.getState();
  navigate(lastConversationId ? { view: 'conversation', id: lastConversationId } : { view: 'new' });
}
