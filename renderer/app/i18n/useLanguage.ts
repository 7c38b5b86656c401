import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Preferences } from '#contract';
import { reportError } from '../../bridge/report.ts';
import { changeLanguage } from './index.ts';
import { resolveLanguage } from './languages.ts';

/** Keeps the interface in the chosen language, or in the system's. */
export function useLanguage(choice: Preferences['language']): void {
  const { i18n } = useTranslation();
  useEffect(() => {
    const language = resolveLanguage(choice, navigator.languages);
    if (language !== i18n.language) changeLanguage(language).catch(reportError);
  }, [choice, i18n]);
}
