import { Languages, Monitor, Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { allLanguages, languageNames, resolveLanguage } from '../../app/i18n/languages.ts';
import { setPreferences, usePreferences } from '../../bridge/preferences.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu } from '../../ui/Menu.tsx';
import styles from './Welcome.module.css';

const themes = { system: Monitor, light: Sun, dark: Moon } as const;
const themeNames = ['system', 'light', 'dark'] as const;

/** Language and theme, small in the corner: someone who cannot read the screen finds them first. */
export function QuickChoices() {
  const { t } = useTranslation('welcome');
  const chosen = usePreferences((state) => state.language);
  const theme = usePreferences((state) => state.theme);
  const language = resolveLanguage(chosen, navigator.languages);
  return (
    <div className={styles.corner}>
      <Menu
        align="end"
        trigger={
          <Button
            variant="quiet"
            size="small"
            icon={Languages}
            aria-label={`${t('language')}: ${languageNames[language]}`}
          >
            {languageNames[language]}
          </Button>
        }
        entries={allLanguages.map((value) => ({
          kind: 'choice',
          label: languageNames[value],
          checked: value === language,
          onSelect: () => void setPreferences({ language: value }),
        }))}
      />
      <Menu
        align="end"
        trigger={<IconButton icon={themes[theme]} name={t('theme')} size="small" />}
        entries={themeNames.map((value) => ({
          kind: 'choice',
          label: t(`themes.${value}`),
          checked: value === theme,
          onSelect: () => void setPreferences({ theme: value }),
        }))}
      />
    </div>
  );
}
