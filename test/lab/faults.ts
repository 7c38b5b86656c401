import type { ServerResponse } from 'node:http';
import { closed, type Outcome, type Pace, writeItems } from './chunking.ts';
import { json, OVERFLOWS, type OverflowName } from './overflow.ts';
import type { FaultOrder } from './script.ts';
import type {
  AcceptedChat,
  CommonFailure,
  FailureFacts,
  HttpAnswer,
  StreamItem,
  Usage,
  Wire,
} from './types.ts';

/** Ways in which the transport of an answer goes wrong after the request was accepted. */
export type TransportFault =
  /** The connection closes before any answer. */
  | 'reset'
  /** Headers, then nothing. */
  | 'stall'
  /** Half of the answer, then nothing. */
  | 'stall-midway'
  /** Half of the answer, then the connection breaks. */
  | 'cut'
  /** The answer ends properly, but inside a frame. */
  | 'truncated-frame'
  /** The answer ends properly, but without the frames that say so. */
  | 'no-end'
  /** A frame with JSON that cannot be parsed, in the middle. */
  | 'garbage-json'
  /** The vendor reports an error inside the stream. */
  | 'error-event'
  /** A web page with status 200, as captive portals send. */
  | 'html'
  /** A proxy's error page. */
  | 'bad-gateway'
  /** The right bytes under the wrong content type. */
  | 'wrong-type';

/** Answers that are well formed and still wrong: the prompt was cut, or there is no room to answer. */
export type SilentFault =
  /** Ollama and the like: only part of the prompt was read. */
  | 'overflow-ollama'
  /** More input is reported than the window holds. */
  | 'overflow-silent'
  /** No output, stop reason length, input at 99 % of the window. */
  | 'overflow-length'
  /** The answer is withheld half-way by a filter. */
  | 'filtered'
  /** The model refuses. */
  | 'refusal';

export type FaultName = CommonFailure | OverflowName | TransportFault | SilentFault;

const COMMON: Record<CommonFailure, true> = {
  auth: true,
  forbidden: true,
  'model-missing': true,
  'rate-limit': true,
  overloaded: true,
  quota: true,
  'server-error': true,
  overflow: true,
  'overflow-bytes': true,
  'content-filter': true,
};
const TRANSPORT: Record<TransportFault, true> = {
  reset: true,
  stall: true,
  'stall-midway': true,
  cut: true,
  'truncated-frame': true,
  'no-end': true,
  'garbage-json': true,
  'error-event': true,
  html: true,
  'bad-gateway': true,
  'wrong-type': true,
};
const SILENT: Record<SilentFault, true> = {
  'overflow-ollama': true,
  'overflow-silent': true,
  'overflow-length': true,
  filtered: true,
  refusal: true,
};

const has = <Name extends string>(table: Record<Name, unknown>, name: string): name is Name =>
  Object.hasOwn(table, name);

/** Whether the lab knows a failure of this name. */
export const isFaultName = (name: string): name is FaultName =>
  has(COMMON, name) || has(OVERFLOWS, name) || has(TRANSPORT, name) || has(SILENT, name);

/** Every failure that the lab can be told to have. */
export const FAULT_NAMES: readonly FaultName[] = [COMMON, OVERFLOWS, TRANSPORT, SILENT].flatMap(
  (table) => Object.keys(table) as FaultName[],
);

export const isTransportFault = (name: FaultName): name is TransportFault => has(TRANSPORT, name);

/** The answer that takes the place of the model's, or null for faults that come later. */
export function refusalFor(order: FaultOrder, wire: Wire, chat: AcceptedChat): HttpAnswer | null {
  const limit = order.limit ?? chat.model.window;
  const facts: FailureFacts = {
    model: chat.model.id,
    limit,
    actual: order.actual ?? (chat.inputTokens > limit ? chat.inputTokens : limit + 1234),
    retryAfterSeconds: order.retryAfterSeconds ?? 1,
    stream: chat.stream,
  };
  if (has(COMMON, order.name)) return wire.failure(order.name, facts);
  return has(OVERFLOWS, order.name) ? OVERFLOWS[order.name](facts) : null;
}

