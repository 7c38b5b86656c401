import type { ServerResponse } from 'node:http';
import { type Composed, compose } from './answer.ts';
import type { CacheUse, PromptCache } from './cache.ts';
import { DEFAULT_PACE, endResponse, type Pace, splitText, writeItems } from './chunking.ts';
import { readDirectives } from './directives.ts';
import { disturb, isTransportFault, pageFor, refusalFor, sendBroken } from './faults.ts';
import type { Gate } from './gate.ts';
import { chain, randomFrom } from './hash.ts';
import { priceOf } from './price.ts';
import type { LabRequest, Recorder } from './record.ts';
import type { FaultOrder, Script, ScriptQueue } from './script.ts';
import type { AcceptedChat, Call, HttpAnswer, Reply, StreamItem, Usage, Wire } from './types.ts';

/** What all servers of one lab share. */
export interface LabState {
  readonly recorder: Recorder;
  readonly scripts: ScriptQueue;
  readonly cache: PromptCache;
  readonly pace: Pace;
  now(): number;
  gate(name: string): Gate;
  met(place: string): number;
}

interface Exchange {
  readonly state: LabState;
  readonly wire: Wire;
  readonly call: Call;
  readonly chat: AcceptedChat;
  readonly record: LabRequest;
  readonly response: ServerResponse;
  readonly pace: Pace;
  readonly random: () => number;
}

/** Judges a chat request, decides on the answer, and sends it. Throws `Refused` before anything is sent. */
export async function answerChat(
  state: LabState,
  wire: Wire,
  call: Call,
  record: LabRequest,
  response: ServerResponse,
): Promise<void> {
  const chat = wire.accept(call);
  record.inputTokens = chat.segments.reduce((sum, segment) => sum + segment.tokens, 0);
  const place = chat.segments.reduce((hash, segment) => chain(hash, segment.key), call.key);
  const script = state.scripts.take(record, call.key) ?? readDirectives(chat.turn, place, state) ?? {};
  const pace = { ...DEFAULT_PACE, ...state.pace, ...script.pace };
  const seed = `${place}.${record.n}`;
  const exchange: Exchange = { state, wire, call, chat, record, response, pace, random: randomFrom(seed) };
  const order = orderOf(script);
  record.fault = order?.name ?? null;
  const refusal = order && refusalFor(order, wire, chat);
  if (refusal) {
    state.recorder.refuse(record, 'invalid', `told to fail: ${order.name}`, true);
    return sendAnswer(exchange, refusal);
  }
  const reply = makeReply(exchange, script, order, seed);
  record.usage = reply.usage;
  await sendReply(exchange, reply, order);
}

function orderOf({ fault }: Script): FaultOrder | null {
  if (fault === undefined) return null;
  return typeof fault === 'string' ? { name: fault } : fault;
}

function makeReply(
  { call, chat, record, state }: Exchange,
  script: Script,
  order: FaultOrder | null,
  seed: string,
): Reply {
  const id = chain('reply', seed).replace(/[-_]/g, '').slice(0, 24);
  const composed = compose(script, chat, seed);
  const cache = state.cache.use(chat, call.key);
  record.price = priceOf(chat, cache);
  const usage = { ...countUsage(chat, cache, composed), ...script.usage };
  const reply: Reply = { id, parts: chat.seal(composed.parts, id), stop: composed.stop, usage };
  return order === null ? reply : disturb(order, reply, order.limit ?? chat.model.window);
}

function countUsage(chat: AcceptedChat, cache: CacheUse, composed: Composed): Usage {
  return {
    input: chat.inputTokens,
    cacheRead: cache.read,
    cacheWriteShort: cache.writeShort,
    cacheWriteLong: cache.writeLong,
    output: composed.output,
    reasoning: composed.reasoning,
  };
}

/** Sends an answer that is not the model's, and makes the record of it visible. */
export async function sendAnswer(
  { state, wire, record, response }: Pick<Exchange, 'state' | 'wire' | 'record' | 'response'>,
  answer: HttpAnswer,
): Promise<void> {
  record.status = answer.status;
  state.recorder.publish(record);
  response.writeHead(answer.status, { ...wire.headers, ...answer.headers });
  record.finish(await endResponse(response, answer.body));
}

async function sendReply(exchange: Exchange, reply: Reply, order: FaultOrder | null): Promise<void> {
  const { state, wire, chat, record, response, pace, random } = exchange;
  const fault = order !== null && isTransportFault(order.name) ? order.name : null;
  const page = fault && pageFor(fault);
  if (page) return sendAnswer(exchange, page);
  record.status = 200;
  state.recorder.publish(record);
  const items = chat.stream
    ? chat.frames(reply, (text) => splitText(text, pace, random))
    : wholeItems(chat, reply);
  const stream = { ...STREAM_HEADERS, ...(wire.streamType && { 'content-type': wire.streamType }) };
  const headers = { ...wire.headers, ...(chat.stream ? stream : JSON_HEADERS) };
  if (fault !== null) {
    record.finish(await sendBroken(response, fault, items, { wire, headers, pace, random }));
    return;
  }
  response.writeHead(200, headers);
  const outcome = await writeItems(response, items, pace, random);
  record.finish(outcome === 'finished' ? await endResponse(response) : outcome);
}

const STREAM_HEADERS = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' };
const JSON_HEADERS = { 'content-type': 'application/json' };

/** A whole answer as stream items: it waits at gates too, and the faults can cut it. */
function wholeItems(chat: AcceptedChat, reply: Reply): StreamItem[] {
  const body = JSON.stringify(chat.json(reply));
  const middle = Math.floor(body.length / 2);
  const gates = reply.parts.flatMap((part) => (part.type === 'hold' ? [{ gate: part.gate }] : []));
  return [{ frame: body.slice(0, middle) }, ...gates, { frame: body.slice(middle) }];
}
