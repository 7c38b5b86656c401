import type { z } from 'zod';

/** The first thing that is wrong with the shape of a body, in terms from which each vendor makes a sentence. */
export interface Problem {
  readonly path: readonly (string | number)[];
  readonly type: 'missing' | 'unknown' | 'type' | 'value' | 'format' | 'small' | 'big';
  /** The expected type, the allowed values, or the limit, as text. */
  readonly expected: string;
  /** What is there. */
  readonly found: unknown;
}

/** A body's value, or what is wrong with it. */
export type Shaped<T> = { readonly value: T } | { readonly problem: Problem };

/** Checks a body against a schema. */
export function shapeOf<T>(schema: z.ZodType<T>, body: unknown): Shaped<T> {
  const result = schema.safeParse(body);
  if (result.success) return { value: result.data };
  const issue = result.error.issues.map((found) => deepest(found, [])).at(0);
  if (issue === undefined) throw new Error('zod refused without an issue');
  return { problem: toProblem(issue, body) };
}

type Issue = z.core.$ZodIssue;
type Path = readonly (string | number)[];
interface Located {
  readonly issue: Issue;
  readonly path: Path;
}

// A union that fails reports every branch: the one that got furthest is the one that was meant.
function deepest(issue: Issue, base: Path): Located {
  const path = [...base, ...issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key))];
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return { issue, path };
  const branches = issue.errors.flatMap((branch) => (branch[0] ? [deepest(branch[0], path)] : []));
  return branches.reduce(
    (best, next) => (next.path.length > best.path.length ? next : best),
    branches[0] ?? { issue, path },
  );
}

function toProblem({ issue, path }: Located, body: unknown): Problem {
  const found = valueAt(body, path);
  const base = { path, found };
  switch (issue.code) {
    case 'unrecognized_keys':
      return { ...base, path: [...path, issue.keys[0] ?? ''], type: 'unknown', expected: '' };
    case 'invalid_value':
      return { ...base, type: found === undefined ? 'missing' : 'value', expected: listed(issue.values) };
    case 'invalid_union':
      return { ...base, type: found === undefined ? 'missing' : 'value', expected: 'a known value' };
    case 'invalid_format':
      return { ...base, type: 'format', expected: issue.pattern ?? issue.format };
    case 'too_small':
      return { ...base, type: 'small', expected: String(issue.minimum) };
    case 'too_big':
      return { ...base, type: 'big', expected: String(issue.maximum) };
    case 'invalid_type':
      return { ...base, type: found === undefined ? 'missing' : 'type', expected: issue.expected };
    default:
      return { ...base, type: 'value', expected: issue.message };
  }
}

const listed = (values: readonly unknown[]) => values.map((value) => `'${String(value)}'`).join(', ');

function valueAt(body: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    body,
  );
}

/** A JSON type in words: `an object`, `a string`. */
export function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
