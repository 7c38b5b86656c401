import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { FoldPage } from '#contract';
import { pageAddress } from '../../bridge/pages.ts';
import styles from './Strip.module.css';

export interface StripProps {
  pages: readonly FoldPage[];
  /** The page that is shown, from 0. */
  place: number;
  onPlace: (place: number) => void;
}

/** The pages as thumbnails with their numbers. One takes the Tab key, the arrows go to the others. */
export function Strip({ pages, place, onPlace }: StripProps) {
  const { t } = useTranslation('snapshots');
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[place]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [place]);
  const onKeyDown = (event: KeyboardEvent) => {
    const target = targetOf(event.key, place, pages.length);
    if (target === null) return;
    event.preventDefault();
    event.stopPropagation();
    onPlace(target);
    list.current?.querySelectorAll('button')[target]?.focus();
  };
  return (
    <ul ref={list} aria-label={t('strip')} className={styles.strip} onKeyDown={onKeyDown}>
      {pages.map(({ hash, width, height }, index) => (
        <li key={hash}>
          <button
            type="button"
            tabIndex={index === place ? 0 : -1}
            aria-label={t('viewer.page', { page: index + 1 })}
            aria-current={index === place ? 'page' : undefined}
            className={styles.page}
            onClick={() => onPlace(index)}
          >
            <img
              src={pageAddress(hash)}
              alt=""
              width={width}
              height={height}
              loading="lazy"
              decoding="async"
              draggable={false}
              className={styles.image}
            />
            <span className={styles.number}>{index + 1}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function targetOf(key: string, place: number, count: number): number | null {
  const moves: Record<string, number> = {
    ArrowLeft: place - 1,
    ArrowRight: place + 1,
    Home: 0,
    End: count - 1,
  };
  const target = moves[key];
  return target === undefined ? null : Math.min(count - 1, Math.max(0, target));
}
