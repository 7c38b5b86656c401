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
  useEffect(() => {
    if (!revealId || !ready) return;
    let here = true;
    void acts.goTo(revealId).then((depth) => {
      if (here && depth !== null) reveal(depth, 'start');
    });
    return () => {
      here = false;
    };
  }, [acts, revealId, ready, reveal]);
  return reveal;
}
