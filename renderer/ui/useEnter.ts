import { type KeyboardEvent, useRef } from 'react';

/** How long after an input method has settled a word its Enter may still arrive, in ms. */
const settling = 80;

interface EnterHandlers {
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  onCompositionEnd: () => void;
}

/**
 * Enter in a text area, but never the one that an input method takes to settle a word: while it composes, where it
 * hides the key (229), and in the moment after. Shift+Enter stays a new line.
 *
 * @param onEnter called instead of the new line
 */
export function useEnter(onEnter: () => void): EnterHandlers {
  const settledAt = useRef(Number.NEGATIVE_INFINITY);
  return {
    onCompositionEnd: () => {
      settledAt.current = performance.now();
    },
    onKeyDown: (event) => {
      if (event.key !== 'Enter' || event.shiftKey || event.defaultPrevented) return;
      if (event.nativeEvent.isComposing || event.keyCode === 229) return;
      event.preventDefault();
      if (performance.now() - settledAt.current >= settling) onEnter();
    },
  };
}
