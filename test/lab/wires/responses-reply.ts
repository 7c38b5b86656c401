import { idFrom } from '../hash.ts';
import { CREATED, type LabModel } from '../models.ts';
import type { Reply, ReplyPart, StreamItem, Usage } from '../types.ts';
import { itemIds, type Removal, summaryOf } from './responses-reasoning.ts';
import type { ResponsesBody } from './responses-schema.ts';

/** What the request decides about the form of its answer. */
export interface ReplyContext {
  readonly model: LabModel;
  readonly body: ResponsesBody;
  readonly removed: readonly Removal[];
  readonly compressed: boolean;
}

type Solid = Exclude<ReplyPart, { type: 'hold' }>;
type Status = 'in_progress' | 'completed' | 'incomplete';

function usageOf(usage: Usage) {
  return {
    input_tokens: usage.input,
    input_tokens_details: {
      cached_tokens: usage.cacheRead,
      cache_write_tokens: usage.cacheWriteShort + usage.cacheWriteLong,
      cache_write_tokens_details: {
        ttl_30m_tokens: usage.cacheWriteShort,
        ttl_12h_tokens: usage.cacheWriteLong,
      },
    },
    output_tokens: usage.output,
    output_tokens_details: { reasoning_tokens: usage.reasoning },
    total_tokens: usage.input + usage.output,
  };
}

const incompleteReason = ({ stop }: Reply) => {
  if (stop === 'filter') return 'content_filter';
  return stop === 'length' || stop === 'window' ? 'max_output_tokens' : null;
};

/** The response object, without what comes with its end. */
function envelope(reply: Reply, { model, body, removed, compressed }: ReplyContext) {
  return {
    id: `resp_${reply.id}`,
    object: 'response',
    created_at: CREATED,
    background: false,
    access_programs: null,
    error: null,
    incomplete_details: null,
    instructions: body.instructions ?? null,
    image: { context_compression: compressed ? 'enabled' : 'disabled' },
    ...(removed.length > 0 ? { input_transformations: removed } : {}),
    max_output_tokens: body.max_output_tokens ?? null,
    metadata: body.metadata ?? {},
    model: model.id,
    parallel_tool_calls: body.parallel_tool_calls ?? true,
    previous_response_id: null,
    prompt_cache_key: body.prompt_cache_key ?? null,
    reasoning: {
      effort: body.reasoning?.effort ?? (model.reasoning === 'none' ? null : 'medium'),
      summary: body.reasoning?.summary ?? null,
    },
    service_tier: 'default',
    store: body.store ?? true,
    temperature: body.temperature ?? 1,
    text: { format: { type: 'text' }, verbosity: 'medium', ...body.text },
    tool_choice: body.tool_choice ?? 'auto',
    tools: body.tools ?? [],
    top_p: body.top_p ?? 1,
    truncation: body.truncation ?? 'disabled',
  };
}

function finished(reply: Reply, context: ReplyContext) {
  const reason = incompleteReason(reply);
  const parts = solid(reply);
  const ids = itemIds(parts, reply.id);
  const output = parts.map((part, index) => {
    const last = index === parts.length - 1;
    return itemOf(
      part,
      ids[index] ?? '',
      last && reason !== null ? 'incomplete' : 'completed',
      phase(parts, index, context),
    );
  });
  return {
    ...envelope(reply, context),
    status: reason === null ? 'completed' : 'incomplete',
    ...(reason === null ? { completed_at: CREATED } : { incomplete_details: { reason } }),
    output,
    usage: usageOf(reply.usage),
  };
}

const solid = (reply: Reply): readonly Solid[] => reply.parts.filter((part) => part.type !== 'hold');

// From 5.3 on: what is said before calls is commentary.
function phase(parts: readonly Solid[], index: number, { model }: ReplyContext): object {
  if (!model.modern) return {};
  const before = parts.slice(index + 1).some(({ type }) => type === 'call');
  return { phase: before ? 'commentary' : 'final_answer' };
}

function itemOf(part: Solid, id: string, status: Status, more: object): object {
  switch (part.type) {
    case 'reasoning': {
      const encrypted_content = part.signature ?? '';
      return { id, type: 'reasoning', summary: summaryOf(part.text), encrypted_content };
    }
    case 'call':
      return {
        id,
        type: 'function_call',
        status,
        arguments: part.arguments,
        call_id: part.id,
        name: part.name,
      };
    case 'redacted':
      throw new Error('Redacted parts are sealed as reasoning before they come here.');
    default:
      return { id, type: 'message', status, role: 'assistant', content: [contentOf(part)], ...more };
  }
}

