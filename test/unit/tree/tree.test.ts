import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoughError } from '#core/errors.ts';
import { buildTree } from '#core/tree/build.ts';
import { siblingPlace } from '#core/tree/siblings.ts';
import { type SkeletonRow, skeletonOf } from '#core/tree/skeleton.ts';
import { plainText } from '#core/tree/text.ts';
import { canHoldTip } from '#core/tree/tip.ts';
import type { TreeRow } from '#core/tree/types.ts';

/** Any tree: each message continues from one made before it. Returned in a random order. */
const shuffledTrees = fc
  .array(fc.nat(), { maxLength: 40 })
  .map((choices) => {
    const rows: SkeletonRow[] = [
      { seq: 0, id: 'm0', parentId: null, role: 'root', status: 'complete', agentId: null, depth: 0 },
    ];
    choices.forEach((choice, at) => {
      const parent = rows[choice % rows.length] as SkeletonRow;
      const seq = at + 1;
      const role = seq % 2 ? 'user' : 'agent';
      rows.push({
        seq,
        id: `m${seq}`,
        parentId: parent.id,
        role,
        status: 'complete',
        agentId: role === 'agent' ? `agent${choice % 3}` : null,
        depth: parent.depth + 1,
      });
    });
    return rows;
  })
  .chain((rows) =>
    fc
      .shuffledSubarray(rows, { minLength: rows.length })
      .map((shuffled) => ({ rows, shuffled: shuffled as SkeletonRow[] })),
  );

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (thrown) {
    return thrown instanceof BoughError ? thrown.code : String(thrown);
  }
  return 'nothing thrown';
}

describe('siblingPlace', () => {
  it('[B9] counts from one and names the neighbours', () => {
    expect(siblingPlace(['a', 'b', 'c'], 'b')).toEqual({ index: 2, count: 3, previousId: 'a', nextId: 'c' });
    expect(siblingPlace(['a'], 'a')).toEqual({ index: 1, count: 1, previousId: null, nextId: null });
  });

  it('refuses a message that is no child of its parent', () => {
    expect(() => siblingPlace(['a'], 'b')).toThrow(RangeError);
  });
});

describe('buildTree', () => {
  it('[B6] gives the same tree whatever order the rows come in', () => {
    fc.assert(
      fc.property(shuffledTrees, ({ rows, shuffled }) => {
        const tree = buildTree(shuffled);
        expect(tree.root.id).toBe('m0');
        expect(tree.byId.size).toBe(rows.length);
        for (const row of rows) {
          const expected = rows.filter((other) => other.parentId === row.id).map((other) => other.id);
          expect(tree.childrenOf(row.id).map((child) => child.id)).toEqual(expected);
        }
      }),
    );
  });

  const root: TreeRow = { seq: 1, id: 'r', parentId: null, role: 'root', status: 'complete' };
  const child = (seq: number, id: string, parentId: string): TreeRow => ({
    seq,
    id,
    parentId,
    role: 'user',
    status: 'complete',
  });
  it.each([
    ['a missing parent', [root, child(2, 'a', 'gone')]],
    ['two roots', [root, { ...root, id: 'r2', seq: 2 }]],
    ['no root', []],
    ['a circle beside the tree', [root, child(2, 'a', 'b'), child(3, 'b', 'a')]],
    ['a message that continues from itself', [root, child(2, 'a', 'a')]],
    ['an id twice', [root, child(2, 'a', 'r'), child(3, 'a', 'r')]],
  ])('refuses %s instead of showing a part', (_name, rows) => {
    expect(codeOf(() => buildTree(rows))).toBe('workspace_unreadable');
  });

  it('takes a hundred thousand siblings and a path as long without overflowing the stack', () => {
    const wide = Array.from({ length: 100_000 }, (_, at) => child(at + 2, `w${at}`, 'r'));
    expect(buildTree([root, ...wide]).childrenOf('r')).toHaveLength(100_000);
    const deep = Array.from({ length: 100_000 }, (_, at) => child(at + 2, `d${at}`, at ? `d${at - 1}` : 'r'));
    expect(buildTree([root, ...deep]).byId.size).toBe(100_001);
  });
});

describe('canHoldTip', () => {
  it('[B4] keeps the tip off answers that failed or are being written', () => {
    expect(
      (['complete', 'interrupted', 'failed', 'streaming'] as const).map((status) => canHoldTip({ status })),
    ).toEqual([true, true, false, false]);
  });
});

describe('skeletonOf', () => {
  it('[B6] puts parents before children, in the order they were made, from shuffled rows', () => {
    fc.assert(
      fc.property(shuffledTrees, ({ rows, shuffled }) => {
        const skeleton = skeletonOf(shuffled, 'm0');
        expect(skeleton.ids).toEqual(rows.map((row) => row.id));
        expect(skeleton.roles).toEqual(rows.map((row) => row.role));
        skeleton.parents.forEach((parent, at) => {
          expect(parent < 0 ? null : skeleton.ids[parent]).toBe(rows[at]?.parentId);
          expect(parent).toBeLessThan(at);
        });
        expect(skeleton.depths).toEqual(rows.map((row) => row.depth));
        expect(skeleton.agents.map((agent) => skeleton.agentIds[agent] ?? null)).toEqual(
          rows.map((row) => row.agentId),
        );
      }),
    );
  });

  it('has one branch for each leaf, and a branch keeps its start while it grows', () => {
    fc.assert(
      fc.property(shuffledTrees, ({ rows, shuffled }) => {
        const { ids, parents, branches } = skeletonOf(shuffled, 'm0');
        const leaves = ids.filter((_, at) => at > 0 && !parents.includes(at));
        expect(new Set(branches.slice(1)).size).toBe(leaves.length);
        const before = skeletonOf(rows.slice(0, Math.max(1, rows.length - 1)), 'm0');
        expect(branches.slice(0, before.branches.length)).toEqual(before.branches);
      }),
    );
  });

  it('goes on behind an answer that failed with the one that did not', () => {
    const row = (
      seq: number,
      parentId: string | null,
      role: SkeletonRow['role'],
      failed = false,
    ): SkeletonRow => ({
      seq,
      id: `m${seq}`,
      parentId,
      role,
      status: failed ? 'failed' : 'complete',
      agentId: null,
      depth: 0,
    });
    const rows = [
      row(0, null, 'root'),
      row(1, 'm0', 'user'),
      row(2, 'm1', 'agent', true),
      row(3, 'm1', 'agent'),
      row(4, 'm1', 'agent'),
    ];
    expect(skeletonOf(rows, 'm3').branches).toEqual([0, 1, 2, 1, 4]);
  });
});

describe('plainText', () => {
  it('holds what was said, and no reasoning, tool or file', () => {
    expect(
      plainText([
        { type: 'reasoning', text: 'hidden' },
        { type: 'text', text: 'First.' },
        { type: 'tool', id: 'c', name: 't', input: '{}', state: 'done', result: 'hidden' },
        { type: 'text', text: 'Second.\n' },
      ]),
    ).toBe('First.\n\nSecond.');
  });
});
