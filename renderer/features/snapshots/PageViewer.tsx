import { ChevronLeft, ChevronRight, Minus, Plus } from 'lucide-react';
import { type ReactNode, type Ref, type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { FoldPage, FoldPages } from '#contract';
import { useFormat } from '../../app/i18n/format.ts';
import { pageAddress } from '../../bridge/pages.ts';
import { useAnswer } from '../../bridge/useAnswer.ts';
import { Button } from '../../ui/Button.tsx';
import { FailureState } from '../../ui/FailureState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { ScrollBox } from '../../ui/ScrollBox.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './PageViewer.module.css';
import { usePixelRatio } from './usePixelRatio.ts';
import { useScrollTogether } from './useScrollTogether.ts';
import { useViewerKeys } from './useViewerKeys.ts';
import { cssPixels, type Zoom, zoomBy, zoomSteps } from './zoom.ts';

export interface PageViewerProps {
  conversationId: string;
  fold: FoldPages;
  /** The page that is shown, from 0. */
  place: number;
  zoom: Zoom;
  onPlace: (place: number) => void;
  onZoom: (zoom: Zoom) => void;
  /** At the end of the bar. */
  end?: ReactNode;
  /** Its keys work wherever the focus is: nothing else is in sight. */
  everywhere?: boolean;
}

/** [S10] A page, pixel by pixel, beside the text that is on it. */
export function PageViewer(props: PageViewerProps) {
  const { conversationId, fold, place, zoom, onPlace, everywhere = false } = props;
  const viewer = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLElement>(null);
  const words = useRef<HTMLElement>(null);
  const page = fold.pages[place];
  useViewerKeys(viewer, everywhere, (key) => {
    if (key === 'next' && fold.pages[place + 1]) onPlace(place + 1);
    if (key === 'previous' && place > 0) onPlace(place - 1);
    if (key === 'larger') props.onZoom(zoomBy(zoom, 1));
    if (key === 'smaller') props.onZoom(zoomBy(zoom, -1));
    if (key === 'left' || key === 'right') picture.current?.scrollBy({ left: key === 'left' ? -120 : 120 });
  });
  if (!page) return null;
  return (
    <div ref={viewer} className={styles.viewer}>
      <Bar {...props} />
      <div className={styles.panes}>
        <Picture ref={picture} page={page} place={place} zoom={zoom} first={everywhere} />
        <PageText
          key={page.hash}
          ref={words}
          {...{ conversationId, foldId: fold.foldId, page, place, picture }}
        />
      </div>
      <Price fold={fold} page={page} />
    </div>
  );
}

function Bar({ fold, place, zoom, onPlace, onZoom, end }: PageViewerProps) {
  const { t } = useTranslation('snapshots');
  const count = fold.pages.length;
  const first = place === 0;
  const last = place === count - 1;
  return (
    <div className={styles.bar}>
      <IconButton
        icon={ChevronLeft}
        name={t('viewer.previous')}
        size="small"
        disabledReason={first ? t('viewer.first') : undefined}
        onClick={() => onPlace(place - 1)}
      />
      <span aria-live="polite" className={styles.place}>
        {t('viewer.place', { page: place + 1, count })}
      </span>
      <IconButton
        icon={ChevronRight}
        name={t('viewer.next')}
        size="small"
        disabledReason={last ? t('viewer.last') : undefined}
        onClick={() => onPlace(place + 1)}
      />
      <span className={styles.space} />
      <IconButton
        icon={Minus}
        name={t('viewer.smaller')}
        size="small"
        disabledReason={zoom === zoomSteps[0] ? t('viewer.smallest') : undefined}
        onClick={() => onZoom(zoomBy(zoom, -1))}
      />
      <span aria-live="polite" className={styles.zoom}>
        {t('viewer.zoom', { zoom })}
      </span>
      <IconButton
        icon={Plus}
        name={t('viewer.larger')}
        size="small"
        disabledReason={zoom === zoomSteps.at(-1) ? t('viewer.largest') : undefined}
        onClick={() => onZoom(zoomBy(zoom, 1))}
      />
      {end}
    </div>
  );
}

interface PictureProps {
  ref: Ref<HTMLElement>;
  page: FoldPage;
  place: number;
  zoom: Zoom;
  /** Takes the focus as its dialog opens. */
  first: boolean;
}

function Picture({ ref, page, place, zoom, first }: PictureProps) {
  const { t } = useTranslation('snapshots');
  const scale = cssPixels(zoom, usePixelRatio());
  return (
    <ScrollBox
      ref={ref}
      label={t('viewer.picture', { page: place + 1 })}
      data-focus-first={first || undefined}
      className={styles.picture}
    >
      <img
        src={pageAddress(page.hash)}
        alt={t('viewer.alt', { page: place + 1 })}
        draggable={false}
        className={styles.pixels}
        style={{ width: page.width * scale, height: page.height * scale }}
      />
    </ScrollBox>
  );
}

interface PageTextProps {
  ref: RefObject<HTMLElement | null>;
  conversationId: string;
  foldId: string;
  page: FoldPage;
  place: number;
  picture: RefObject<HTMLElement | null>;
}

function PageText({ ref, conversationId, foldId, page, place, picture }: PageTextProps) {
  const { t } = useTranslation(['snapshots', 'common']);
  const { start, end } = page;
  const limit = Math.max(1, end - start);
  const [text, again] = useAnswer('context.foldText', { conversationId, foldId, offset: start, limit });
  useScrollTogether(picture, ref, `${page.hash}-${text.status}`);
  return (
    <ScrollBox ref={ref} label={t('viewer.text', { page: place + 1 })} className={styles.text}>
      {text.status === 'loading' ? <Skeleton label={t('viewer.textLoading')} lines={6} /> : null}
      {text.status === 'failed' ? (
        <FailureState
          failure={text.failure}
          look="inline"
          actions={
            <Button size="small" onClick={again}>
              {t('common:retry')}
            </Button>
          }
        />
      ) : null}
      {text.status === 'ready' ? <pre className={styles.words}>{text.value.text}</pre> : null}
    </ScrollBox>
  );
}

/** What the page costs, and what its text would. */
function Price({ fold, page }: { fold: FoldPages; page: FoldPage }) {
  const { t } = useTranslation('snapshots');
  const format = useFormat();
  const characters = page.end - page.start;
  const share = characters / Math.max(1, fold.length);
  const { money, textTokens, pageTokens } = fold;
  return (
    <p className={styles.price}>
      {t('viewer.price', {
        count: characters,
        characters: format.number(characters),
        text: format.about(textTokens * share),
        page: format.number(page.tokens),
      })}{' '}
      {money
        ? t('fold.money', {
            text: format.money(money.text * share),
            pages: format.money((money.pages * page.tokens) / Math.max(1, pageTokens)),
          })
        : null}
    </p>
  );
}
