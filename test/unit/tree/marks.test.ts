import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { marksOn, withMark, withoutTrimmed } from '#core/transcript/marks.ts';
import type { Checkpoint } from '#core/transcript/types.ts';

const mark = (label: string, messageId: string, createdAt = 0): Checkpoint => ({
  label,
  messageId,
  createdAt,
});
const on = (marks: readonly Checkpoint[], ...path: string[]) =>
  marksOn(marks, new Set(path)).map(({ label, messageId }) => `${label}@${messageId}`);

describe('marks', () => {
  it('[T9] count on a path with the one of each label that was set last there', () => {
    const marks = [mark('x', 'a1'), mark('y', 'a1'), mark('x', 'a2'), mark('x', 'b2')];
    expect(on(marks, 'root', 'a1', 'a2')).toEqual(['y@a1', 'x@a2']);
    expect(on(marks, 'root', 'a1', 'b2')).toEqual(['y@a1', 'x@b2']);
    expect(on(marks, 'root', 'a1')).toEqual(['x@a1', 'y@a1']);
    expect(on(marks, 'root')).toEqual([]);
  });

  it('[T9] that are set again take the place of those that no branch would see, and of no others', () => {
    const marks = [mark('x', 'a1'), mark('y', 'a1'), mark('x', 'c1')];
    const set = withMark(marks, mark('x', 'a2'), (id) => id === 'a1');
    expect(set.map(({ label, messageId }) => `${label}@${messageId}`)).toEqual(['y@a1', 'x@c1', 'x@a2']);
  });

  it('[T5] [T9] of turns that a trim cut off are dropped, and never moved to a neighbour', () => {
    const ids = ['m1', 'm2', 'm3', 'm4', 'm5', 'm6'];
    const marks = fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom(...ids)));
    fc.assert(
      fc.property(marks, fc.nat({ max: 4 }), fc.nat({ max: 4 }), (pairs, length, cut) => {
        const before = pairs.map(([label, id], at) => mark(label, id, at));
        const path = new Set(ids.slice(0, length));
        const reached = new Set([...path].slice(cut));
        const after = withoutTrimmed(before, path, reached);
        for (const one of before) {
          const { messageId } = one;
          expect(after.includes(one)).toBe(!path.has(messageId) || reached.has(messageId));
        }
        expect(before.filter((one) => after.includes(one))).toEqual(after);
      }),
    );
  });
});
