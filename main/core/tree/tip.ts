import type { PathNode } from './types.ts';

/** Whether the tip may stand on a message: a finished one, or one that was stopped [B4]. */
export function canHoldTip(node: Pick<PathNode, 'status'>): boolean {
  return node.status === 'complete' || node.status === 'interrupted';
}
