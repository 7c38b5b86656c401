import type { LabModel } from '../models.ts';
import type { Reply, ReplyPart, StopReason, StreamItem, Usage } from '../types.ts';
import { blockOf } from './anthropic-thinking.ts';

/** What the request decides about the form of its answer. */
export interface ReplyContext {
  readonly model: LabModel;
  readonly stopSequence: string | null;
  /** Places of thinking blocks that were dropped, when the client asked to be told. */
  readonly dropped: readonly string[] | null;
}

const STOP: Record<StopReason, string> = {
  end: 'end_turn',
  length: 'max_tokens',
  calls: 'tool_use',
  filter: 'refusal',
  refusal: 'refusal',
  'stop-sequence': 'stop_sequence',
  window: 'model_context_window_exceeded',
};

function usageOf(usage: Usage) {
  const written = usage.cacheWriteShort + usage.cacheWriteLong;
  return {
    input_tokens: Math.max(0, usage.input - usage.cacheRead - written),
    cache_creation_input_tokens: written,
    cache_read_input_tokens: usage.cacheRead,
    cache_creation: {
      ephemeral_5m_input_tokens: usage.cacheWriteShort,
      ephemeral_1h_input_tokens: usage.cacheWriteLong,
    },
    output_tokens: usage.output,
    output_tokens_details: { thinking_tokens: usage.reasoning },
    server_tool_use: null,
    service_tier: 'standard',
    inference_geo: null,
    speed: 'standard',
  };
}

function stopOf(reply: Reply, context: ReplyContext) {
  const reason = STOP[reply.stop];
  return {
    stop_reason: reason,
    stop_sequence: reply.stop === 'stop-sequence' ? context.stopSequence : null,
    stop_details: reason === 'refusal' ? { type: 'refusal', category: null, explanation: null } : null,
  };
}

type Block = Exclude<ReplyPart, { type: 'hold' }>;

function contentOf(part: Block): object {
  switch (part.type) {
    case 'reasoning':
      return { type: 'thinking', thinking: part.text, signature: part.signature ?? '' };
    case 'redacted':
      return { type: 'redacted_thinking', data: part.data };
    case 'call':
      return blockOf(part);
    default:
      return { ...blockOf(part), citations: null };
  }
}

function envelope(reply: Reply, { model, dropped }: ReplyContext) {
  const transformed = dropped?.map((place) => ({ type: 'thinking_dropped', path: place }));
  return {
    id: `msg_01${reply.id}`,
    type: 'message',
    role: 'assistant',
    model: model.id,
    container: null,
    diagnostics: null,
    ...(transformed ? { input_transformations: transformed } : {}),
  };
}

/** The body of an answer that is not streamed. */
export function wholeReply(reply: Reply, context: ReplyContext): unknown {
  const content = reply.parts.flatMap((part) => (part.type === 'hold' ? [] : [contentOf(part)]));
  return { ...envelope(reply, context), content, ...stopOf(reply, context), usage: usageOf(reply.usage) };
}

/** One server-sent event as the API writes it. */
const event = (type: string, data: object): StreamItem => ({
  frame: `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`,
});

/** The answer as server-sent events, pings included. */
export function frames(
  reply: Reply,
  context: ReplyContext,
  split: (text: string) => readonly string[],
): StreamItem[] {
  const usage = usageOf(reply.usage);
  const opening = { ...usage, output_tokens: 1, output_tokens_details: null };
  const start = {
    ...envelope(reply, context),
    content: [],
    stop_reason: null,
    stop_sequence: null,
    stop_details: null,
  };
  const items: StreamItem[] = [event('message_start', { message: { ...start, usage: opening } })];
  let index = -1;
  for (const part of reply.parts) {
    if (part.type === 'hold') {
      items.push({ gate: part.gate });
      continue;
    }
    index += 1;
    items.push(event('content_block_start', { index, content_block: emptyBlock(part) }));
    if (index === 0) items.push(event('ping', {}));
    for (const delta of deltas(part, split)) items.push(event('content_block_delta', { index, delta }));
    items.push(event('content_block_stop', { index }));
  }
  const closing = {
    ...usage,
    cache_creation: undefined,
    service_tier: undefined,
    inference_geo: undefined,
    speed: undefined,
  };
  items.push(
    event('message_delta', { delta: { container: null, ...stopOf(reply, context) }, usage: closing }),
  );
  return [...items, event('message_stop', {})];
}

function emptyBlock(part: Block): object {
  switch (part.type) {
    case 'reasoning':
      return { type: 'thinking', thinking: '', signature: '' };
    case 'redacted':
      return contentOf(part);
    case 'call':
      return { ...blockOf(part), input: {} };
    default:
      return { type: 'text', text: '', citations: null };
  }
}

function deltas(part: Block, split: (text: string) => readonly string[]): readonly object[] {
  switch (part.type) {
    case 'reasoning': {
      const thinking = split(part.text).map((piece) => ({ type: 'thinking_delta', thinking: piece }));
      return [...thinking, { type: 'signature_delta', signature: part.signature ?? '' }];
    }
    case 'redacted':
      return [];
    case 'call':
      return ['', ...split(part.arguments)].map((piece) => ({
        type: 'input_json_delta',
        partial_json: piece,
      }));
    default:
      return split(part.text).map((piece) => ({ type: 'text_delta', text: piece }));
  }
}
