import type { Place } from './places.ts';
import type { LadderSettings } from './reader.ts';
import { isFold, type PagedMessage } from './view.ts';

/**
 * [L5] Places of the messages that no rung may touch: the first user message, which is the task, and the newest, and
 * what another agent said behind that, where this one answers it. The system prompt is no message, and no rung knows
 * of it.
 */
export function pinnedAt(messages: readonly PagedMessage[]): ReadonlySet<number> {
  const isAsked = (message: PagedMessage): boolean => message.role === 'user' && !isFold(message);
  const isUser = (message: PagedMessage): boolean => isAsked(message) && !('heard' in message);
  return new Set([
    messages.findIndex(isUser),
    messages.findLastIndex(isUser),
    messages.findLastIndex(isAsked),
  ]);
}

/**
 * Where the recent part begins that stays as it is: the last turns, and at least a share of the window. It never takes
 * more than half of what a pass leaves, or a long tool loop could not be shortened at all; but one step always stays.
 *
 * @param tokens of each message
 */
export function protectedFrom(
  messages: readonly PagedMessage[],
  places: readonly Place[],
  tokens: readonly number[],
  window: number,
  settings: LadderSettings,
): number {
  const least = window * settings.protectShare;
  const most = Math.max(least, (window * settings.target) / 2);
  const oldTurns = (places.at(-1)?.turn ?? 0) - settings.protectTurns;
  let from = messages.length;
  let sum = 0;
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    sum += tokens[at] ?? 0;
    // Results stay with their calls.
    if (messages[at]?.role === 'results') continue;
    if (sum > most && from < messages.length) break;
    from = at;
    if (sum >= least && (places[at - 1]?.turn ?? 0) <= oldTurns) break;
  }
  return from;
}
