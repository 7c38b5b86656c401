/** How much of a branch a run resumes from [T5]. */
export interface TrimLimits {
  turns: number;
  /** Of its JSON, about. */
  bytes: number;
}

/** A stretch is cut by an eighth of itself at a time. */
const cutShare = 8;

/**
 * The newest turns that fit, cut only between turns [T5]. The newest turn is kept even when it alone is larger
 * than the limit: a turn is never cut inside. `bytesOf` is asked from the newest turn back, and only as far as
 * needed.
 *
 * A long branch is cut at round numbers of turns, many at once: a beginning that moved with every turn would empty the
 * prompt cache with every request.
 *
 * @param skipped turns of the branch that stand before these
 */
export function trimTurns<T>(
  turns: readonly T[],
  limits: TrimLimits,
  bytesOf: (turn: T) => number,
  skipped = 0,
): T[] {
  let first = turns.length;
  let bytes = 0;
  for (const turn of turns.toReversed()) {
    if (turns.length - first >= limits.turns && first < turns.length) break;
    bytes += bytesOf(turn);
    if (bytes > limits.bytes && first < turns.length) break;
    first -= 1;
  }
  if (skipped + first === 0) return [...turns];
  const step = 2 ** Math.floor(Math.log2(Math.max(1, (turns.length - first) / cutShare)));
  const round = Math.ceil((skipped + first) / step) * step - skipped;
  return turns.slice(Math.min(round, Math.max(first, turns.length - 1)));
}
