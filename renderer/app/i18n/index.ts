import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '#contract';
import { reportError } from '../../bridge/report.ts';
import english from './locales/en/index.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: typeof english;
  }
}

type Files = { default: Record<string, object> };

/** Letters that are written from right to left. */
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * What is put into a sentence, such as a title: kept in its own direction where it is written from right to left, so
 * that it does not turn the words around it. React escapes.
 */
export function isolated(value: string): string {
  return rightToLeft.test(value) ? `\u2068${value}\u2069` : value;
}

/** One chunk a language, fetched when it is first chosen. English is always there: the others fall back on it. */
const locales: Record<Exclude<Language, 'en'>, () => Promise<Files>> = {
  cs: () => import('./locales/cs/index.ts'),
  nl: () => import('./locales/nl/index.ts'),
  id: () => import('./locales/id/index.ts'),
  'pt-BR': () => import('./locales/pt-BR/index.ts'),
  th: () => import('./locales/th/index.ts'),
};

/**
 * Makes `useTranslation` speak a language. Call once, before the first render. Where its texts cannot be fetched
 * the app speaks English rather than not at all.
 */
export async function startI18n(language: Language): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    defaultNS: 'common',
    resources: { en: english },
    partialBundledLanguages: true,
    interpolation: { escapeValue: true, escape: isolated },
    react: { useSuspense: false },
  });
  await fetchLanguage(language).catch(reportError);
  describePage(i18next.hasResourceBundle(language, 'common') ? language : 'en');
}

/**
 * Changes the language of everything on screen.
 * @throws when its texts cannot be fetched; nothing is changed then
 */
export async function changeLanguage(language: Language): Promise<void> {
  await fetchLanguage(language);
  await i18next.changeLanguage(language);
  describePage(language);
}

async function fetchLanguage(language: Language): Promise<void> {
  if (language === 'en' || i18next.hasResourceBundle(language, 'common')) return;
  const files = await locales[language]();
  for (const [namespace, texts] of Object.entries(files.default))
    i18next.addResourceBundle(language, namespace, texts);
}

/** Fonts, line heights, hyphenation and screen readers follow the page's language. */
function describePage(language: Language): void {
  document.documentElement.lang = language;
  document.documentElement.dir = i18next.dir(language);
}
