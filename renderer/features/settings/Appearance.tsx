import { useTranslation } from 'react-i18next';
import type { Preferences } from '#contract';
import { allLanguages, languageNames, resolveLanguage } from '../../app/i18n/languages.ts';
import { setPreferences, usePreferences } from '../../bridge/preferences.ts';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { Select } from '../../ui/Select.tsx';
import styles from './Appearance.module.css';
import { Section } from './Section.tsx';
import { TextSize } from './TextSize.tsx';

const themes = ['system', 'light', 'dark'] as const;

/** How Bough looks and which language it speaks. Every change shows at once. */
export function Appearance() {
  const { t } = useTranslation('settings');
  const language = usePreferences((state) => state.language);
  const theme = usePreferences((state) => state.theme);
  const systems = languageNames[resolveLanguage('system', navigator.languages)];
  return (
    <>
      <Section title={t('language.title')}>
        <Select<Preferences['language']>
          label={t('language.label')}
          hideLabel
          className={styles.select}
          value={language}
          options={[
            { value: 'system', label: t('language.system', { language: systems }) },
            ...allLanguages.map((value) => ({ value, label: languageNames[value], lang: value })),
          ]}
          onValueChange={(value) => void setPreferences({ language: value })}
        />
      </Section>
      <Section title={t('theme.title')}>
        <RadioGroup
          label={t('theme.title')}
          hideLabel
          layout="row"
          value={theme}
          options={themes.map((value) => ({ value, label: t(`theme.${value}`) }))}
          onValueChange={(value) => void setPreferences({ theme: value })}
        />
      </Section>
      <Section title={t('textSize.title')}>
        <TextSize />
      </Section>
    </>
  );
}
