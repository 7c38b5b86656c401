import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { rendererFiles } from './files.ts';

const contract = join(import.meta.dirname, '../../../preload/contract');

/** Modules that a file loads at run time: imports and re-exports that are not of types only. */
function loads(text: string): string[] {
  const statements = text.matchAll(/^(?:import|export)\s+(?!type\b)(?:[^'";]*?from\s+)?'([^']+)'/gm);
  return [...statements].map(([, from = '']) => from);
}

/** What a file of the contract loads at run time, and what that loads. */
function reach(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const from of loads(readFileSync(file, 'utf8')))
    if (from.startsWith('.')) reach(join(dirname(file), from), seen);
    else seen.add(from);
  return seen;
}

it('the window loads no schemas, which it has no use for: they would add to its start', () => {
  const heavy = rendererFiles('**/*.{ts,tsx}').flatMap(({ path, text }) =>
    loads(text)
      .filter((from) => from.startsWith('#contract'))
      .filter((from) => reach(join(contract, from.replace(/^#contract\/?/, '') || 'index.ts')).has('zod'))
      .map((from) => `${path}: ${from}`),
  );
  expect(heavy).toEqual([]);
});

it('the guard above sees through the contract', () => {
  expect(reach(join(contract, 'attachments.ts'))).toContain('zod');
  expect(
    loads("import type { A } from 'a';\nimport { b } from 'b';\nexport * from './c.ts';\nimport 'd';"),
  ).toEqual(['b', './c.ts', 'd']);
});
