import './theme/index.css';
import { createRoot } from 'react-dom/client';
import type { Preferences } from '#contract';
import { acknowledgeDeltas } from '../bridge/events.ts';
import { openingFailure } from '../bridge/opening.ts';
import { loadPreferences, usePreferences } from '../bridge/preferences.ts';
import { reportError } from '../bridge/report.ts';
import { App } from './App.tsx';
import { startI18n } from './i18n/index.ts';
import { resolveLanguage } from './i18n/languages.ts';
import { markStart } from './marks.ts';
import { type Route, startRoutes } from './routes/route.ts';
import { applyTheme } from './theme/apply.ts';
import { Unopened } from './Unopened.tsx';

async function start(): Promise<void> {
  const [preferences, failure] = await Promise.all([loadPreferences(), openingFailure()]);
  applyTheme(preferences);
  usePreferences.subscribe(applyTheme);
  await startI18n(resolveLanguage(preferences.language, navigator.languages));
  window.addEventListener('unhandledrejection', ({ reason }) => reportError(reason));
  const element = document.getElementById('root');
  if (!element) throw new Error('index.html has no #root');
  const root = createRoot(element, { onCaughtError: reportError, onUncaughtError: reportError });
  if (failure !== null) return root.render(<Unopened failure={failure} />);
  startRoutes(firstRoute(preferences));
  acknowledgeDeltas();
  root.render(<App />);
  markStart();
}

function firstRoute({ welcomed, lastConversationId }: Preferences): Route {
  if (!welcomed) return { view: 'welcome' };
  return lastConversationId ? { view: 'conversation', id: lastConversationId } : { view: 'new' };
}

start().catch((caught: unknown) => {
  // Nothing of the app exists yet, so plain words on a plain page: the window must never stay empty.
  document.body.textContent = `Bough could not start. Nothing you said is lost. ${String(caught)}`;
});
