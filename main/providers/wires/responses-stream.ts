import { z } from 'zod';
import type { Usage } from '#contract';
import type { SaidPart } from '#core/transcript/types.ts';
import type { WireEvent, WireResponse } from '../wire.ts';
import type { Item } from './responses-body.ts';
import { StreamedRefusal } from './session.ts';
import type { Gathering } from './speak.ts';

const count = z.number().nullish();
const item = z.looseObject({ type: z.string() });
const index = { output_index: z.number() };
const delta = { ...index, delta: z.string() };
const ended = z.looseObject({
  output: z.array(item).nullish(),
  incomplete_details: z.looseObject({ reason: z.string().nullish() }).nullish(),
  usage: z
    .looseObject({
      input_tokens: count,
      output_tokens: count,
      input_tokens_details: z.looseObject({ cached_tokens: count, cache_write_tokens: count }).nullish(),
    })
    .nullish(),
  error: z.unknown().optional(),
});

// Shape: `ResponseStreamEvent` of the SDK, as far as an answer of text, reasoning and calls needs it.
const eventSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('response.output_item.added'), ...index, item }),
  z.looseObject({ type: z.literal('response.output_item.done'), ...index, item }),
  z.looseObject({ type: z.literal('response.output_text.delta'), ...delta }),
  z.looseObject({ type: z.literal('response.refusal.delta'), ...delta }),
  z.looseObject({
    type: z.literal('response.reasoning_summary_part.added'),
    ...index,
    summary_index: z.number(),
  }),
  z.looseObject({ type: z.literal('response.reasoning_summary_text.delta'), ...delta }),
  z.looseObject({ type: z.literal('response.reasoning_text.delta'), ...delta }),
  z.looseObject({ type: z.literal('response.function_call_arguments.delta'), ...delta }),
  z.looseObject({ type: z.literal('response.completed'), response: ended }),
  z.looseObject({ type: z.literal('response.incomplete'), response: ended }),
  z.looseObject({ type: z.literal('response.failed'), response: ended }),
  z.looseObject({ type: z.literal('error') }),
]);
const known = new Set<string>(eventSchema.options.map((option) => option.shape.type.value));
const anyEvent = z.looseObject({ type: z.string() });

/** Puts a streamed response together: the items verbatim, and what everyone else needs of them. */
export class ResponsesResponse implements Gathering {
  readonly #items = new Map<number, Item>();
  readonly #callIds = new Map<number, string>();
  #usage: Usage | null = null;
  #incomplete: string | null = null;
  finished = false;

  /** @throws when the event is not one of the wire, or {@link StreamedRefusal} where the provider failed */
  *take(raw: unknown): Generator<WireEvent> {
    if (!known.has(anyEvent.parse(raw).type)) return;
    const event = eventSchema.parse(raw);
    switch (event.type) {
      case 'response.output_item.added':
        yield* this.#begin(event.output_index, event.item);
        break;
      case 'response.output_item.done':
        this.#items.set(event.output_index, event.item);
        break;
      case 'response.output_text.delta':
      case 'response.refusal.delta':
        yield { type: 'text', text: event.delta };
        break;
      case 'response.reasoning_summary_part.added':
        if (event.summary_index > 0) yield { type: 'reasoning', text: '\n\n' };
        break;
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        yield { type: 'reasoning', text: event.delta };
        break;
      case 'response.function_call_arguments.delta':
        yield { type: 'arguments', id: this.#callIds.get(event.output_index) ?? '', text: event.delta };
        break;
      case 'error':
        throw new StreamedRefusal(event);
      case 'response.failed':
        throw new StreamedRefusal(event.response.error ?? event.response);
      default:
        this.#end(event.response);
    }
  }

  /** The whole response. */
  response(model: string): WireResponse {
    const blocks = [...this.#items.entries()].sort(([a], [b]) => a - b).map(([, block]) => block);
    const said = blocks.flatMap(saidOf);
    const calls = said.some((part) => part.type === 'call');
    const native = { wire: 'openai-responses', model, blocks };
    return { said, native, stop: stopOf(this.#incomplete, calls), usage: this.#usage };
  }

  *#begin(at: number, begun: Item): Generator<WireEvent> {
    if (begun.type !== 'function_call') return;
    const id = textOf(begun['call_id']);
    this.#callIds.set(at, id);
    yield { type: 'call', id, name: textOf(begun['name']) };
  }

  #end(response: z.infer<typeof ended>): void {
    this.finished = true;
    this.#incomplete = response.incomplete_details?.reason ?? null;
    // Some servers announce no end of single items.
    for (const [at, block] of (response.output ?? []).entries()) {
      if (!this.#items.has(at)) this.#items.set(at, block);
    }
    const { usage } = response;
    if (!usage) return;
    const cacheRead = usage.input_tokens_details?.cached_tokens ?? 0;
    const cacheWrite = usage.input_tokens_details?.cache_write_tokens ?? 0;
    this.#usage = {
      input: Math.max(0, (usage.input_tokens ?? 0) - cacheRead - cacheWrite),
      output: usage.output_tokens ?? 0,
      cacheRead,
      cacheWrite,
    };
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The texts of an item's parts: of a message, or of what is shown of the reasoning. */
const textsIn = (parts: unknown): string[] =>
  (Array.isArray(parts) ? parts : []).flatMap((part: unknown) => {
    if (typeof part !== 'object' || part === null) return [];
    const { text, refusal } = part as Record<string, unknown>;
    return [textOf(text) || textOf(refusal)].filter((shown) => shown !== '');
  });

function saidOf(block: Item): SaidPart[] {
  if (block.type === 'message') return textsIn(block['content']).map((text) => ({ type: 'text', text }));
  if (block.type === 'reasoning') {
    const shown = [...textsIn(block['summary']), ...textsIn(block['content'])].join('\n\n');
    return shown === '' ? [] : [{ type: 'reasoning', text: shown }];
  }
  if (block.type !== 'function_call') return [];
  const [id, name, args] = [block['call_id'], block['name'], block['arguments']].map(textOf);
  return [{ type: 'call', id: id ?? '', name: name ?? '', arguments: args ?? '' }];
}

function stopOf(incomplete: string | null, calls: boolean): WireResponse['stop'] {
  if (incomplete === 'content_filter') return 'filtered';
  if (incomplete !== null) return 'length';
  return calls ? 'calls' : 'end';
}
