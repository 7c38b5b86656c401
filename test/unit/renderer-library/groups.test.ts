import { describe, expect, it } from 'vitest';
import { groupOf, toLines, untilTomorrow } from '../../../renderer/features/library/groups.ts';
import { conversation } from './make.ts';

const at = (text: string) => new Date(text).getTime();
/** A Thursday. */
const now = at('2026-11-19T15:00:00');

describe('the headings of the list', () => {
  it.each([
    ['2026-11-19T00:00:00', 'today'],
    ['2026-11-18T23:59:59', 'yesterday'],
    ['2026-11-17T12:00:00', 'week'],
    ['2026-11-16T00:00:00', 'week'],
    ['2026-11-15T23:59:59', 'month'],
    ['2026-11-01T00:00:00', 'month'],
    ['2026-10-31T23:59:59', 'earlier'],
    ['2019-01-01T00:00:00', 'earlier'],
  ])('puts %s under %s', (moment, group) => {
    expect(groupOf(at(moment), now)).toBe(group);
  });

  it('counts a moment in the future, left by a wrong clock, as today', () => {
    expect(groupOf(at('2027-03-01T00:00:00'), now)).toBe('today');
  });

  it('has no week on a Monday, and calls the last day of the month before earlier', () => {
    expect(groupOf(at('2026-11-14T12:00:00'), at('2026-11-16T09:00:00'))).toBe('month');
    expect(groupOf(at('2026-10-29T12:00:00'), at('2026-11-02T09:00:00'))).toBe('earlier');
  });

  it('writes each heading once, above its conversations', () => {
    const items = ['2026-11-19T10:00:00', '2026-11-19T09:00:00', '2026-11-18T09:00:00'].map((moment, n) =>
      conversation(n, { updatedAt: at(moment) }),
    );
    expect(toLines(items, now).map(({ kind, group }) => `${kind} ${group}`)).toEqual([
      'heading today',
      'conversation today',
      'conversation today',
      'heading yesterday',
      'conversation yesterday',
    ]);
  });

  it('knows when the day ends', () => {
    expect(untilTomorrow(now)).toBe(9 * 3_600_000);
  });
});
