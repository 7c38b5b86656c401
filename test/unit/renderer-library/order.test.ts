import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareActivity, join, place, without } from '../../../renderer/features/library/order.ts';
import { conversation } from './make.ts';

const some = fc.uniqueArray(
  fc.record({ n: fc.integer({ min: 1, max: 200 }), at: fc.integer({ min: 1, max: 40 }) }),
  { selector: ({ n }) => n },
);
const make = ({ n, at }: { n: number; at: number }) => conversation(n, { updatedAt: at });

describe('the order of conversations', () => {
  it('places every change so that the list stays what sorting anew would give', () => {
    fc.assert(
      fc.property(some, some, (first, changes) => {
        let items: readonly ReturnType<typeof make>[] = first.map(make).sort(compareActivity);
        const expected = new Map(items.map((item) => [item.id, item]));
        for (const change of changes.map(make)) {
          items = place(items, [change], true, compareActivity);
          expected.set(change.id, change);
        }
        expect(items).toEqual([...expected.values()].sort(compareActivity));
      }),
    );
  });

  it('leaves one that sorts below the last loaded for the page it will come with', () => {
    const loaded = [conversation(9), conversation(8)];
    expect(place(loaded, [conversation(3)], false, compareActivity)).toEqual(loaded);
    expect(place(loaded, [conversation(3)], true, compareActivity)).toHaveLength(3);
    expect(
      place(loaded, [conversation(8, { title: 'renamed', updatedAt: 1 })], false, compareActivity),
    ).toEqual([conversation(9)]);
  });

  it('joins pages in any order without a conversation twice or one that left meanwhile', () => {
    fc.assert(
      fc.property(some, some, fc.array(fc.integer({ min: 1, max: 200 })), (first, page, goneNumbers) => {
        const gone = new Set(goneNumbers.map((n) => conversation(n).id));
        const items = without(first.map(make).sort(compareActivity), [...gone]);
        const joined = join(items, page.map(make), gone, compareActivity);
        const ids = joined.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.some((id) => gone.has(id))).toBe(false);
        expect(joined).toEqual([...joined].sort(compareActivity));
        for (const item of items) expect(joined).toContain(item);
      }),
    );
  });

  it('keeps the same array when nothing leaves, so that nothing is drawn again', () => {
    const items = [conversation(2), conversation(1)];
    expect(without(items, [conversation(7).id])).toBe(items);
  });
});
