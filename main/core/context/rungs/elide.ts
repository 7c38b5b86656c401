import type { ToolResult } from '../../transcript/types.ts';
import { tokensOf } from '../estimate.ts';
import type { Elision } from '../passes.ts';
import { elidedResult } from '../placeholders.ts';
import { recallIdFor } from '../short-id.ts';
import { type Rung, takenIds } from './rung.ts';

/** Results of fewer tokens stay: the placeholder would cost as much. */
const worthEliding = 50;

interface Quiet {
  result: ToolResult;
  place: Elision['place'];
  turn: number;
  tokens: number;
  reason: Elision['reason'];
}

/**
 * The first rung: older tool results in which nothing happened. First empty ones, then those that a newer result of
 * the same call supersedes, then the rest, oldest turn first and within a turn the largest.
 */
export const elide: Rung = (input) => {
  const { situation, now, target, ratio } = input;
  const taken = takenIds(input);
  const edits: Elision[] = [];
  let left = now.tokens - target;
  for (const { result, place, tokens, reason } of quietResults(input)) {
    if (left <= 0) break;
    const recallId = recallIdFor(`${place.messageId}/${place.step}/${place.callId}`, taken);
    const edit: Elision = { kind: 'elision', recallId, place, reason, tokens };
    const cost = situation.estimator.result(elidedResult(result, edit), situation.reader);
    const freed = tokens - tokensOf(cost, ratio);
    if (freed <= 0) continue;
    taken.add(recallId);
    edits.push(edit);
    left -= freed;
  }
  return { edits, work: [], limit: edits.length === 0 ? 'nothing' : null };
};

/** What may be elided, in the order in which it is. */
function quietResults({ situation, now, ratio, protectedFrom }: Parameters<Rung>[0]): Quiet[] {
  const { view, places } = now.applied;
  const { estimator, reader } = situation;
  const newest = newestAnswers(view.messages);
  const elided = new Set(
    situation.branch.passes.flatMap((pass) =>
      pass.undone
        ? []
        : pass.edits.flatMap((edit) => (edit.kind === 'elision' ? [placeKey(edit.place)] : [])),
    ),
  );
  const found: Quiet[] = [];
  for (const [at, message] of view.messages.slice(0, protectedFrom).entries()) {
    if (message.role !== 'results') continue;
    const { turn = 0, step = 0 } = places[at] ?? {};
    for (const result of message.results) {
      const place = { messageId: message.messageId, step, callId: result.callId };
      if (result.eventful || elided.has(placeKey(place))) continue;
      const tokens = tokensOf(estimator.result(result, reader), ratio);
      if (tokens < worthEliding) continue;
      const answered = newest.get(callKey(view.messages[at - 1], result)) ?? at;
      const reason = saysNothing(result) ? 'empty' : answered > at ? 'superseded' : 'old';
      found.push({ result, place, turn, tokens, reason });
    }
  }
  const order: readonly Elision['reason'][] = ['empty', 'superseded', 'old'];
  return found.sort(
    (a, b) => order.indexOf(a.reason) - order.indexOf(b.reason) || a.turn - b.turn || b.tokens - a.tokens,
  );
}

type Messages = Parameters<Rung>[0]['now']['applied']['view']['messages'];

/** Where the newest result of each call is that did not fail: it supersedes the older ones. */
function newestAnswers(messages: Messages): Map<string, number> {
  const newest = new Map<string, number>();
  for (const [at, message] of messages.entries()) {
    if (message.role !== 'results') continue;
    for (const result of message.results) {
      if (!result.failed) newest.set(callKey(messages[at - 1], result), at);
    }
  }
  return newest;
}

/** The same tool with equal arguments, whatever order and spaces they were written with. */
function callKey(asked: Messages[number] | undefined, result: ToolResult): string {
  const call =
    asked?.role === 'agent'
      ? asked.said.find((part) => part.type === 'call' && part.id === result.callId)
      : undefined;
  return `${result.name} ${call?.type === 'call' ? sameArguments(call.arguments) : result.callId}`;
}

function sameArguments(raw: string): string {
  try {
    return JSON.stringify(sorted(JSON.parse(raw)));
  } catch {
    // Not JSON: then only the same characters are the same call.
    return raw;
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}

/** Neither a letter nor a number nor a file: an empty list, blank lines. */
function saysNothing({ parts }: ToolResult): boolean {
  return parts.every((part) => part.type === 'text' && !/[\p{L}\p{N}]/u.test(part.text));
}

const placeKey = ({ messageId, step, callId }: Elision['place']): string => `${messageId}/${step}/${callId}`;
