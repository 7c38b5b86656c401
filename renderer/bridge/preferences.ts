import { create } from 'zustand';
import type { Preferences } from '#contract';
import { call } from './call.ts';
import { onEvent } from './events.ts';
import { reportError } from './report.ts';

/** What holds until main has answered, and where it cannot. */
const defaults: Preferences = {
  language: 'system',
  theme: 'system',
  textSize: 1,
  libraryWidth: 260,
  panelWidth: 420,
  welcomed: false,
  lastConversationId: null,
  proxy: 'system',
};

/** What the app remembers on this computer. Read with a selector; change with `setPreferences`. */
export const usePreferences = create<Preferences>(() => defaults);

/**
 * Fetches the preferences and follows their changes. Where main cannot give them the defaults hold, so that the
 * app still opens: a broken settings file must not keep anyone from their conversations.
 */
export async function loadPreferences(): Promise<Preferences> {
  onEvent('preferences', ({ preferences }) => usePreferences.setState(preferences));
  try {
    usePreferences.setState(await call('app.preferences', {}));
  } catch (caught) {
    reportError(caught);
  }
  return usePreferences.getState();
}

/** Changes some at once in the window, then on disk. Where that fails they hold until the window closes. */
export async function setPreferences(change: Partial<Preferences>): Promise<void> {
  usePreferences.setState(change);
  try {
    await call('app.setPreferences', change);
  } catch (caught) {
    reportError(caught);
  }
}
