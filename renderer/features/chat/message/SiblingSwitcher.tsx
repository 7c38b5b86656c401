import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { KeyboardEvent, SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Message } from '#contract';
import { Icon } from '../../../ui/Icon.tsx';
import { useChatPlace } from '../context.ts';
import styles from './MessageBar.module.css';

type Direction = 'previous' | 'next';

/** [B9] "2 of 3" with arrows, where a message has other versions. The arrow keys work on it as well. */
export function SiblingSwitcher({ message, tabIndex }: { message: Message; tabIndex: number }) {
  const { t } = useTranslation('chat');
  const { acts } = useChatPlace();
  const { index, count, previousId, nextId } = message.siblings;
  if (count < 2) return null;
  const go = async (direction: Direction, { currentTarget }: SyntheticEvent<HTMLElement>) => {
    const id = direction === 'previous' ? previousId : nextId;
    if (!id) return;
    const stay = stayInPlace(currentTarget, direction);
    await acts.switchTo(message.id, id);
    requestAnimationFrame(stay);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    void go(event.key === 'ArrowLeft' ? 'previous' : 'next', event);
  };
  const arrow = (direction: Direction, off: boolean) => (
    <button
      type="button"
      tabIndex={tabIndex}
      aria-label={t(`siblings.${direction}`)}
      aria-disabled={off || undefined}
      data-arrow={direction}
      className={styles.arrow}
      onClick={(event) => void go(direction, event)}
      onKeyDown={onKeyDown}
    >
      <Icon icon={direction === 'previous' ? ChevronLeft : ChevronRight} size={16} />
    </button>
  );
  return (
    <fieldset aria-label={t('siblings.label')} className={styles.siblings}>
      {arrow('previous', previousId === null)}
      <span className={styles.count}>{t('siblings.place', { index, count })}</span>
      {arrow('next', nextId === null)}
    </fieldset>
  );
}

/**
 * Remembers where an arrow is. The returned function gives the focus to the arrow of the version that came in its
 * place, unless it has gone elsewhere, and keeps it under the pointer, so that one can go on through the versions.
 */
function stayInPlace(arrow: HTMLElement, direction: Direction): () => void {
  const row = arrow.closest('[data-index]');
  const scroller = arrow.closest('[role="feed"]');
  const before = arrow.getBoundingClientRect().top;
  const focused = document.activeElement === arrow;
  return () => {
    const successor = row?.querySelector<HTMLElement>(`[data-arrow="${direction}"]`);
    if (!successor || !scroller) return;
    const went = document.activeElement === document.body || row?.contains(document.activeElement);
    if (focused && went) successor.focus({ preventScroll: true });
    scroller.scrollTop += successor.getBoundingClientRect().top - before;
  };
}
