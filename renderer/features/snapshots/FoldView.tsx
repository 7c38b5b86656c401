import { Maximize2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FoldPages } from '#contract';
import { useFormat } from '../../app/i18n/format.ts';
import { useAnswer } from '../../bridge/useAnswer.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FailureState } from '../../ui/FailureState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AlongText } from './AlongText.tsx';
import styles from './FoldView.module.css';
import { PageViewer } from './PageViewer.tsx';
import { Strip } from './Strip.tsx';
import type { Zoom } from './zoom.ts';

/** One fold: its pages in a strip, one of them large with its text, and what they cost. */
export function FoldView({ conversationId, foldId }: { conversationId: string; foldId: string }) {
  const { t } = useTranslation(['snapshots', 'common']);
  const [fold, again] = useAnswer('context.pages', { conversationId, foldId });
  if (fold.status === 'loading') return <Skeleton label={t('loading')} lines={8} />;
  if (fold.status === 'failed')
    return (
      <FailureState
        failure={fold.failure}
        actions={
          <Button variant="primary" onClick={again}>
            {t('common:retry')}
          </Button>
        }
      />
    );
  return <Fold conversationId={conversationId} fold={fold.value} />;
}

function Fold({ conversationId, fold }: { conversationId: string; fold: FoldPages }) {
  const { t } = useTranslation('snapshots');
  const [place, setPlace] = useState(0);
  const [zoom, setZoom] = useState<Zoom>(1);
  const [large, setLarge] = useState(false);
  const viewer = { conversationId, fold, place, zoom, onPlace: setPlace, onZoom: setZoom };
  const turns = t('fold.turns', { count: fold.to - fold.from + 1, from: fold.from, to: fold.to });
  return (
    <>
      <Summary fold={fold} turns={turns} />
      <Strip pages={fold.pages} place={place} onPlace={setPlace} />
      <PageViewer
        {...viewer}
        end={
          <IconButton
            icon={Maximize2}
            name={t('viewer.enlarge')}
            size="small"
            onClick={() => setLarge(true)}
          />
        }
      />
      <AlongText fold={fold} />
      {large ? (
        <Dialog open onOpenChange={setLarge} title={turns} size="full">
          <PageViewer {...viewer} everywhere />
        </Dialog>
      ) : null}
    </>
  );
}

function Summary({ fold, turns }: { fold: FoldPages; turns: string }) {
  const { t } = useTranslation('snapshots');
  const format = useFormat();
  const { pages, smallLetters, textTokens, pageTokens, money } = fold;
  return (
    <div className={styles.summary}>
      <h3 className={styles.title}>{turns}</h3>
      <p>
        {t('fold.text', { count: pages.length })} {smallLetters ? `${t('fold.small')} ` : null}
        {t('fold.price', { text: format.number(textTokens), pages: format.number(pageTokens) })}{' '}
        {money ? t('fold.money', { text: format.money(money.text), pages: format.money(money.pages) }) : null}
      </p>
    </div>
  );
}
