import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MainFrame } from '../../app/layout/MainFrame.tsx';
import { type SettingsSection, settingsSections } from '../../app/routes/route.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { About } from './About.tsx';
import { Appearance } from './Appearance.tsx';
import { Agents } from './agents/Agents.tsx';
import { Data } from './Data.tsx';
import { Providers } from './providers/Providers.tsx';
import styles from './Settings.module.css';
import { ToolsSettings } from './tools/ToolsSettings.tsx';

export interface SettingsProps {
  section: SettingsSection;
  onSectionChange: (section: SettingsSection) => void;
  /** Goes back to the conversations. */
  onClose: () => void;
}

const contents = {
  general: Appearance,
  providers: Providers,
  agents: Agents,
  tools: ToolsSettings,
  data: Data,
  about: About,
} as const;

/** Every setting, in sections; the whole main column. */
export default function Settings({ section, onSectionChange, onClose }: SettingsProps) {
  const { t } = useTranslation('settings');
  const { t: common } = useTranslation('common');
  return (
    <MainFrame
      title={t('title')}
      actions={<IconButton icon={X} name={common('close')} tooltipSide="bottom" onClick={onClose} />}
    >
      <Tabs
        label={t('sections')}
        value={section}
        onValueChange={onSectionChange}
        tabs={settingsSections.map((value) => {
          const Content = contents[value];
          return {
            value,
            label: t(`section.${value}`),
            content: (
              <div className={styles.column}>
                <Content />
              </div>
            ),
          };
        })}
      />
    </MainFrame>
  );
}
