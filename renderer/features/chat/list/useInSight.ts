import { type RefObject, useEffect } from 'react';
import { useChatPlace } from '../context.ts';
import { messageAt } from '../store/path.ts';

/** Where the eye is, as a share of the list's height from its top. */
const eye = 0.12;

/** Keeps the message that is being read in the conversation's state: once a frame at most, and only as it changes. */
export function useInSight(scroller: RefObject<HTMLElement | null>, length: number): void {
  const { chat } = useChatPlace();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path may have another message in the same place
  useEffect(() => {
    const list = scroller.current;
    if (!list) return;
    let frame = 0;
    const look = () => {
      frame = 0;
      const depth = depthAt(list);
      const inSightId = depth === null ? null : (messageAt(chat.store.getState().path, depth)?.id ?? null);
      if (inSightId !== null && inSightId !== chat.store.getState().inSightId)
        chat.store.setState({ inSightId });
    };
    const later = () => {
      frame ||= requestAnimationFrame(look);
    };
    later();
    list.addEventListener('scroll', later, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      list.removeEventListener('scroll', later);
    };
  }, [scroller, chat, length]);
}

/** The depth of the message that the eye is on; the last one where the list is at its end. */
function depthAt(list: HTMLElement): number | null {
  const { top, height } = list.getBoundingClientRect();
  const atEnd = list.scrollHeight - list.clientHeight - list.scrollTop < 4;
  const line = top + height * (atEnd ? 1 : eye);
  let found: number | null = null;
  for (const message of list.querySelectorAll<HTMLElement>('article[data-depth]')) {
    if (found !== null && message.getBoundingClientRect().top > line) break;
    found = Number(message.dataset['depth']);
  }
  return found;
}
