import type { Conversation } from '#contract';
import { daysBetween } from '../../app/i18n/format.ts';

export type GroupName = 'today' | 'yesterday' | 'week' | 'month' | 'earlier';

/**
 * The heading a moment stands under, by the calendar of this computer: a week begins on Monday.
 * A moment in the future, left by a clock that was wrong, counts as today.
 *
 * @param at and now: milliseconds since 1970
 */
export function groupOf(at: number, now: number): GroupName {
  const days = -daysBetween(now, at);
  if (days <= 0) return 'today';
  if (days === 1) return 'yesterday';
  const today = new Date(now);
  const sinceMonday = (today.getDay() + 6) % 7;
  if (days <= sinceMonday) return 'week';
  return days < today.getDate() ? 'month' : 'earlier';
}

/** A line of the list: a heading or a conversation. */
export type Line =
  | { kind: 'heading'; key: string; group: GroupName }
  | { kind: 'conversation'; key: string; group: GroupName; conversation: Conversation };

/** The list as it is drawn: conversations in their order, with a heading where a group begins. */
export function toLines(items: readonly Conversation[], now: number): Line[] {
  const lines: Line[] = [];
  let current: GroupName | null = null;
  for (const conversation of items) {
    const group = groupOf(conversation.updatedAt, now);
    if (group !== current) lines.push({ kind: 'heading', key: group, group });
    current = group;
    lines.push({ kind: 'conversation', key: conversation.id, group, conversation });
  }
  return lines;
}

/** Milliseconds from now to the moment after the next midnight, when every heading may be wrong. */
export function untilTomorrow(now: number): number {
  const midnight = new Date(now);
  midnight.setHours(24, 0, 0, 0);
  return midnight.getTime() - now;
}
