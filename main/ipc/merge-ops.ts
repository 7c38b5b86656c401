import type { DeltaOp } from '#contract';

/**
 * Adds ops behind those that wait already, joining what touches the same part: appended text grows one op, a part
 * put in its place replaces what waited for it.
 *
 * @returns at most one op for each part that is only appended to, or only set
 */
export function mergeOps(waiting: readonly DeltaOp[], fresh: readonly DeltaOp[]): DeltaOp[] {
  const merged = [...waiting];
  for (const op of fresh) {
    const at = merged.findIndex((other) => other.part === op.part);
    const old = merged[at];
    if (old === undefined) {
      merged.push(op);
    } else if ('set' in op) {
      merged[at] = op;
    } else {
      merged[at] = join(old, op);
    }
  }
  return merged;
}

function join(old: DeltaOp, op: Extract<DeltaOp, { append: string }>): DeltaOp {
  if ('set' in old) {
    if (old.set.type !== 'text' && old.set.type !== 'reasoning') return old;
    return { part: old.part, set: { ...old.set, text: old.set.text + op.append } };
  }
  return { ...old, append: old.append + op.append };
}
