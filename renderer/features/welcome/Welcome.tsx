import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Logo } from '../../ui/Logo.tsx';
import { QuickChoices } from './QuickChoices.tsx';
import { WaysOn } from './WaysOn.tsx';
import styles from './Welcome.module.css';

export interface WelcomeProps {
  /** Talks with the practice assistant. */
  onTry: () => void;
  /** Opens the form for a provider's key. */
  onUseKey: () => void;
  /** Brings in conversations from elsewhere. */
  onImport: () => void;
  /** A model of this computer is what new conversations start with now. */
  onReady: () => void;
}

/** The first screen of all: what Bough is, and three ways on. None of them needs a key. */
export default function Welcome(props: WelcomeProps) {
  const { t } = useTranslation('welcome');
  const id = useId();
  return (
    <div data-import-drop className={styles.screen}>
      <QuickChoices />
      <section aria-labelledby={id} className={styles.column}>
        <Logo size={64} />
        <h1 id={id} className={styles.title}>
          {t('title')}
        </h1>
        <p className={styles.text}>{t('text')}</p>
        <WaysOn {...props} />
        <p className={styles.small}>{t('data')}</p>
      </section>
    </div>
  );
}
