import { type FocusEvent, type KeyboardEvent, type RefObject, useCallback, useRef, useState } from 'react';

export interface Roving {
  /** The message whose actions Tab reaches. */
  activeDepth: number | null;
  /** Tells that messages were drawn. */
  settle: () => void;
  /** Follows the focus wherever a click or Tab puts it. */
  onFocus: (event: FocusEvent<HTMLElement>) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

interface RovingOptions {
  scroller: RefObject<HTMLElement | null>;
  length: number;
  /** Brings a message into view that may not be drawn yet. */
  reveal: (depth: number, align: 'start' | 'end') => void;
}

/**
 * Arrow keys move the focus from message to message; inside one that is taller than the window they scroll first.
 * Home and End go to the first and the last message. Page keys scroll, as everywhere.
 */
export function useRoving({ scroller, length, reveal }: RovingOptions): Roving {
  const [activeDepth, setActiveDepth] = useState<number | null>(null);

  const awaited = useRef<{ depth: number; align: 'start' | 'end' } | null>(null);

  const focusDepth = (depth: number, align: 'start' | 'end') => {
    setActiveDepth(depth);
    if (focusMessage(scroller.current, depth, align)) return;
    awaited.current = { depth, align };
    scroller.current?.focus({ preventScroll: true });
    reveal(depth, align);
  };
  // A message that had to be read first takes the focus as it appears, unless that went elsewhere meanwhile.
  const settle = useCallback(() => {
    const { current: list } = scroller;
    if (!awaited.current) return;
    if (document.activeElement !== list) awaited.current = null;
    else if (focusMessage(list, awaited.current.depth, awaited.current.align)) awaited.current = null;
  }, [scroller]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const list = scroller.current;
    const { target } = event;
    if (!list || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const onMessage = target instanceof HTMLElement && (target === list || target.matches('[data-depth]'));
    if (!onMessage) return;
    const current = target === list ? (activeDepth ?? length) : Number(target.dataset['depth']);
    const goTo = (depth: number, align: 'start' | 'end') => {
      if (depth < 1 || depth > length) return;
      event.preventDefault();
      focusDepth(depth, align);
    };
    if (event.key === 'Home') goTo(1, 'start');
    if (event.key === 'End') goTo(length, 'end');
    if (event.key === 'ArrowUp' && !sticksOut(list, target, 'top'))
      goTo(target === list && activeDepth === null ? length : current - 1, 'end');
    if (event.key === 'ArrowDown' && !sticksOut(list, target, 'bottom')) goTo(current + 1, 'start');
  };
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const message = event.target.closest<HTMLElement>('[data-depth]');
    if (message) setActiveDepth(Number(message.dataset['depth']));
  };
  return { activeDepth, settle, onFocus, onKeyDown };
}

function focusMessage(list: HTMLElement | null, depth: number, align: 'start' | 'end'): boolean {
  const message = list?.querySelector<HTMLElement>(`[data-depth="${depth}"]`);
  if (!list || !message) return false;
  message.focus({ preventScroll: true });
  const box = list.getBoundingClientRect();
  const { top, bottom, height } = message.getBoundingClientRect();
  if (height > box.height) message.scrollIntoView({ block: align });
  else if (top < box.top || bottom > box.bottom) message.scrollIntoView({ block: 'nearest' });
  return true;
}

/** Whether the focused message goes on beyond an edge of the list. */
function sticksOut(list: HTMLElement, target: EventTarget, edge: 'top' | 'bottom'): boolean {
  if (!(target instanceof HTMLElement) || target === list) return false;
  const box = list.getBoundingClientRect();
  const message = target.getBoundingClientRect();
  return edge === 'top' ? message.top < box.top - 1 : message.bottom > box.bottom + 1;
}
