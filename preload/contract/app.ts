import { z } from 'zod';
import { method } from './define.ts';

export const languages = ['en', 'cs', 'nl', 'id', 'pt-BR', 'th'] as const;
export type Language = (typeof languages)[number];

/** An address without a name and password in it: preferences are no place for secrets. */
const plainAddress = /^(?:https?|socks5):\/\/[^/?#@]+(?:[/?#]|$)/;

const preferenceFields = {
  language: z.enum(['system', ...languages]),
  theme: z.enum(['system', 'light', 'dark']),
  /** Multiplier of the type scale. */
  textSize: z.number().min(0.8).max(1.6),
  libraryWidth: z.number().int().min(200).max(480),
  panelWidth: z.number().int().min(320).max(900),
  /** False until the first-run screen was left. */
  welcomed: z.boolean(),
  lastConversationId: z.string().nullable(),
  /**
   * How everything outside of this computer is reached: as this computer says, straight, or through the proxy at this
   * address.
   */
  proxy: z.union([
    z.enum(['system', 'none']),
    z
      .url({ protocol: /^(?:https?|socks5)$/ })
      .max(300)
      .regex(plainAddress),
  ]),
};

/** What the app remembers about itself on this computer, outside the workspace. */
export const preferencesSchema = z.object({
  language: preferenceFields.language.default('system'),
  theme: preferenceFields.theme.default('system'),
  textSize: preferenceFields.textSize.default(1),
  libraryWidth: preferenceFields.libraryWidth.default(260),
  panelWidth: preferenceFields.panelWidth.default(420),
  welcomed: preferenceFields.welcomed.default(false),
  lastConversationId: preferenceFields.lastConversationId.default(null),
  proxy: preferenceFields.proxy.default('system'),
});
/** Fields to change; the others stay. Without defaults, which would reset what was not named. */
export const preferencesChangeSchema = z.strictObject(preferenceFields).partial();
export type Preferences = z.infer<typeof preferencesSchema>;

export interface AppInfo {
  version: string;
  platform: 'darwin' | 'win32' | 'linux';
  /** Folder of the open workspace, shown to the user as where their data lives. */
  workspace: string;
  systemLanguage: string;
  /** Sentences' codes about what start-up found and repaired, newest first. */
  notices: StartupNotice[];
}

/** What start-up recognised and repaired, told once in a sentence. */
export interface StartupNotice {
  id: string;
  kind:
    | 'answer_interrupted'
    | 'transcript_quarantined'
    | 'backup_restored'
    | 'keys_unreadable'
    | 'import_interrupted'
    | 'restore_failed'
    | 'backup_failed'
    | 'export_unfinished';
  conversationId: string | null;
  detail: string;
  /** Conversations that came in, for an import that was cut off. */
  count?: number;
}

export const appMethods = {
  'app.info': method<AppInfo>()(z.strictObject({})),
  'app.preferences': method<Preferences>()(z.strictObject({})),
  'app.setPreferences': method<Preferences>()(preferencesChangeSchema),
  'app.dismissNotice': method<{ dismissed: true }>()(z.strictObject({ id: z.string() })),
  /** Opens an http(s) or mailto address in the system's browser; anything else is refused. */
  'app.openExternal': method<{ opened: boolean }>()(z.strictObject({ url: z.string().max(4000) })),
  'app.showWorkspace': method<{ shown: boolean }>()(z.strictObject({})),
  'app.copyText': method<{ copied: true }>()(
    z.strictObject({ text: z.string().max(20_000_000), html: z.string().max(40_000_000).optional() }),
  ),
  /** A named moment of the renderer's start, for the performance marks. */
  'app.mark': method<{ noted: true }>()(
    z.strictObject({ name: z.enum(['first-paint', 'interactive']), at: z.number().nonnegative() }),
  ),
  /** A failure that the renderer caught: written to the log, never sent anywhere. */
  'app.reportError': method<{ noted: true }>()(
    z.strictObject({ message: z.string().max(10_000), stack: z.string().max(50_000).optional() }),
  ),
  /** The guide's pages as Markdown, for the help panel. */
  'app.guide': method<{ slug: string; title: string; markdown: string }[]>()(z.strictObject({})),
};
