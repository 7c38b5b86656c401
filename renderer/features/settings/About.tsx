import { BookOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { runCommand } from '../../app/commands/commands.ts';
import { useAsk } from '../../bridge/useAsk.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Logo } from '../../ui/Logo.tsx';
import styles from './About.module.css';
import { Section } from './Section.tsx';

/** What Bough is made of, for those who want to name it. */
const parts = ['Electron', 'React', 'SQLite', 'sharp', 'zustand', 'React Flow', 'Lucide', 'KaTeX', 'Shiki'];

/** The version, the licence, and the work of others that Bough stands on. */
export function About() {
  const { t } = useTranslation('settings');
  const [info] = useAsk('app.info');
  const version = info.status === 'ready' ? info.value.version : '';
  return (
    <>
      <div className={styles.head}>
        <Logo size={48} />
        <div>
          <h2 className={styles.name}>Bough</h2>
          {version ? (
            <div className={styles.version}>
              {t('about.version', { version })}
              <CopyButton text={`Bough ${version}`} name={t('about.copyVersion')} />
            </div>
          ) : null}
        </div>
      </div>
      <p className={styles.text}>{t('about.text')}</p>
      <div>
        <Button icon={BookOpen} onClick={() => runCommand('help')}>
          {t('about.guide')}
        </Button>
      </div>
      <Section title={t('about.licence')}>
        <p className={styles.text}>{t('about.licenceText')}</p>
      </Section>
      <Section title={t('about.others')}>
        <p className={styles.text}>{t('about.othersText', { parts: parts.join(', ') })}</p>
      </Section>
    </>
  );
}
