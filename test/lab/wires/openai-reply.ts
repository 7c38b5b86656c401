import { idFrom } from '../hash.ts';
import { CREATED, type LabModel } from '../models.ts';
import type { Reply, ReplyPart, StopReason, StreamItem, Usage } from '../types.ts';
import type { Dialect } from './openai-validate.ts';

/** What the request decides about the form of its answer. */
export interface ReplyContext {
  readonly model: LabModel;
  readonly dialect: Dialect;
  readonly includeUsage: boolean;
}

const FINISH: Record<StopReason, string> = {
  end: 'stop',
  length: 'length',
  calls: 'tool_calls',
  filter: 'content_filter',
  refusal: 'stop',
  'stop-sequence': 'stop',
  window: 'length',
};

function usageOf(usage: Usage) {
  return {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    prompt_tokens_details: { cached_tokens: usage.cacheRead, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: usage.reasoning,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}

const joined = (parts: readonly ReplyPart[], type: 'text' | 'reasoning' | 'refusal') =>
  parts.flatMap((part) => (part.type === type ? [part.text] : [])).join('');

/** The body of an answer that is not streamed. */
export function wholeReply(reply: Reply, { model }: ReplyContext): unknown {
  const calls = reply.parts.flatMap((part) =>
    part.type === 'call'
      ? [{ id: part.id, type: 'function', function: { name: part.name, arguments: part.arguments } }]
      : [],
  );
  const reasoning = joined(reply.parts, 'reasoning');
  const message = {
    role: 'assistant',
    content: joined(reply.parts, 'text') || (calls.length > 0 ? null : ''),
    refusal: joined(reply.parts, 'refusal') || null,
    annotations: [],
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
    ...(model.reasoningField && reasoning ? { [model.reasoningField]: reasoning } : {}),
  };
  return {
    id: `chatcmpl-${reply.id}`,
    object: 'chat.completion',
    created: CREATED,
    model: model.id,
    choices: [{ index: 0, message, logprobs: null, finish_reason: FINISH[reply.stop] }],
    usage: usageOf(reply.usage),
    service_tier: 'default',
    system_fingerprint: null,
  };
}

/** The answer as server-sent events, `[DONE]` included. */
export function frames(
  reply: Reply,
  context: ReplyContext,
  split: (text: string) => readonly string[],
): StreamItem[] {
  const { model, dialect, includeUsage } = context;
  let serial = 0;
  const chunk = (choices: readonly object[], usage: object | null): StreamItem => {
    serial += 1;
    const body = {
      id: `chatcmpl-${reply.id}`,
      object: 'chat.completion.chunk',
      created: CREATED,
      model: model.id,
      service_tier: 'default',
      system_fingerprint: null,
      choices,
      ...(includeUsage ? { usage } : {}),
      ...(dialect === 'openai' ? { obfuscation: idFrom(`${reply.id}${serial}`, 3 + (serial % 7)) } : {}),
    };
    return { frame: `data: ${JSON.stringify(body)}\n\n` };
  };
  const delta = (value: object, finish: string | null = null) =>
    chunk([{ index: 0, delta: value, logprobs: null, finish_reason: finish }], null);
  const items: StreamItem[] = [delta({ role: 'assistant', content: '', refusal: null })];
  // OpenRouter sends comments while it waits for a provider; a client has to pass over them.
  if (dialect === 'compatible') items.unshift({ frame: ': PROCESSING\n\n' });
  items.push(
    ...partDeltas(reply.parts, model, split).map((value) => ('gate' in value ? value : delta(value))),
  );
  items.push(delta({}, FINISH[reply.stop]));
  if (includeUsage) items.push(chunk([], usageOf(reply.usage)));
  return [...items, { frame: 'data: [DONE]\n\n' }];
}

type PartDelta = object | Extract<StreamItem, { gate: unknown }>;

function partDeltas(
  parts: readonly ReplyPart[],
  model: LabModel,
  split: (text: string) => readonly string[],
): PartDelta[] {
  let calls = -1;
  return parts.flatMap((part): PartDelta[] => {
    switch (part.type) {
      case 'text':
        return split(part.text).map((content) => ({ content }));
      case 'refusal':
        return split(part.text).map((refusal) => ({ refusal }));
      case 'reasoning': {
        const field = model.reasoningField;
        return field === null ? [] : split(part.text).map((text) => ({ [field]: text }));
      }
      case 'call': {
        calls += 1;
        const index = calls;
        const head = { index, id: part.id, type: 'function', function: { name: part.name, arguments: '' } };
        const pieces = split(part.arguments).map((piece) => ({ index, function: { arguments: piece } }));
        return [head, ...pieces].map((call) => ({ tool_calls: [call] }));
      }
      case 'hold':
        return [{ gate: part.gate }];
      default:
        return [];
    }
  });
}
