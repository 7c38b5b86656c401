import type { PathNode } from './types.ts';

/** What a walk towards the root needs of a message. */
export type Step = Pick<PathNode, 'id' | 'parentId' | 'depth'>;

/** Finds a message by its id; undefined when there is none. */
export type StepOf = (id: string) => Step | undefined;

/**
 * The messages that are on the path to `from` and not on the path to `to`, from `from` upwards: what a tip move
 * leaves. The last one is the child of the point where the two paths part; empty when `to` continues from `from`
 * (or is it). Both walk up in lockstep by depth, so the cost is the distance, not the length of the path.
 * Throws a RangeError when a message is missing or the two are not of one tree.
 */
export function abandonedStretch(from: string, to: string, stepOf: StepOf): string[] {
  const find = (id: string): Step => {
    const step = stepOf(id);
    if (!step) throw new RangeError(`Message ${id} is missing`);
    return step;
  };
  const up = (step: Step): Step => {
    if (step.parentId === null) throw new RangeError(`${from} and ${to} are not of one tree`);
    return find(step.parentId);
  };
  const stretch: string[] = [];
  let left = find(from);
  let reached = find(to);
  while (left.id !== reached.id) {
    if (left.depth >= reached.depth) {
      stretch.push(left.id);
      // Equal depths: both go up, or the next round would walk past the meeting point.
      if (left.depth === reached.depth) reached = up(reached);
      left = up(left);
    } else {
      reached = up(reached);
    }
  }
  return stretch;
}

/** Whether the tip may stand on a message: a finished one, or one that was stopped [B4]. */
export function canHoldTip(node: Pick<PathNode, 'status'>): boolean {
  return node.status === 'complete' || node.status === 'interrupted';
}
