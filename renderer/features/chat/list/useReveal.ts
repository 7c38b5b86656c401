import type { Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect } from 'react';
import { useChatPlace, useChatState } from '../context.ts';

type List = Virtualizer<HTMLElement, HTMLElement>;

/**
 * Brings messages into view: the returned function by depth, and `revealId` as soon as it is on the path. A message
 * of another branch is gone to first; the chat offers the way back.
 */
export function useReveal(virtualizer: List, revealId: string | null | undefined) {
  const { acts } = useChatPlace();
  const ready = useChatState((state) => state.phase === 'ready');
  const reveal = useCallback(
    (depth: number, align: 'start' | 'end') => virtualizer.scrollToIndex(depth - 1, { align }),
    [virtualizer],
  );
  const wanted = useChatState((state) => state.wanted);
  const messageId = wanted?.messageId ?? revealId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a message that is wanted again is shown again
  useEffect(() => {
    if (!messageId || !ready) return;
    let here = true;
    void acts.goTo(messageId).then((depth) => {
      if (!here || depth === null) return;
      reveal(depth, 'start');
      flash(depth);
    });
    return () => {
      here = false;
    };
  }, [acts, messageId, wanted, ready, reveal]);
  return reveal;
}

/** Frames to wait for a message to be drawn. */
const patience = 60;

/** Marks a message for a moment, once it is drawn, so that the eye finds it. */
function flash(depth: number, frames = patience): void {
  const message = document.querySelector(`[data-depth="${depth}"]`);
  if (message) {
    const from = { backgroundColor: 'color-mix(in oklch, var(--branch) 18%, transparent)' };
    message.animate([from, from, { backgroundColor: 'transparent' }], { duration: 1800, easing: 'ease-out' });
  } else if (frames > 0) requestAnimationFrame(() => flash(depth, frames - 1));
}
