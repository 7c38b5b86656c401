import type { SaidPart, ToolResult } from '../transcript/types.ts';
import type { PagedMessage, PagedView, View } from './view.ts';

/** What keeps a view from being sent [L6]. */
export interface ViewFault {
  kind:
    | 'nothing_to_answer'
    | 'starts_with_agent'
    | 'empty_message'
    | 'call_without_result'
    | 'result_without_call'
    | 'results_out_of_place'
    | 'page_unseen';
  /** Place in `view.messages`; -1 where the view as a whole is meant. */
  at: number;
}

/**
 * Checks that every provider would accept the order, the pairing and the content of a view [L6].
 *
 * @param reader one without vision must never be sent a page [S3]
 */
export function viewFaults(view: PagedView, reader: { vision: boolean } = { vision: true }): ViewFault[] {
  const faults = view.messages.flatMap((message, at) => faultsAt(view.messages, message, at));
  if (!reader.vision) {
    for (const [at, message] of view.messages.entries()) {
      if (hasPage(message)) faults.push({ kind: 'page_unseen', at });
    }
  }
  if (view.messages[0]?.role === 'agent') faults.unshift({ kind: 'starts_with_agent', at: 0 });
  const last = view.messages.at(-1);
  if (last === undefined || last.role === 'agent') faults.push({ kind: 'nothing_to_answer', at: -1 });
  return faults;
}

/**
 * Mends what can be mended without losing a word: a missing result is said to be missing, a result without its
 * call and a message without content are left out, an answer that would come first gets the user's place before
 * it. What is left of {@link viewFaults} afterwards must not be sent.
 */
export function repairView(view: View): View;
export function repairView(view: PagedView): PagedView;
export function repairView(view: PagedView): PagedView {
  const messages: PagedMessage[] = [];
  for (const message of view.messages) {
    const before = messages.at(-1);
    if (message.role === 'results') {
      if (before?.role !== 'agent') continue;
      const kept = pairedResults(before.said, message.results);
      if (kept.length > 0) messages.push({ ...message, results: kept });
      continue;
    }
    closeCalls(messages);
    if (!isEmpty(message)) messages.push(message);
  }
  closeCalls(messages);
  const first = messages[0];
  if (first?.role === 'agent') {
    messages.unshift({ role: 'user', messageId: first.messageId, parts: [{ type: 'text', text: '(…)' }] });
  }
  return { ...view, messages };
}

function faultsAt(messages: readonly PagedMessage[], message: PagedMessage, at: number): ViewFault[] {
  if (isEmpty(message)) return [{ kind: 'empty_message', at }];
  if (message.role === 'user') return [];
  if (message.role === 'results') {
    return messages[at - 1]?.role === 'agent' ? [] : [{ kind: 'results_out_of_place', at }];
  }
  const next = messages[at + 1];
  const results = next?.role === 'results' ? next.results : [];
  const calls = callIds(message.said);
  const answered = results.map((result) => result.callId);
  const faults: ViewFault[] = [];
  if (calls.some((id, place) => answered[place] !== id)) faults.push({ kind: 'call_without_result', at });
  if (answered.some((id, place) => calls[place] !== id))
    faults.push({ kind: 'result_without_call', at: at + 1 });
  return faults;
}

function hasPage(message: PagedMessage): boolean {
  return message.role === 'user' && message.parts.some((part) => part.type === 'page');
}

function isEmpty(message: PagedMessage): boolean {
  if (message.role === 'results') return message.results.length === 0;
  if (message.role === 'user')
    return message.parts.every((part) => part.type === 'text' && part.text.trim() === '');
  return message.said.every((part) => part.type !== 'call' && part.text.trim() === '');
}

/** Answers the calls of a last message that no results follow. */
function closeCalls(messages: PagedMessage[]): void {
  const last = messages.at(-1);
  if (last?.role !== 'agent') return;
  const results = pairedResults(last.said, []);
  if (results.length > 0) messages.push({ role: 'results', messageId: last.messageId, results });
}

/** One result for each call, in the order of the calls. */
function pairedResults(said: readonly SaidPart[], results: readonly ToolResult[]): ToolResult[] {
  const byCall = new Map(results.map((result) => [result.callId, result]));
  return said.flatMap((part) => (part.type === 'call' ? [byCall.get(part.id) ?? missingResult(part)] : []));
}

function missingResult(call: { id: string; name: string }): ToolResult {
  return {
    callId: call.id,
    name: call.name,
    parts: [{ type: 'text', text: 'The result of this call was not kept.' }],
    failed: true,
    eventful: true,
  };
}

function callIds(said: readonly SaidPart[]): string[] {
  return said.flatMap((part) => (part.type === 'call' ? [part.id] : []));
}
