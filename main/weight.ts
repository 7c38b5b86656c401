/** What stands around a value in JSON, about. */
const around = 8;

/** About the number of characters that a value takes as JSON, without writing it out. */
export function weightOf(value: unknown): number {
  if (typeof value === 'string') return value.length + around;
  if (typeof value !== 'object' || value === null) return around;
  let sum = around;
  for (const inner of Object.values(value)) sum += weightOf(inner) + around;
  return sum;
}
