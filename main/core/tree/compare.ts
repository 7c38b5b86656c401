import type { Comparison } from '#contract';
import type { PathNode } from './types.ts';

/**
 * Where two paths of one tree part. Throws a RangeError when they do not begin with the same message.
 *
 * @param left root to leaf
 * @param right root to leaf
 */
export function comparePaths(left: readonly PathNode[], right: readonly PathNode[]): Comparison {
  const parted = left.findIndex((node, at) => node.id !== right[at]?.id);
  const shared = parted < 0 ? left.length : parted;
  const last = left[shared - 1];
  if (!last) throw new RangeError('The two paths have no message in common');
  return {
    sharedId: last.id,
    sharedLength: last.depth,
    left: sideOf(left, shared),
    right: sideOf(right, shared),
  };
}

function sideOf(path: readonly PathNode[], shared: number): Comparison['left'] {
  return { leafId: path.at(-1)?.id ?? '', length: path.length - shared };
}
