import { SearchX } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchHit } from '#contract';
import { useFormat } from '../../app/i18n/format.ts';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './SearchResults.module.css';
import { cutHighlights } from './search.ts';

export interface SearchResultsProps {
  id: string;
  query: string;
  hits: readonly SearchHit[];
  /** False while the answer to what was typed last is on its way. */
  settled: boolean;
  /** Index of the hit that Enter opens. */
  active: number;
  onOpen: (hit: SearchHit, index: number) => void;
}

/** The id of one result's element, for the search box to point at. */
export function hitId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

/** What was found, in the order that main ranks it. */
export function SearchResults({ id, query, hits, settled, active, onOpen }: SearchResultsProps) {
  const { t } = useTranslation('library');
  const { day } = useFormat();
  const now = Date.now();
  return (
    <div className={styles.scroll}>
      <VisuallyHidden>
        <span role="status">{settled ? t('search.count', { count: hits.length }) : ''}</span>
      </VisuallyHidden>
      <div role="listbox" id={id} aria-label={t('search.results')} aria-busy={!settled}>
        {hits.map((hit, index) => (
          <Hit
            key={`${hit.conversationId}-${hit.messageId ?? 'title'}`}
            id={hitId(id, index)}
            hit={hit}
            when={day(hit.createdAt, now)}
            active={index === active}
            first={hits[index - 1]?.conversationId !== hit.conversationId}
            onOpen={() => onOpen(hit, index)}
          />
        ))}
      </div>
      {!settled && hits.length === 0 ? <Skeleton label={t('search.running')} lines={5} /> : null}
      {settled && hits.length === 0 ? (
        <EmptyState icon={SearchX} title={t('search.none', { query })}>
          {t('search.noneHint')}
        </EmptyState>
      ) : null}
    </div>
  );
}

interface HitProps {
  id: string;
  hit: SearchHit;
  when: string;
  active: boolean;
  /** The first hit of its conversation. */
  first: boolean;
  onOpen: () => void;
}

function Hit({ id, hit, when, active, first, onOpen }: HitProps) {
  const { t } = useTranslation('library');
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) element.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const marked = <Marked hit={hit} />;
  return (
    // The keyboard stays in the search box, which points here with aria-activedescendant.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combo box handles Enter and the arrows
    <div
      ref={element}
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      className={cx(styles.hit, active && styles.active)}
      onClick={onOpen}
      onMouseDown={(event) => event.preventDefault()}
    >
      {first ? (
        <div className={styles.head}>
          <span className={styles.title} dir="auto">
            {hit.messageId === null ? marked : hit.title || t('untitled')}
          </span>
          <span className={styles.when}>{when}</span>
        </div>
      ) : (
        <VisuallyHidden>{hit.title || t('untitled')}</VisuallyHidden>
      )}
      {hit.branch && !hit.branch.current ? (
        <p className={styles.branch} dir="auto">
          {hit.branch.name ?? t('search.otherBranch')}
        </p>
      ) : null}
      {hit.messageId === null ? null : (
        <p className={styles.excerpt} dir="auto">
          {marked}
        </p>
      )}
    </div>
  );
}

function Marked({ hit }: { hit: SearchHit }) {
  return cutHighlights(hit.excerpt, hit.highlights).map(({ at, text, marked }) =>
    marked ? (
      <mark key={at} className={styles.mark}>
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
