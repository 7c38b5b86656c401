import type { Checkpoint } from './types.ts';

/**
 * The marks that count on a path: of each label the one that was set last there, in the order they were set. A label can
 * stand at several messages of a tree, one on each branch [T9].
 *
 * @param checkpoints in the order they were set
 */
export function marksOn<M extends Checkpoint>(checkpoints: readonly M[], path: ReadonlySet<string>): M[] {
  const byLabel = new Map<string, M>();
  for (const mark of checkpoints) {
    if (!path.has(mark.messageId)) continue;
    byLabel.delete(mark.label);
    byLabel.set(mark.label, mark);
  }
  return [...byLabel.values()];
}

/**
 * Sets a mark. Older ones of its label go where no branch would still see them; elsewhere they stay.
 *
 * @param hides whether every branch that holds this older message holds the new mark too
 */
export function withMark(
  checkpoints: readonly Checkpoint[],
  mark: Checkpoint,
  hides: (messageId: string) => boolean,
): Checkpoint[] {
  const kept = checkpoints.filter((old) => old.label !== mark.label || !hides(old.messageId));
  return [...kept, mark];
}

/**
 * Drops the marks whose turns a trimmed run no longer reaches [T5] [T9]: they are gone, never moved to a neighbour.
 *
 * @param path of the run
 * @param reached its messages that the trim kept
 */
export function withoutTrimmed(
  checkpoints: readonly Checkpoint[],
  path: ReadonlySet<string>,
  reached: ReadonlySet<string>,
): Checkpoint[] {
  return checkpoints.filter(({ messageId }) => !path.has(messageId) || reached.has(messageId));
}
