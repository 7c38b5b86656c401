import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TreeSkeleton } from '#contract';
import { differences } from '../../../renderer/features/tree/compare/difference.ts';
import { foldRuns } from '../../../renderer/features/tree/model/fold.ts';
import { itemAt, itemsIn, layOut, metricsFor, spotOf } from '../../../renderer/features/tree/model/layout.ts';
import { endOf, moveOf, sharedOf, treeOf, withMessage } from '../../../renderer/features/tree/model/tree.ts';
import { around, walk } from '../../../renderer/features/tree/outline/walk.ts';

/** A skeleton by the parents of its messages, the root being 0. */
function skeleton(parents: readonly number[], tip: number): TreeSkeleton {
  const all = [-1, ...parents];
  const depths = all.map(() => 0);
  const branches = all.map(() => 0);
  const seen = new Set<number>();
  all.forEach((parent, place) => {
    if (parent < 0) return;
    depths[place] = (depths[parent] ?? 0) + 1;
    branches[place] = parent > 0 && !seen.has(parent) ? (branches[parent] ?? 0) : place;
    seen.add(parent);
  });
  return {
    ids: all.map((_, place) => `m${place}`),
    parents: all,
    roles: depths.map((depth) => (depth === 0 ? 'root' : depth % 2 === 1 ? 'user' : 'agent')),
    statuses: all.map(() => 'complete'),
    depths,
    agentIds: ['a'],
    agents: depths.map((depth) => (depth > 0 && depth % 2 === 0 ? 0 : -1)),
    branches,
    names: [],
    forks: [],
    tipId: `m${tip}`,
  };
}

const trees = fc
  .array(fc.nat(), { minLength: 1, maxLength: 120 })
  .chain((numbers) => {
    // Mostly the message before, so that there are long runs and not only bushes.
    const parents = numbers.map((n, place) => (n % 4 === 0 ? n % (place + 1) : place));
    return fc.record({ parents: fc.constant(parents), tip: fc.integer({ min: 1, max: parents.length }) });
  })
  .map(({ parents, tip }) => treeOf(skeleton(parents, tip)));

const nothing = new Set<never>();
const metrics = metricsFor(1);

