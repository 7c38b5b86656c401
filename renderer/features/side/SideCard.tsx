import { MessageCircleQuestion, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { FailureState } from '../../ui/FailureState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { ProgressLine } from '../../ui/ProgressLine.tsx';
import styles from './SideCard.module.css';
import { closeSide, errorOf, type Side, stopSide, useSide, wordsOf } from './side.ts';

export interface SideCardProps {
  conversationId: string;
  /** Draws an answer's Markdown. */
  render: (text: string, streaming: boolean) => ReactNode;
  /** Puts the question into the message box. */
  onAskHere: (question: string) => void;
  onClosed: () => void;
}

/** A side question and its answer, above the message box: seen, perhaps used, and gone. */
export function SideCard({ conversationId, render, onAskHere, onClosed }: SideCardProps) {
  const { t } = useTranslation('side');
  const { side, failure } = useSide();
  const shown = side?.conversationId === conversationId && side.kind === 'btw' ? side : null;
  if (!shown && !failure) return null;
  const question = shown?.question ?? failure?.question ?? '';
  const close = () => {
    closeSide();
    onClosed();
  };
  return (
    <section
      aria-label={t('btw.label')}
      className={styles.card}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      <header className={styles.head}>
        <Icon icon={MessageCircleQuestion} size={16} className={styles.icon} />
        <p dir="auto" className={styles.question}>
          {question}
        </p>
        <IconButton icon={X} name={t('btw.close')} size="small" onClick={close} />
      </header>
      {shown ? <Answer side={shown} render={render} /> : null}
      {failure ? <FailureState look="inline" failure={failure.error} /> : null}
      <footer className={styles.foot}>
        <span className={styles.note}>{t('btw.note')}</span>
        {shown?.status === 'running' ? (
          <Button size="small" variant="plain" onClick={stopSide}>
            {t('stop')}
          </Button>
        ) : (
          <Button
            size="small"
            variant="plain"
            onClick={() => {
              closeSide();
              onAskHere(question);
            }}
          >
            {t('btw.askHere')}
          </Button>
        )}
        {shown && wordsOf(shown) !== '' ? <CopyButton text={wordsOf(shown)} name={t('copy')} /> : null}
      </footer>
    </section>
  );
}

function Answer({ side, render }: { side: Side; render: SideCardProps['render'] }) {
  const { t } = useTranslation('side');
  const running = side.status === 'running';
  const words = wordsOf(side);
  const error = errorOf(side);
  return (
    <div aria-live="polite" aria-busy={running} className={styles.answer}>
      {words === '' && running ? <ProgressLine label={t('working')} /> : null}
      {words === '' ? null : render(words, running)}
      {side.status === 'interrupted' ? <p className={styles.note}>{t('stopped')}</p> : null}
      {error ? <FailureState look="inline" failure={error} /> : null}
    </div>
  );
}
