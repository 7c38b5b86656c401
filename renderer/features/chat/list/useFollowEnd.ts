import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

export interface FollowEnd {
  /** The newest message is out of sight. */
  away: boolean;
  jumpToEnd: () => void;
}

/** Nearer to the end than this counts as at the end, in px. */
const near = 24;
/** Further from the end than this offers the way back, in px. */
const far = 160;

/**
 * Keeps the end in sight while the reader is there, however the content grows. A reader who scrolls up, or has
 * marked some text, is left in peace: the browser's own scroll anchoring holds what they see.
 */
export function useFollowEnd(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
): FollowEnd {
  const following = useRef(true);
  const [away, setAway] = useState(false);

  const settle = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    if (following.current && !hasSelectionIn(element)) element.scrollTop = element.scrollHeight;
    setAway(distanceFromEnd(element) > far);
  }, [scroller]);

  useLayoutEffect(() => {
    const element = scroller.current;
    const inside = content.current;
    if (!element || !inside) return;
    const observer = new ResizeObserver(settle);
    observer.observe(inside);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, content, settle]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let last = element.scrollTop;
    const onScroll = () => {
      const distance = distanceFromEnd(element);
      if (distance <= near) following.current = true;
      else if (element.scrollTop < last) following.current = false;
      last = element.scrollTop;
      setAway(distance > far);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, [scroller]);

  const jumpToEnd = useCallback(() => {
    following.current = true;
    getSelection()?.removeAllRanges();
    settle();
  }, [settle]);
  return { away, jumpToEnd };
}

function distanceFromEnd(element: HTMLElement): number {
  return element.scrollHeight - element.clientHeight - element.scrollTop;
}

function hasSelectionIn(element: HTMLElement): boolean {
  const selection = getSelection();
  return Boolean(selection && !selection.isCollapsed && element.contains(selection.anchorNode));
}
