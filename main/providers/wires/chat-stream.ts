import { z } from 'zod';
import type { Usage } from '#contract';
import type { SaidPart } from '#core/transcript/types.ts';
import type { WireEvent, WireResponse } from '../wire.ts';

const count = z.number().nullish();
const usageSchema = z.looseObject({
  prompt_tokens: count,
  completion_tokens: count,
  prompt_tokens_details: z.looseObject({ cached_tokens: count, cache_write_tokens: count }).nullish(),
  // DeepSeek's word for cached tokens.
  prompt_cache_hit_tokens: count,
});
const callSchema = z.looseObject({
  index: count,
  id: z.string().nullish(),
  type: z.string().nullish(),
  function: z.looseObject({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
});
const deltaSchema = z.looseObject({
  // Mistral's reasoning models send parts in place of a string.
  content: z.union([z.string(), z.array(z.looseObject({ type: z.string() }))]).nullish(),
  refusal: z.string().nullish(),
  reasoning_content: z.string().nullish(),
  reasoning: z.string().nullish(),
  reasoning_details: z.array(z.looseObject({})).nullish(),
  tool_calls: z.array(callSchema).nullish(),
});
// Shape: `ChatCompletionChunk` of the SDK, with what compatible servers add.
const chunkSchema = z.looseObject({
  choices: z
    .array(z.looseObject({ delta: deltaSchema.nullish(), finish_reason: z.string().nullish() }))
    .nullish(),
  usage: usageSchema.nullish(),
  x_groq: z.looseObject({ usage: usageSchema.nullish() }).nullish(),
});

type CallDelta = z.infer<typeof callSchema>;
type Delta = z.infer<typeof deltaSchema>;

type MessageField = 'content' | 'refusal' | 'reasoning_content' | 'reasoning';

interface GrowingCall {
  index: number | null;
  /** The server's own id; `id` is it, or one made in its place. */
  given: string;
  id: string;
  /** Empty until the call was told. */
  name: string;
  arguments: string;
  /** Fields that this server wants back, for instance Gemini's thought signatures. */
  extra: Record<string, unknown>;
}

export interface ChatResponseOptions {
  newId(): string;
  /** Ids of calls that the conversation holds already: some servers count from 0 in every response. */
  usedIds: ReadonlySet<string>;
}

/** Puts a streamed response together: the assistant message verbatim, and what everyone else needs of it. */
export class ChatResponse {
  readonly #options: ChatResponseOptions;
  readonly #said: SaidPart[] = [];
  readonly #calls: GrowingCall[] = [];
  readonly #details: Record<string, unknown>[] = [];
  readonly #fields: Partial<Record<MessageField, string>> = {};
  #usage: Usage | null = null;
  #finish: string | null = null;

  constructor(options: ChatResponseOptions) {
    this.#options = options;
  }

  /** True once the server said why the answer ended. */
  get finished(): boolean {
    return this.#finish !== null;
  }

  /** @throws when the chunk is not one of the wire: the stream is garbage */
  *take(raw: unknown): Generator<WireEvent> {
    const chunk = chunkSchema.parse(raw);
    this.#count(chunk.usage ?? chunk.x_groq?.usage);
    const [choice] = chunk.choices ?? [];
    if (!choice) return;
    if (choice.delta) yield* this.#extend(choice.delta);
    this.#finish = choice.finish_reason ?? this.#finish;
  }

  /** The whole response. */
  response(model: string): WireResponse {
    const calls = this.#calls.map(
      ({ id, name, arguments: args }): SaidPart => ({ type: 'call', id, name, arguments: args }),
    );
    const native = { wire: 'openai-chat', model, blocks: [this.#message()] };
    const stop = stopOf(this.#finish, calls.length > 0);
    return { said: [...this.#said, ...calls], native, stop, usage: this.#usage };
  }

  #message(): unknown {
    const { content, ...fields } = this.#fields;
    const calls = this.#calls;
    return {
      role: 'assistant',
      content: content ?? (calls.length > 0 || fields.refusal !== undefined ? null : ''),
      ...fields,
      ...(this.#details.length > 0 && { reasoning_details: this.#details }),
      ...(calls.length > 0 && {
        tool_calls: calls.map(({ id, name, extra, arguments: args }) => ({
          id,
          type: 'function',
          ...extra,
          function: { name, arguments: args },
        })),
      }),
    };
  }

  *#extend(delta: Delta): Generator<WireEvent> {
    const openly = delta.reasoning_content || delta.reasoning || '';
    for (const field of ['reasoning_content', 'reasoning'] as const) this.#grow(field, delta[field]);
    for (const detail of delta.reasoning_details ?? []) this.#detail(detail);
    if (openly !== '') yield this.#say('reasoning', openly);
    const parts =
      typeof delta.content === 'string' ? [{ type: 'text', text: delta.content }] : (delta.content ?? []);
    for (const part of parts) {
      const text = textIn(part);
      if (text === '') continue;
      if (part.type === 'text') this.#grow('content', text);
      yield this.#say(part.type === 'text' ? 'text' : 'reasoning', text);
    }
    if (delta.refusal) {
      this.#grow('refusal', delta.refusal);
      yield this.#say('text', delta.refusal);
    }
    for (const call of delta.tool_calls ?? []) yield* this.#call(call);
  }

  #grow(field: MessageField, text: string | null | undefined): void {
    if (text) this.#fields[field] = (this.#fields[field] ?? '') + text;
  }

  #say(type: 'text' | 'reasoning', text: string): WireEvent {
    const last = this.#said.at(-1);
    if (last?.type === type) last.text += text;
    else this.#said.push({ type, text });
    return { type, text };
  }

  /** OpenRouter streams a detail in pieces with the same index: its texts grow, its other fields are replaced. */
  #detail(piece: Record<string, unknown>): void {
    const open = this.#details.at(-1);
    if (!open || open['type'] !== piece['type'] || open['index'] !== piece['index']) {
      this.#details.push({ ...piece });
      return;
    }
    for (const [name, value] of Object.entries(piece)) {
      const grows = ['text', 'summary', 'data'].includes(name) && typeof open[name] === 'string';
      if (value !== null) open[name] = grows ? `${open[name]}${value}` : value;
    }
  }

  *#call(delta: CallDelta): Generator<WireEvent> {
    const { index, id, type: _type, function: called, ...extra } = delta;
    const call = this.#find(index ?? null, id ?? '') ?? this.#begin(index ?? null, id ?? '');
    Object.assign(call.extra, extra);
    if (call.name === '' && called?.name) {
      call.name = called.name;
      yield { type: 'call', id: call.id, name: call.name };
    }
    if (!called?.arguments) return;
    call.arguments += called.arguments;
    yield { type: 'arguments', id: call.id, text: called.arguments };
  }

  /** The call that a piece belongs to. Some servers number every call 0: a new id is a new call. */
  #find(index: number | null, id: string): GrowingCall | undefined {
    const last = this.#calls.at(-1);
    const call = index === null ? last : this.#calls.findLast((known) => known.index === index);
    return call && (id === '' || call.given === id || call.given === '') ? call : undefined;
  }

  #begin(index: number | null, given: string): GrowingCall {
    const taken =
      given === '' || this.#options.usedIds.has(given) || this.#calls.some((call) => call.id === given);
    const id = taken ? `call_${this.#options.newId().replaceAll('-', '')}` : given;
    const call: GrowingCall = { index, given, id, name: '', arguments: '', extra: {} };
    this.#calls.push(call);
    return call;
  }

  #count(usage: z.infer<typeof usageSchema> | null | undefined): void {
    if (!usage) return;
    const cacheRead = usage.prompt_tokens_details?.cached_tokens ?? usage.prompt_cache_hit_tokens ?? 0;
    const cacheWrite = usage.prompt_tokens_details?.cache_write_tokens ?? 0;
    this.#usage = {
      input: Math.max(0, (usage.prompt_tokens ?? 0) - cacheRead - cacheWrite),
      output: usage.completion_tokens ?? 0,
      cacheRead,
      cacheWrite,
    };
  }
}

/** Text of a content part: Mistral nests its reasoning once more. */
function textIn(part: Record<string, unknown>): string {
  if (typeof part['text'] === 'string') return part['text'];
  const inner = part['thinking'];
  return Array.isArray(inner) ? inner.map((piece) => textIn(piece ?? {})).join('') : '';
}

/** `finish_reason` of the SDK; many servers say `stop` although they call. */
function stopOf(reason: string | null, calls: boolean): WireResponse['stop'] {
  if (reason === 'length') return 'length';
  if (reason === 'content_filter') return 'filtered';
  return calls ? 'calls' : 'end';
}