const contentOf = (part: Extract<Solid, { type: 'text' | 'refusal' }>) =>
  part.type === 'text'
    ? { type: 'output_text', text: part.text, annotations: [], logprobs: [] }
    : { type: 'refusal', refusal: part.text };

/** The body of an answer that is not streamed. */
export const wholeReply = (reply: Reply, context: ReplyContext): unknown => finished(reply, context);

/** The answer as server-sent events. */
export function frames(
  reply: Reply,
  context: ReplyContext,
  split: (text: string) => readonly string[],
): StreamItem[] {
  let sequence = 0;
  const obfuscated = context.body.stream_options?.include_obfuscation !== false;
  const event = (type: string, data: object): StreamItem => {
    const serial = sequence;
    sequence += 1;
    const noise =
      obfuscated && type.endsWith('.delta')
        ? { obfuscation: idFrom(`${reply.id}${serial}`, 3 + (serial % 7)) }
        : {};
    const body = { type, sequence_number: serial, ...data, ...noise };
    return { frame: `event: ${type}\ndata: ${JSON.stringify(body)}\n\n` };
  };
  const opening = {
    response: { ...envelope(reply, context), status: 'in_progress', output: [], usage: null },
  };
  const items = [event('response.created', opening), event('response.in_progress', opening)];
  const parts = solid(reply);
  const ids = itemIds(parts, reply.id);
  let index = -1;
  for (const part of reply.parts) {
    if (part.type === 'hold') {
      items.push({ gate: part.gate });
      continue;
    }
    index += 1;
    const id = ids[index] ?? '';
    const more = phase(parts, index, context);
    items.push(event('response.output_item.added', { output_index: index, item: begun(part, id, more) }));
    for (const [type, data] of partEvents(part, split)) {
      items.push(event(`response.${type}`, { item_id: id, output_index: index, ...data }));
    }
    const cut = index === parts.length - 1 && incompleteReason(reply) !== null;
    const item = itemOf(part, id, cut ? 'incomplete' : 'completed', more);
    items.push(event('response.output_item.done', { output_index: index, item }));
  }
  const end = incompleteReason(reply) === null ? 'response.completed' : 'response.incomplete';
  return [...items, event(end, { response: finished(reply, context) })];
}

/** An item as it is announced: empty, and with only the beginning of what is encrypted. */
function begun(part: Solid, id: string, more: object): object {
  switch (part.type) {
    case 'reasoning': {
      const item = itemOf({ ...part, text: '' }, id, 'in_progress', {});
      return { ...item, encrypted_content: (part.signature ?? '').slice(0, 40) };
    }
    case 'call':
      return itemOf({ ...part, arguments: '' }, id, 'in_progress', {});
    default:
      return { id, type: 'message', status: 'in_progress', role: 'assistant', content: [], ...more };
  }
}

type PartEvent = readonly [type: string, data: object];

function partEvents(part: Solid, split: (text: string) => readonly string[]): PartEvent[] {
  switch (part.type) {
    case 'reasoning':
      return part.text === '' ? [] : summaryEvents(part.text, split);
    case 'call':
      return [
        ...split(part.arguments).map((delta): PartEvent => ['function_call_arguments.delta', { delta }]),
        ['function_call_arguments.done', { arguments: part.arguments, name: part.name }],
      ];
    case 'text':
      return contentEvents(part, 'output_text', { text: part.text, logprobs: [] }, split);
    case 'refusal':
      return contentEvents(part, 'refusal', { refusal: part.text }, split);
    default:
      return [];
  }
}

function summaryEvents(text: string, split: (text: string) => readonly string[]): PartEvent[] {
  const at = { summary_index: 0 };
  return [
    ['reasoning_summary_part.added', { ...at, part: { type: 'summary_text', text: '' } }],
    ...split(text).map((delta): PartEvent => ['reasoning_summary_text.delta', { ...at, delta }]),
    ['reasoning_summary_text.done', { ...at, text }],
    ['reasoning_summary_part.done', { ...at, part: { type: 'summary_text', text } }],
  ];
}

function contentEvents(
  part: Extract<Solid, { type: 'text' | 'refusal' }>,
  name: string,
  done: object,
  split: (text: string) => readonly string[],
): PartEvent[] {
  const at = { content_index: 0 };
  const logprobs = part.type === 'text' ? { logprobs: [] } : {};
  return [
    ['content_part.added', { ...at, part: contentOf({ ...part, text: '' }) }],
    ...split(part.text).map((delta): PartEvent => [`${name}.delta`, { ...at, delta, ...logprobs }]),
    [`${name}.done`, { ...at, ...done }],
    ['content_part.done', { ...at, part: contentOf(part) }],
  ];
}
