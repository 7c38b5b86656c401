import { type ReactNode, type RefObject, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchHit } from '#contract';
import { Button } from '../../ui/Button.tsx';
import { FailureState } from '../../ui/FailureState.tsx';
import { SearchBox } from './SearchBox.tsx';
import styles from './SearchFilters.module.css';
import { SearchFilters } from './SearchFilters.tsx';
import { hitId, SearchResults } from './SearchResults.tsx';
import { noFilters, useSearch } from './search.ts';

export interface FinderProps {
  text: string;
  onTextChange: (text: string) => void;
  inputRef: RefObject<HTMLInputElement | null>;
  onOpen: (conversationId: string, messageId?: string) => void;
  /** What stands below the search box while nothing is searched for. */
  children: ReactNode;
}

/** The search box and what it finds. */
export function Finder({ text, onTextChange, inputRef, onOpen, children }: FinderProps) {
  const { t: common } = useTranslation('common');
  const listId = useId();
  const [filters, setFilters] = useState(noFilters);
  const search = useSearch(text, filters);
  const [active, setActive] = useState(0);
  const hits = search.status === 'ready' || search.status === 'loading' ? search.hits : [];

  const open = (hit: SearchHit | undefined) => {
    if (hit) onOpen(hit.conversationId, hit.messageId ?? undefined);
  };
  const change = (wanted: string) => {
    setActive(0);
    onTextChange(wanted);
  };
  return (
    <>
      <SearchBox
        text={text}
        onTextChange={change}
        inputRef={inputRef}
        listId={hits.length > 0 ? listId : undefined}
        activeId={hits.length > 0 ? hitId(listId, active) : undefined}
        onMove={(step) => setActive((active + step + hits.length) % hits.length)}
        onOpen={() => open(hits[active])}
      />
      {search.status === 'idle' ? (
        <TooShort shown={text.trim() !== ''} />
      ) : (
        <SearchFilters
          filters={filters}
          onChange={(wanted) => {
            setActive(0);
            setFilters(wanted);
          }}
        />
      )}
      {search.status === 'idle' ? (
        children
      ) : search.status === 'failed' ? (
        <FailureState
          failure={search.failure}
          actions={<Button onClick={search.again}>{common('retry')}</Button>}
        />
      ) : (
        <SearchResults
          id={listId}
          query={text.trim()}
          hits={hits}
          settled={search.status === 'ready'}
          active={active}
          onOpen={(hit, index) => {
            setActive(index);
            open(hit);
          }}
        />
      )}
    </>
  );
}

/** Why nothing is searched for yet. Always there, so that screen readers hear it appear. */
function TooShort({ shown }: { shown: boolean }) {
  const { t } = useTranslation('library');
  return (
    <p role="status" className={shown ? styles.tooShort : undefined}>
      {shown ? t('search.tooShort') : null}
    </p>
  );
}
