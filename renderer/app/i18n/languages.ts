import type { Language, Preferences } from '#contract';

/** Every language of the interface, under its own name. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  cs: 'Čeština',
  nl: 'Nederlands',
  id: 'Bahasa Indonesia',
  'pt-BR': 'Português (Brasil)',
  th: 'ไทย',
};

export const allLanguages = Object.keys(languageNames) as Language[];

/**
 * The language to show: the chosen one, or the first of the system's that we have.
 * @param wanted the system's languages as BCP 47 tags, best first.
 */
export function resolveLanguage(choice: Preferences['language'], wanted: readonly string[]): Language {
  if (choice !== 'system') return choice;
  for (const tag of wanted) {
    const found = matchLanguage(tag);
    if (found) return found;
  }
  return 'en';
}

function matchLanguage(tag: string): Language | undefined {
  const exact = allLanguages.find((language) => language.toLowerCase() === tag.toLowerCase());
  if (exact) return exact;
  // The old code for Indonesian, still reported by some systems.
  const base = tag.split('-')[0]?.toLowerCase().replace(/^in$/, 'id');
  return allLanguages.find((language) => language.split('-')[0] === base);
}
