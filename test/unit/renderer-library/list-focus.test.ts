import { describe, expect, it } from 'vitest';
import { target } from '../../../renderer/features/library/useListFocus.ts';

describe('moving the focus in the list', () => {
  it.each([
    ['down', 0, 1],
    ['down', 9, 9],
    ['up', 0, 0],
    ['up', 5, 4],
    ['first', 5, 0],
    ['last', 5, 9],
    ['pageDown', 5, 9],
    ['pageDown', 1, 7],
    ['pageUp', 2, 0],
  ] as const)('%s from %i leads to %i', (key, here, expected) => {
    expect(target(key, here, 9, 6)).toBe(expected);
  });
});
