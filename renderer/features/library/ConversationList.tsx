import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './ConversationList.module.css';
import { ConversationRow } from './ConversationRow.tsx';
import { type GroupName, type Line, toLines } from './groups.ts';
import { useChosen } from './selection.ts';
import { conversations } from './shelf.ts';
import { type ListFocus, useListFocus } from './useListFocus.ts';
import { useListKeys } from './useListKeys.ts';
import { useRowActions } from './useRowActions.ts';
import { useToday } from './useToday.ts';

/** Heights before they are measured, in px at text size 1. */
const heights = { heading: 34, conversation: 38 };

/** Lines drawn beyond what is in sight; and how near to the end the next page is fetched. */
const overscan = 12;

export interface ConversationListProps {
  currentId: string | null;
  onOpen: (conversationId: string) => void;
  /** A conversation went to the trash: where it was open something else must be. */
  onTrashed: (conversationId: string) => void;
}

/**
 * The conversations under their headings. Only what is in sight is drawn; pages are fetched as one scrolls. Tab
 * reaches one row, the arrow keys, Home, End and Page keys move; F2 renames, Delete moves to the trash. Several are
 * chosen with Shift and Ctrl or Cmd, by mouse and by keys.
 */
export function ConversationList({ currentId, onOpen, onTrashed }: ConversationListProps) {
  const { t } = useTranslation('library');
  const { t: common } = useTranslation('common');
  const { items, more } = conversations.useShelf();
  const today = useToday();
  const lines = useMemo(() => toLines(items, today), [items, today]);
  const focus = useListFocus(items, currentId);
  const { actions, renamingId } = useRowActions({ focus, currentId, onOpen, onTrashed });
  const scroll = useRef<HTMLDivElement>(null);
  const virtual = useLines(lines, focus, scroll);

  const chosen = useChosen();
  const onKeyDown = useListKeys({
    order: () => items.map(({ id }) => id),
    focus,
    actions,
    choosing: chosen !== null,
    page: () => rowsInSight(scroll.current),
  });

  return (
    <div ref={scroll} className={styles.scroll}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys come from the buttons inside */}
      <div className={styles.lines} style={{ height: virtual.getTotalSize() }} onKeyDown={onKeyDown}>
        {inGroups(virtual.getVirtualItems(), lines).map(({ group, entries }) => (
          <div key={group}>
            {entries.map(({ line, start, index }) =>
              line.kind === 'heading' ? (
                <h3
                  key={line.key}
                  ref={virtual.measureElement}
                  data-index={index}
                  className={styles.heading}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  {t(`group.${group}`)}
                </h3>
              ) : null,
            )}
            <ul aria-label={t(`group.${group}`)}>
              {entries.map(({ line, start, index }) =>
                line.kind === 'conversation' ? (
                  <li
                    key={line.key}
                    ref={virtual.measureElement}
                    data-index={index}
                    className={styles.item}
                    style={{ transform: `translateY(${start}px)` }}
                  >
                    <ConversationRow
                      conversation={line.conversation}
                      current={line.key === currentId}
                      tabbable={line.key === focus.tabbableId}
                      focused={line.key === focus.wantedId}
                      renaming={line.key === renamingId}
                      chosen={chosen?.has(line.key) ?? null}
                      actions={actions}
                    />
                  </li>
                ) : null,
              )}
            </ul>
          </div>
        ))}
      </div>
      {more === 'loading' ? <Skeleton label={t('loading')} lines={2} /> : null}
      {more === 'failed' ? (
        <div className={styles.failed}>
          <p>{t('moreFailed')}</p>
          <Button size="small" onClick={() => void conversations.loadMore()}>
            {common('retry')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** The virtual lines; fetches the next page near the end and brings the focused line into sight. */
function useLines(lines: Line[], focus: ListFocus, scroll: React.RefObject<HTMLDivElement | null>) {
  const tabbable = lines.findIndex(({ key }) => key === focus.tabbableId);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroll.current,
    getItemKey: (index) => lines[index]?.key ?? index,
    estimateSize: (index) => heights[lines[index]?.kind ?? 'conversation'],
    overscan,
    // The row that Tab reaches stays drawn however far one scrolled from it.
    rangeExtractor: ({ startIndex, endIndex }) => {
      const first = Math.max(0, startIndex - overscan);
      const last = Math.min(lines.length - 1, endIndex + overscan);
      const range = Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
      if (tabbable === -1 || (tabbable >= first && tabbable <= last)) return range;
      return tabbable < first ? [tabbable, ...range] : [...range, tabbable];
    },
  });
  const { wantedId } = focus;
  const { scrollToIndex } = virtual;
  const newest = useRef(lines);
  newest.current = lines;
  // Only a new wish for the focus scrolls: a list that changes under a reading eye stays where it is.
  useEffect(() => {
    const index = newest.current.findIndex(({ key }) => key === wantedId);
    if (index !== -1) scrollToIndex(index, { align: 'auto' });
  }, [wantedId, scrollToIndex]);
  const end = virtual.getVirtualItems().at(-1)?.index ?? 0;
  useEffect(() => {
    if (end >= lines.length - overscan) void conversations.loadMore();
  }, [end, lines.length]);
  return virtual;
}

interface Placed {
  line: Line;
  index: number;
  start: number;
}

/** The drawn lines by their groups, so that each list sits in a group of its own for screen readers. */
function inGroups(drawn: { index: number; start: number }[], lines: Line[]) {
  const groups: { group: GroupName; entries: Placed[] }[] = [];
  for (const { index, start } of drawn) {
    const line = lines[index];
    if (!line) continue;
    const last = groups.at(-1);
    if (last?.group === line.group) last.entries.push({ line, index, start });
    else groups.push({ group: line.group, entries: [{ line, index, start }] });
  }
  return groups;
}

function rowsInSight(scroll: HTMLElement | null): number {
  return Math.max(1, Math.floor((scroll?.clientHeight ?? 0) / heights.conversation) - 1);
}
