import type { BoughApi, Preferences } from '#contract';

const preferences: Preferences = {
  language: 'system',
  theme: 'system',
  textSize: 1,
  libraryWidth: 260,
  panelWidth: 420,
  welcomed: true,
  lastConversationId: null,
  proxy: 'system',
};

/** Enough of main for the kit: it remembers preferences and copies to a variable. */
const answers: Record<string, (input: never) => unknown> = {
  'app.preferences': () => preferences,
  'app.setPreferences': (change: Partial<Preferences>) => Object.assign(preferences, change),
  'app.copyText': ({ text }: { text: string }) => {
    document.documentElement.dataset['copied'] = text;
    return { copied: true };
  },
  'app.reportError': () => ({ noted: true }),
};

/** Puts the fake where the renderer looks for its bridge. */
export function installFakeBridge(): void {
  window.bough = {
    call: async (method, input) => {
      const answer = answers[method];
      if (!answer) return { ok: false, error: { code: 'unknown_method', message: method } };
      return { ok: true, data: answer(input as never) as never };
    },
    on: () => () => {},
    acknowledge: () => {},
  } satisfies BoughApi;
}
