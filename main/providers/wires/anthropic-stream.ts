import { z } from 'zod';
import type { Usage } from '#contract';
import type { SaidPart } from '#core/transcript/types.ts';
import type { WireEvent, WireResponse } from '../wire.ts';
import type { Block } from './anthropic-body.ts';

const count = z.number().nullish();
const usageSchema = z.looseObject({
  input_tokens: count,
  output_tokens: count,
  cache_read_input_tokens: count,
  cache_creation_input_tokens: count,
});

// Shapes: `RawMessageStreamEvent` of the SDK. Fields that are only kept are not named.
const eventSchema = z.discriminatedUnion('type', [
  z.looseObject({
    type: z.literal('message_start'),
    message: z.looseObject({ usage: usageSchema.nullish() }),
  }),
  z.looseObject({
    type: z.literal('content_block_start'),
    index: z.number(),
    content_block: z.looseObject({ type: z.string() }),
  }),
  z.looseObject({
    type: z.literal('content_block_delta'),
    index: z.number(),
    delta: z.looseObject({ type: z.string() }),
  }),
  z.looseObject({ type: z.literal('content_block_stop'), index: z.number() }),
  z.looseObject({
    type: z.literal('message_delta'),
    delta: z.looseObject({ stop_reason: z.string().nullish() }),
    usage: usageSchema.nullish(),
  }),
  z.looseObject({ type: z.literal('message_stop') }),
]);
const known = new Set(eventSchema.options.map((option) => option.shape.type.value));
const anyEvent = z.looseObject({ type: z.string() });

type StreamEvent = z.infer<typeof eventSchema>;

/** Kinds of calls whose input streams as text. */
const isCall = (block: Block): boolean => block.type.endsWith('tool_use');

/**
 * Puts a streamed response together: the blocks verbatim, and what everyone else needs of them. The input of a
 * call is kept as the raw string that was streamed: `input` holds text in stored blocks.
 */
export class AnthropicResponse {
  readonly #blocks = new Map<number, Block>();
  readonly #inputs = new Map<number, string>();
  #usage: Usage | null = null;
  #stop: string | null = null;
  /** True once the vendor said that the response is whole. */
  finished = false;

  /** @throws when the event is not one of the wire: the stream is garbage */
  *take(raw: unknown): Generator<WireEvent> {
    if (!known.has(anyEvent.parse(raw).type as StreamEvent['type'])) return;
    const event = eventSchema.parse(raw);
    if (event.type === 'message_start') this.#count(event.message.usage);
    else if (event.type === 'content_block_start') yield* this.#start(event.index, event.content_block);
    else if (event.type === 'content_block_delta') yield* this.#extend(event.index, event.delta);
    else if (event.type === 'content_block_stop') yield* this.#end(event.index);
    else if (event.type === 'message_delta') {
      this.#stop = event.delta.stop_reason ?? this.#stop;
      this.#count(event.usage);
    } else this.finished = true;
  }

  /** The whole response. */
  response(model: string): WireResponse {
    const blocks = [...this.#blocks.entries()].sort(([a], [b]) => a - b).map(([, block]) => block);
    const native = { wire: 'anthropic', model, blocks };
    const stop = stopOf(this.#stop, blocks.some(isCall));
    return { said: blocks.flatMap(saidOf), native, stop, usage: this.#usage };
  }

  *#start(index: number, block: Block): Generator<WireEvent> {
    this.#blocks.set(index, block);
    if (block.type === 'text' && text(block['text']) !== '')
      yield { type: 'text', text: text(block['text']) };
    if (block.type === 'thinking' && text(block['thinking']) !== '') {
      yield { type: 'reasoning', text: text(block['thinking']) };
    }
    if (isCall(block)) yield { type: 'call', id: text(block['id']), name: text(block['name']) };
  }

  *#extend(index: number, delta: Block): Generator<WireEvent> {
    const block = this.#blocks.get(index);
    if (!block) throw new Error(`A delta of a block ${index} that has not begun`);
    switch (delta.type) {
      case 'text_delta':
        block['text'] = text(block['text']) + text(delta['text']);
        yield { type: 'text', text: text(delta['text']) };
        break;
      case 'thinking_delta':
        block['thinking'] = text(block['thinking']) + text(delta['thinking']);
        yield { type: 'reasoning', text: text(delta['thinking']) };
        break;
      case 'signature_delta':
        block['signature'] = text(block['signature']) + text(delta['signature']);
        break;
      case 'input_json_delta':
        this.#inputs.set(index, (this.#inputs.get(index) ?? '') + text(delta['partial_json']));
        yield { type: 'arguments', id: text(block['id']), text: text(delta['partial_json']) };
        break;
      case 'citations_delta':
        block['citations'] = [
          ...(Array.isArray(block['citations']) ? block['citations'] : []),
          delta['citation'],
        ];
        break;
    }
  }

  *#end(index: number): Generator<WireEvent> {
    const block = this.#blocks.get(index);
    if (!block || !isCall(block)) return;
    const streamed = this.#inputs.get(index) ?? '';
    // Some compatible servers put the whole input into the first event and stream none.
    const whole = streamed === '' ? JSON.stringify(block['input'] ?? {}) : streamed;
    block['input'] = whole;
    if (streamed === '') yield { type: 'arguments', id: text(block['id']), text: whole };
  }

  #count(usage: z.infer<typeof usageSchema> | null | undefined): void {
    if (!usage) return;
    const before = this.#usage ?? { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
    this.#usage = {
      input: usage.input_tokens ?? before.input,
      output: usage.output_tokens ?? before.output,
      cacheRead: usage.cache_read_input_tokens ?? before.cacheRead,
      cacheWrite: usage.cache_creation_input_tokens ?? before.cacheWrite,
    };
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function saidOf(block: Block): SaidPart[] {
  if (block.type === 'text') return [{ type: 'text', text: text(block['text']) }];
  if (block.type === 'thinking') return [{ type: 'reasoning', text: text(block['thinking']) }];
  if (block.type !== 'tool_use') return [];
  return [
    { type: 'call', id: text(block['id']), name: text(block['name']), arguments: text(block['input']) },
  ];
}

/** `StopReason` of the SDK. A pause of the vendor's own tools ends the answer: Bough asks for none. */
function stopOf(reason: string | null, calls: boolean): WireResponse['stop'] {
  if (reason === 'max_tokens' || reason === 'model_context_window_exceeded') return 'length';
  if (reason === 'refusal') return 'filtered';
  return calls ? 'calls' : 'end';
}
