/** How much of a branch a run resumes from [T5]. */
export interface TrimLimits {
  turns: number;
  /** Of its JSON, about. */
  bytes: number;
}

/**
 * The newest turns that fit, cut only between turns [T5]. The newest turn is kept even when it alone is larger
 * than the limit: a turn is never cut inside. `bytesOf` is asked from the newest turn back, and only as far as
 * needed.
 */
export function trimTurns<T>(turns: readonly T[], limits: TrimLimits, bytesOf: (turn: T) => number): T[] {
  let first = turns.length;
  let bytes = 0;
  for (const turn of turns.toReversed()) {
    if (turns.length - first >= limits.turns && first < turns.length) break;
    bytes += bytesOf(turn);
    if (bytes > limits.bytes && first < turns.length) break;
    first -= 1;
  }
  return turns.slice(first);
}
