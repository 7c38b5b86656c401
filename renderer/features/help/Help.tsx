import { ArrowLeft, X } from 'lucide-react';
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KeyRows, ShortcutList } from '../../app/ShortcutList.tsx';
import { useAsk } from '../../bridge/useAsk.ts';
import { Button } from '../../ui/Button.tsx';
import { FailureState } from '../../ui/FailureState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { ScrollBox } from '../../ui/ScrollBox.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { type GuidePage, inReadingOrder } from './guide.ts';
import styles from './Help.module.css';
import { HelpHome, type HelpPlace } from './HelpHome.tsx';

const GuideText = lazy(() => import('./GuideText.tsx'));

export interface HelpProps {
  onClose: () => void;
  /** Shows the first screen again. */
  onWelcome: () => void;
  /** Goes to where the settings show the workspace. */
  onData: () => void;
}

/** The guide with a search in it, the keys, and what happens to one's data. */
export default function Help({ onClose, onWelcome, onData }: HelpProps) {
  const { t } = useTranslation('help');
  const { t: common } = useTranslation('common');
  const [place, setPlace] = useState<HelpPlace>({ kind: 'home' });
  const [text, setText] = useState('');
  const [guide, again] = useAsk('app.guide');
  const pages = guide.status === 'ready' ? inReadingOrder(guide.value) : [];
  const page = place.kind === 'page' ? pages.find(({ slug }) => slug === place.slug) : undefined;
  const close = useClose(onClose);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    if (place.kind !== 'home') setPlace({ kind: 'home' });
    else close();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape bubbles up from whatever has the focus inside
    <div className={styles.help} onKeyDown={onKeyDown}>
      <header className={styles.header}>
        {place.kind === 'home' ? null : (
          <IconButton icon={ArrowLeft} name={t('back')} onClick={() => setPlace({ kind: 'home' })} />
        )}
        <Heading key={`${place.kind}-${page?.slug}`} focused={place.kind !== 'home'}>
          {page ? <span lang="en">{page.title}</span> : t(`place.${place.kind}`)}
        </Heading>
        <IconButton icon={X} name={t('close')} onClick={close} />
      </header>
      <ScrollBox
        key={`${place.kind}-${page?.slug}`}
        label={page?.title ?? t(`place.${place.kind}`)}
        className={styles.body}
      >
        {guide.status === 'loading' ? <Skeleton label={t('loading')} lines={5} /> : null}
        {guide.status === 'failed' ? (
          <FailureState
            failure={guide.failure}
            look="inline"
            actions={<Button onClick={again}>{common('retry')}</Button>}
          />
        ) : null}
        {place.kind === 'home' ? (
          <HelpHome pages={pages} text={text} onTextChange={setText} onGo={setPlace} onWelcome={onWelcome} />
        ) : null}
        {page ? <Page page={page} onPage={(slug) => setPlace({ kind: 'page', slug })} /> : null}
        {place.kind === 'keys' ? <Keys /> : null}
        {place.kind === 'data' ? <Data onData={onData} /> : null}
      </ScrollBox>
    </div>
  );
}

/** Closes, and gives the focus back to what had it before. */
function useClose(onClose: () => void): () => void {
  const before = useRef<Element | null>(null);
  useEffect(() => {
    before.current = document.activeElement;
  }, []);
  return () => {
    onClose();
    if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
  };
}

/** The title of a place, which takes the focus as one arrives, so that reading begins there. */
function Heading({ focused, children }: { focused: boolean; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focused) heading.current?.focus();
  }, [focused]);
  return (
    <h2 ref={heading} tabIndex={-1} className={styles.title}>
      {children}
    </h2>
  );
}

function Page({ page, onPage }: { page: GuidePage; onPage: (slug: string) => void }) {
  const { t } = useTranslation('help');
  return (
    <Suspense fallback={<Skeleton label={t('loading')} lines={5} />}>
      <article lang="en">
        <GuideText markdown={page.markdown} onPage={onPage} />
      </article>
    </Suspense>
  );
}

function Keys() {
  const { t } = useTranslation('help');
  return (
    <>
      <ShortcutList />
      <h3 className={styles.heading}>{t('keys.list')}</h3>
      <KeyRows
        rows={[
          { keys: '↑+↓', name: t('keys.move') },
          { keys: 'Enter', name: t('keys.open') },
          { keys: 'F2', name: t('keys.rename') },
          { keys: 'Delete', name: t('keys.trash') },
        ]}
      />
      <h3 className={styles.heading}>{t('keys.box')}</h3>
      <KeyRows
        rows={[
          { keys: 'Enter', name: t('keys.send') },
          { keys: 'Shift+Enter', name: t('keys.line') },
          { keys: '/', name: t('keys.commands') },
        ]}
      />
    </>
  );
}

const dataTexts = ['where', 'leaves', 'keys', 'lost'] as const;

function Data({ onData }: { onData: () => void }) {
  const { t } = useTranslation('help');
  return (
    <div className={styles.words}>
      {dataTexts.map((name) => (
        <p key={name}>{t(`data.${name}`)}</p>
      ))}
      <div>
        <Button onClick={onData}>{t('data.show')}</Button>
      </div>
    </div>
  );
}