describe('the graph', () => {
  it('[B8] shows every message once, folded or not, and never folds the tip or where branches part', () => {
    fc.assert(
      fc.property(trees, (tree) => {
        const items = foldRuns(tree, nothing, nothing);
        expect(items.reduce((sum, { count }) => sum + count, 0)).toBe(tree.ids.length);
        for (const { kind, first, last } of items) {
          if (kind !== 'run') continue;
          for (let at = last; ; at = tree.parents[at] ?? 0) {
            expect(at).not.toBe(tree.tip);
            expect(tree.children[at]).toHaveLength(1);
            if (at === first) break;
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('[B8] puts no two things in one place, keeps branches straight, and crosses no lines', () => {
    fc.assert(
      fc.property(trees, (tree) => {
        const { items, columns } = layOut(tree, nothing, nothing, metrics);
        const at = (item: number) => ({
          row: columns.rowOf[item] ?? -1,
          column: columns.columnOf[item] ?? -1,
        });
        const taken = new Set(items.map((_, item) => `${at(item).row}/${at(item).column}`));
        expect(taken.size).toBe(items.length);
        items.forEach((item, place) => {
          if (item.parent < 0) return;
          const [above, here] = [at(item.parent), at(place)];
          expect(here.row).toBe(above.row + 1);
          const first = items[item.parent]?.children[0] === place;
          if (first) expect(here.column).toBe(above.column);
          // Whatever goes on past this bend must lie outside of it.
          items.forEach((other, beside) => {
            if (other.parent < 0 || at(beside).row !== here.row || other.parent === item.parent) return;
            const straight = at(other.parent).column === at(beside).column;
            const inside = at(beside).column > above.column && at(beside).column < here.column;
            expect(straight && inside).toBe(false);
          });
        });
      }),
      { numRuns: 200 },
    );
  });

  it('[B8] finds each mark where it is drawn, and draws what is in sight', () => {
    fc.assert(
      fc.property(trees, (tree) => {
        const layout = layOut(tree, nothing, nothing, metrics);
        for (const item of layout.items.keys()) expect(itemAt(layout, spotOf(layout, item))).toBe(item);
        const all = itemsIn(layout, { left: -1e6, top: -1e6, right: 1e6, bottom: 1e6 });
        expect(all.items).toHaveLength(layout.items.length);
      }),
      { numRuns: 100 },
    );
  });

  it('[B8] reaches every message by arrow keys from the first', () => {
    fc.assert(
      fc.property(trees, (tree) => {
        const layout = layOut(tree, nothing, nothing, metrics);
        const reached = new Set([walk(layout, layout.tip, 'first')]);
        for (const item of reached)
          for (const step of ['parent', 'child', 'left', 'right'] as const)
            reached.add(walk(layout, item, step));
        reached.delete(0);
        expect(reached.size).toBe(layout.items.length - 1);
      }),
      { numRuns: 100 },
    );
  });

  it('[B8] gives screen readers an outline in which every item stands below its parent', () => {
    fc.assert(
      fc.property(trees, fc.nat(), (tree, at) => {
        const layout = layOut(tree, nothing, nothing, metrics);
        const item = 1 + (at % Math.max(1, layout.items.length - 1));
        const outline = around(layout, item);
        expect(new Set(outline).size).toBe(outline.length);
        expect(outline).toContain(item);
        const open: number[] = [];
        outline.forEach((next, place) => {
          const level = layout.columns.rowOf[next] ?? 0;
          while (open.length > 0 && (layout.columns.rowOf[open.at(-1) ?? 0] ?? 0) >= level) open.pop();
          // The first one's parent, and that of its siblings, may be out of reach.
          if (place > 0 && open.length > 0) expect(layout.items[next]?.parent).toBe(open.at(-1));
          open.push(next);
        });
      }),
      { numRuns: 100 },
    );
  });

  it('tells what a move of the tip leaves and takes in', () => {
    // root - 1 - 2 - 3 - 4, and 5 - 6 below 2
    const tree = treeOf(skeleton([0, 1, 2, 3, 2, 5], 4));
    expect(moveOf(tree, 6)).toEqual({ leaving: [3, 4], joining: [5, 6] });
    expect(moveOf(tree, 2)).toEqual({ leaving: [3, 4], joining: [] });
    expect(sharedOf(tree, 4, 6)).toBe(2);
    expect([endOf(tree, 5), endOf(tree, 1)]).toEqual([6, 4]);
  });

  it('takes in a new message as a fresh skeleton would have it', () => {
    const before = treeOf(skeleton([0, 1, 2], 3));
    const message = {
      id: 'm4',
      parentId: 'm2',
      role: 'agent',
      status: 'complete',
      agentId: 'a',
      depth: 3,
    } as const;
    const after = withMessage(before, message);
    expect(after).toMatchObject({ branches: [0, 1, 1, 1, 4], depths: [0, 1, 2, 3, 3] });
    expect(after?.children[2]).toEqual([3, 4]);
    expect(withMessage(before, { ...message, parentId: 'elsewhere' })).toBeNull();
  });
});

describe('what differs between two answers', () => {
  const shown = (stretches: readonly { text: string; only: boolean }[]) =>
    stretches.map(({ text, only }) => (only ? `[${text}]` : text)).join('');

  it.each([
    [
      'en',
      'The sink stays under the window.',
      'The sink goes under the window.',
      'The sink [stays] under the window.',
    ],
    ['th', 'อ่างล้างจานอยู่ใต้หน้าต่าง', 'อ่างล้างจานอยู่ข้างหน้าต่าง', 'อ่างล้างจานอยู่[ใต้]หน้าต่าง'],
    ['cs', 'Dřez zůstane pod oknem.', 'Dřez zůstane u dveří pod oknem.', 'Dřez zůstane pod oknem.'],
  ])('is found word by word: %s', (language, left, right, expected) => {
    const found = differences(left, right, language);
    expect(shown(found?.left ?? [])).toBe(expected);
    const plain = (side: readonly { text: string }[] = []) => side.map(({ text }) => text).join('');
    expect([plain(found?.left), plain(found?.right)]).toEqual([left, right]);
  });

  it('is not told where nearly everything does', () => {
    expect(differences('What would an island cost?', 'Could the fridge stand there?', 'en')).toBeNull();
  });
});
