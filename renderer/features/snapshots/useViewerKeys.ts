import { type RefObject, useEffect, useRef } from 'react';

export type ViewerKey = 'next' | 'previous' | 'larger' | 'smaller' | 'left' | 'right';

/**
 * The viewer's keys: the arrows to the left and right turn the page, with Shift they move along it; plus and minus
 * change its size.
 *
 * @param everywhere whether they work wherever the focus is
 */
export function useViewerKeys(
  viewer: RefObject<HTMLElement | null>,
  everywhere: boolean,
  onKey: (key: ViewerKey) => void,
): void {
  const newest = useRef(onKey);
  useEffect(() => {
    newest.current = onKey;
  });
  useEffect(() => {
    const target = everywhere ? window : viewer.current;
    const onKeyDown = (event: Event) => {
      const key = event instanceof KeyboardEvent && !event.defaultPrevented ? keyOf(event) : null;
      if (key === null) return;
      event.preventDefault();
      newest.current(key);
    };
    target?.addEventListener('keydown', onKeyDown);
    return () => target?.removeEventListener('keydown', onKeyDown);
  }, [viewer, everywhere]);
}

function keyOf({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): ViewerKey | null {
  if (ctrlKey || metaKey || altKey) return null;
  if (key === 'ArrowRight') return shiftKey ? 'right' : 'next';
  if (key === 'ArrowLeft') return shiftKey ? 'left' : 'previous';
  if (key === '+' || key === '=') return 'larger';
  return key === '-' ? 'smaller' : null;
}
