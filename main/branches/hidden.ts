import { canHoldTip } from '#core/tree/tip.ts';
import type { MessageStore } from '../storage/messages.ts';

/**
 * Whether every branch that holds an older message holds a newer one too, or the other way round: then a label that was
 * set again on the newer one moved, and nothing is left of it on the older. Where another branch leaves in between, the
 * label stays there for that branch [T9].
 */
export function hiddenBehind(
  messages: Pick<MessageStore, 'pathIds' | 'children'>,
  newerId: string,
): (olderId: string) => boolean {
  const path = messages.pathIds(newerId).map((node) => node.id);
  return (olderId) => {
    const from = path.indexOf(olderId);
    if (from < 0) return messages.pathIds(olderId).some((node) => node.id === newerId);
    return path
      .slice(from, -1)
      .every((id, at) =>
        messages.children(id).every((child) => child.id === path[from + at + 1] || !canHoldTip(child)),
      );
  };
}
