import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the window needs of the preferences before anything else is loaded. */
export interface EarlyPreferences {
  theme: 'system' | 'light' | 'dark';
  /** A language of the app, or `system`. */
  language: string;
}

/**
 * Reads them without the schema's library, which costs start-up time. Anything odd means the default here; the
 * preferences themselves are read, judged and kept by `PreferenceFile`.
 */
export function readEarlyPreferences(appFolder: string): EarlyPreferences {
  try {
    const stored: unknown = JSON.parse(readFileSync(join(appFolder, 'preferences.json'), 'utf8'));
    const { theme, language } = Object(stored) as Record<string, unknown>;
    return {
      theme: theme === 'light' || theme === 'dark' ? theme : 'system',
      language: typeof language === 'string' ? language : 'system',
    };
  } catch {
    return { theme: 'system', language: 'system' };
  }
}
