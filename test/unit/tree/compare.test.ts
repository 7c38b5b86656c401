import fc from 'fast-check';
import { expect, it } from 'vitest';
import { comparePaths } from '#core/tree/compare.ts';
import type { PathNode } from '#core/tree/types.ts';

const pathOf = (ids: readonly string[]): PathNode[] =>
  ids.map((id, depth) => ({
    id,
    parentId: ids[depth - 1] ?? null,
    role: depth === 0 ? 'root' : depth % 2 === 1 ? 'user' : 'agent',
    status: 'complete',
    agentId: null,
    depth,
  }));

it('two branches part at their last common message, whatever their lengths', () => {
  fc.assert(
    fc.property(fc.nat({ max: 9 }), fc.nat({ max: 9 }), fc.nat({ max: 9 }), (shared, left, right) => {
      const trunk = Array.from({ length: shared + 1 }, (_, at) => `t${at}`);
      const side = (name: string, length: number) => Array.from({ length }, (_, at) => `${name}${at}`);
      expect(
        comparePaths(pathOf([...trunk, ...side('l', left)]), pathOf([...trunk, ...side('r', right)])),
      ).toEqual({
        sharedId: `t${shared}`,
        sharedLength: shared,
        left: { leafId: left > 0 ? `l${left - 1}` : `t${shared}`, length: left },
        right: { leafId: right > 0 ? `r${right - 1}` : `t${shared}`, length: right },
      });
    }),
  );
});

it('paths of different trees are not compared', () => {
  expect(() => comparePaths(pathOf(['a']), pathOf(['b']))).toThrow(RangeError);
});
