import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { memo, type ReactNode, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ScrollBox } from '../../../ui/ScrollBox.tsx';
import { useChatPlace, useChatState } from '../context.ts';
import { MessageRow } from '../message/MessageRow.tsx';
import { messageAt, shownLength } from '../store/path.ts';
import styles from './MessageList.module.css';
import { type FollowEnd, useFollowEnd } from './useFollowEnd.ts';
import { useInSight } from './useInSight.ts';
import { useReveal } from './useReveal.ts';
import { useRoving } from './useRoving.ts';

export interface MessageListProps {
  /** A message to bring into view, for example one that was found. */
  revealId?: string | null | undefined;
  /** Below the last message. */
  children?: ReactNode;
}

/** Height of a message that was never drawn, in px. */
const guess = 132;
/** Messages drawn beyond the window, on both sides. */
const overscan = 3;

/**
 * The messages of what is shown, of which only those in sight are drawn. They stand in the normal flow between two
 * spacers, so that the browser's scroll anchoring keeps what is read in place when something above it changes.
 */
export function MessageList({ revealId, children }: MessageListProps) {
  const { t } = useTranslation('chat');
  const { chat } = useChatPlace();
  const length = useChatState((state) => shownLength(state.path));
  const scroller = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: length,
    getScrollElement: () => scroller.current,
    estimateSize: () => guess,
    getItemKey: (index) => index + 1,
    overscan,
    initialRect: { width: 720, height: 900 },
    initialOffset: () => length * guess,
  });
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = leaveToTheBrowser;
  const items = virtualizer.getVirtualItems();
  const first = items[0];
  const last = items.at(-1);
  const end = useFollowEnd(scroller, content);
  useFollowOwnTurn(end);
  const reveal = useReveal(virtualizer, revealId);
  useRevealEditing(reveal);
  useInSight(scroller, length);
  const roving = useRoving({ scroller, length, reveal });

  const from = (first?.index ?? 0) + 1;
  const to = (last?.index ?? -1) + 1;
  useEffect(() => chat.want(from, to), [chat, from, to]);

  const focusList = useCallback(() => scroller.current?.focus({ preventScroll: true }), []);
  return (
    <div className={styles.frame}>
      <ScrollBox
        ref={scroller}
        role="feed"
        label={t('list.label')}
        className={styles.scroller}
        onKeyDown={roving.onKeyDown}
        onFocus={roving.onFocus}
      >
        <div ref={content} className={styles.column}>
          <div className={styles.spacer} style={{ height: first?.start ?? 0 }} />
          {items.map(({ key, index }) => (
            <Row
              key={key}
              depth={index + 1}
              length={length}
              active={
                roving.activeDepth === index + 1 || (roving.activeDepth === null && index + 1 === length)
              }
              measure={virtualizer.measureElement}
              onDrawn={roving.settle}
              onFocusLost={focusList}
            />
          ))}
          <div className={styles.spacer} style={{ height: virtualizer.getTotalSize() - (last?.end ?? 0) }} />
          {children}
        </div>
      </ScrollBox>
      {end.away ? (
        <IconButton
          icon={ArrowDown}
          name={t('list.newest')}
          tooltipSide="top"
          className={styles.jump}
          onClick={end.jumpToEnd}
        />
      ) : null}
    </div>
  );
}

/** The spacers and rows are in the flow: a correction of ours would come on top of the browser's. */
const leaveToTheBrowser = () => false;

/** What the user starts is shown from its beginning, wherever they were reading. */
function useFollowOwnTurn({ jumpToEnd }: FollowEnd): void {
  const announcement = useChatState((state) => state.announcement);
  useLayoutEffect(() => {
    if (announcement?.code === 'writing') jumpToEnd();
  }, [announcement, jumpToEnd]);
}

/** A message whose editor was opened from elsewhere is brought into view. */
function useRevealEditing(reveal: (depth: number, align: 'start' | 'end') => void): void {
  const depth = useChatState(({ editing, path }) =>
    editing ? path.messages.get(editing.messageId)?.depth : undefined,
  );
  useEffect(() => {
    const drawn = document.querySelector(`[data-depth="${depth}"]`);
    if (depth !== undefined && !drawn) reveal(depth, 'start');
    else drawn?.scrollIntoView({ block: 'nearest' });
  }, [depth, reveal]);
}

interface RowProps {
  depth: number;
  length: number;
  active: boolean;
  measure: (element: HTMLElement | null) => void;
  /** The message appeared. */
  onDrawn: () => void;
  onFocusLost: () => void;
}

const Row = memo(({ depth, length, active, measure, onDrawn, onFocusLost }: RowProps) => {
  const row = useRef<HTMLDivElement | null>(null);
  const known = useChatState((state) => messageAt(state.path, depth) !== undefined);
  useEffect(() => {
    if (known) onDrawn();
  }, [known, onDrawn]);
  // A focused message that leaves the window hands the focus to the list, or it would fall to the page.
  useLayoutEffect(() => {
    const element = row.current;
    return () => {
      if (element?.contains(document.activeElement)) onFocusLost();
    };
  }, [onFocusLost]);
  return (
    <div
      ref={(element) => {
        row.current = element;
        measure(element);
      }}
      data-index={depth - 1}
      className={styles.row}
    >
      <MessageRow depth={depth} length={length} active={active} />
    </div>
  );
});