/** Figures and shape of an answer under a silent fault; anything else is left as it is. */
export function disturb<R extends { usage: Usage; stop: string; parts: readonly unknown[] }>(
  order: FaultOrder,
  reply: R,
  limit: number,
): R {
  switch (order.name) {
    case 'overflow-ollama': {
      const input = order.actual ?? Math.min(limit, Math.ceil(reply.usage.input / 2));
      return { ...reply, usage: { ...reply.usage, input, cacheRead: 0 } };
    }
    case 'overflow-silent':
      return { ...reply, usage: { ...reply.usage, input: order.actual ?? limit + 1234, cacheRead: 0 } };
    case 'overflow-length': {
      const input = order.actual ?? Math.ceil(limit * 0.995);
      return {
        ...reply,
        parts: [],
        stop: 'length',
        usage: { ...reply.usage, input, output: 0, reasoning: 0 },
      };
    }
    case 'filtered':
      return { ...reply, stop: 'filter' };
    case 'refusal':
      return { ...reply, stop: 'refusal' };
    default:
      return reply;
  }
}

const PAGE =
  '<!doctype html><html><head><title>Sign in</title></head><body><h1>Sign in to Wi-Fi</h1></body></html>';
const GATEWAY =
  '<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center></body></html>';

/** A whole answer for the transport faults that need no stream; null for the others. */
export function pageFor(fault: TransportFault): HttpAnswer | null {
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  if (fault === 'html') return { status: 200, headers, body: PAGE };
  return fault === 'bad-gateway' ? { status: 502, headers, body: GATEWAY } : null;
}

/** Sends an answer that goes wrong on the way. Headers have not been sent yet. */
export async function sendBroken(
  response: ServerResponse,
  fault: TransportFault,
  items: readonly StreamItem[],
  send: { wire: Wire; headers: Record<string, string>; pace: Pace; random: () => number },
): Promise<Outcome> {
  const { wire, headers, pace, random } = send;
  if (fault === 'reset') return destroy(response);
  const type = fault === 'wrong-type' ? { ...headers, 'content-type': 'application/octet-stream' } : headers;
  response.writeHead(200, type);
  response.flushHeaders();
  if (fault === 'stall') return stall(response);
  const half = items.slice(0, Math.max(1, Math.floor(items.length / 2)));
  const broken: Record<
    Exclude<TransportFault, 'reset' | 'stall' | 'html' | 'bad-gateway'>,
    readonly StreamItem[]
  > = {
    'wrong-type': items,
    'stall-midway': half,
    cut: half,
    'truncated-frame': [...half.slice(0, -1), ...truncated(half.at(-1))],
    'no-end': half,
    'garbage-json': [...half, ...garbled(half.at(-1)), ...items.slice(half.length)],
    'error-event': [...half, { frame: wire.errorFrame }],
  };
  if (fault === 'html' || fault === 'bad-gateway') throw new Error(`${fault} is a page, not a stream`);
  const outcome = await writeItems(response, broken[fault], pace, random);
  if (outcome === 'aborted') return outcome;
  if (fault === 'stall-midway') return stall(response);
  if (fault === 'cut') return destroy(response);
  response.end();
  return fault === 'wrong-type' ? 'finished' : 'cut';
}

// The same frame, with JSON that stops in the middle of a string.
function garbled(item: StreamItem | undefined): StreamItem[] {
  if (!item || !('frame' in item)) return [];
  const json = item.frame.includes('data: ') ? /(data: .{12}).*/s : /^(.{12}).*/s;
  return [{ frame: item.frame.replace(json, '$1"oh \n\n') }];
}

function truncated(item: StreamItem | undefined): StreamItem[] {
  return item && 'frame' in item ? [{ frame: item.frame.slice(0, Math.ceil(item.frame.length / 2)) }] : [];
}

function destroy(response: ServerResponse): Outcome {
  response.socket?.destroy();
  return 'cut';
}

async function stall(response: ServerResponse): Promise<Outcome> {
  await closed(response);
  return 'aborted';
}

/** The 500 for a mistake in the lab or in a script; never a vendor's answer. */
export const labError = (message: string): HttpAnswer => json(500, { lab_error: message });
