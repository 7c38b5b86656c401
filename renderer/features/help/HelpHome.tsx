import { BookOpen, Database, Keyboard, type LucideIcon, Search, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/Icon.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { type GuidePage, searchGuide } from './guide.ts';
import styles from './Help.module.css';

/** What the panel shows. */
export type HelpPlace =
  | { kind: 'home' }
  | { kind: 'page'; slug: string }
  | { kind: 'keys' }
  | { kind: 'data' };

export interface HelpHomeProps {
  /** In reading order. */
  pages: readonly GuidePage[];
  text: string;
  onTextChange: (text: string) => void;
  onGo: (place: HelpPlace) => void;
  onWelcome: () => void;
}

/** The way into the help: a search, the guide's pages, the keys, one's data. */
export function HelpHome({ pages, text, onTextChange, onGo, onWelcome }: HelpHomeProps) {
  const { t, i18n } = useTranslation('help');
  return (
    <>
      <TextField
        label={t('search')}
        hideLabel
        look="soft"
        icon={Search}
        placeholder={t('search')}
        value={text}
        onChange={(event) => onTextChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || text === '') return;
          event.preventDefault();
          onTextChange('');
        }}
        spellCheck={false}
        autoFocus
      />
      {text.trim() === '' ? (
        <>
          <ul aria-label={t('pages')} className={styles.list}>
            {pages.map(({ slug, title }) => (
              <Entry key={slug} icon={BookOpen} onChoose={() => onGo({ kind: 'page', slug })}>
                <span lang="en">{title}</span>
              </Entry>
            ))}
          </ul>
          {i18n.language.startsWith('en') ? null : <p className={styles.note}>{t('english')}</p>}
          <ul aria-label={t('more')} className={styles.list}>
            <Entry icon={Keyboard} onChoose={() => onGo({ kind: 'keys' })}>
              {t('place.keys')}
            </Entry>
            <Entry icon={Database} onChoose={() => onGo({ kind: 'data' })}>
              {t('place.data')}
            </Entry>
            <Entry icon={Sparkles} onChoose={onWelcome}>
              {t('welcome')}
            </Entry>
          </ul>
        </>
      ) : (
        <Hits pages={pages} text={text} onGo={onGo} />
      )}
    </>
  );
}

function Entry({
  icon,
  onChoose,
  children,
}: {
  icon: LucideIcon;
  onChoose: () => void;
  children: ReactNode;
}) {
  return (
    <li>
      <button type="button" className={styles.entry} onClick={onChoose}>
        <Icon icon={icon} className={styles.icon} />
        {children}
      </button>
    </li>
  );
}

function Hits({ pages, text, onGo }: Pick<HelpHomeProps, 'pages' | 'text' | 'onGo'>) {
  const { t } = useTranslation('help');
  const hits = searchGuide(pages, text);
  return (
    <>
      <VisuallyHidden>
        <span role="status">{t('found', { count: hits.length })}</span>
      </VisuallyHidden>
      <ul aria-label={t('results')} lang="en" className={styles.list}>
        {hits.map(({ slug, title, excerpt }) => (
          <li key={`${slug}-${excerpt}`}>
            <button type="button" className={styles.hit} onClick={() => onGo({ kind: 'page', slug })}>
              <span className={styles.page}>{title}</span>
              <span className={styles.excerpt}>{excerpt}</span>
            </button>
          </li>
        ))}
      </ul>
      {hits.length === 0 ? <p className={styles.note}>{t('none', { query: text.trim() })}</p> : null}
    </>
  );
}
