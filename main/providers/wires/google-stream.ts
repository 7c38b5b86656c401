import { z } from 'zod';
import type { Usage } from '#contract';
import type { SaidPart } from '#core/transcript/types.ts';
import { parseKeeping } from '../raw-json.ts';
import type { WireEvent, WireResponse } from '../wire.ts';
import type { GooglePart } from './google-body.ts';
import { StreamedRefusal } from './session.ts';
import type { Gathering } from './speak.ts';

const count = z.number().nullish();
const part = z.looseObject({
  text: z.string().nullish(),
  thought: z.boolean().nullish(),
  thoughtSignature: z.string().nullish(),
  functionCall: z
    .looseObject({ id: z.string().nullish(), name: z.string(), args: z.string().nullish() })
    .nullish(),
});
// Shape: `GenerateContentResponse` of the API reference; `args` are the text that they came as.
const chunkSchema = z.looseObject({
  candidates: z
    .array(
      z.looseObject({
        content: z.looseObject({ parts: z.array(part).nullish() }).nullish(),
        finishReason: z.string().nullish(),
        finishMessage: z.string().nullish(),
      }),
    )
    .nullish(),
  promptFeedback: z.looseObject({ blockReason: z.string().nullish() }).nullish(),
  usageMetadata: z
    .looseObject({
      promptTokenCount: count,
      cachedContentTokenCount: count,
      candidatesTokenCount: count,
      thoughtsTokenCount: count,
    })
    .nullish(),
  error: z.unknown().optional(),
});
type Part = z.infer<typeof part>;

/** `FinishReason` of the API reference, as far as something was withheld. */
const withheld = new Set(['SAFETY', 'RECITATION', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII']);
const brokenCalls = new Set(['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL']);

/** Puts a streamed response together: the parts verbatim, and what everyone else needs of them. */
export class GoogleResponse implements Gathering {
  readonly #newId: () => string;
  readonly #parts: GooglePart[] = [];
  readonly #said: SaidPart[] = [];
  #usage: Usage | null = null;
  #finish: string | null = null;

  constructor(newId: () => string) {
    this.#newId = newId;
  }

  get finished(): boolean {
    return this.#finish !== null;
  }

  /**
   * @param raw the text of one chunk
   * @throws when it is not one of the wire, or {@link StreamedRefusal} where the provider failed
   */
  *take(raw: unknown): Generator<WireEvent> {
    const chunk = chunkSchema.parse(parseKeeping(String(raw), 'args'));
    if (chunk.error) throw new StreamedRefusal(chunk.error);
    this.#count(chunk.usageMetadata);
    if (chunk.promptFeedback?.blockReason) this.#finish = 'PROHIBITED_CONTENT';
    const [candidate] = chunk.candidates ?? [];
    for (const made of candidate?.content?.parts ?? []) yield* this.#part(made);
    this.#finish = candidate?.finishReason ?? this.#finish;
  }

  /** The whole response. */
  response(model: string): WireResponse {
    const calls = this.#said.some((said) => said.type === 'call');
    const native = { wire: 'google', model, blocks: this.#parts };
    return { said: this.#said, native, stop: stopOf(this.#finish, calls), usage: this.#usage };
  }

  *#part(made: Part): Generator<WireEvent> {
    this.#keep(made);
    const { text, thought, functionCall: call } = made;
    if (call) {
      // Before 3 calls have no id: one is made here, for the results, and never sent.
      const id = call.id ?? `call_${this.#newId().replaceAll('-', '')}`;
      const args = call.args ?? '{}';
      this.#said.push({ type: 'call', id, name: call.name, arguments: args });
      yield { type: 'call', id, name: call.name };
      yield { type: 'arguments', id, text: args };
    } else if (text) {
      const type = thought ? 'reasoning' : 'text';
      const last = this.#said.at(-1);
      if (last?.type === type) last.text += text;
      else this.#said.push({ type, text });
      yield { type, text };
    }
  }

  /** A signature belongs to the part that it came with: only pieces of plain text are put together. */
  #keep(made: Part): void {
    const last = this.#parts.at(-1);
    const grows = last && isPlain(last) && isPlain(made) && last['thought'] === made.thought;
    if (grows) last['text'] = `${last['text']}${made.text}`;
    else this.#parts.push({ ...made });
  }

  #count(usage: z.infer<typeof chunkSchema>['usageMetadata']): void {
    if (!usage) return;
    const cacheRead = usage.cachedContentTokenCount ?? 0;
    this.#usage = {
      input: Math.max(0, (usage.promptTokenCount ?? 0) - cacheRead),
      output: (usage.candidatesTokenCount ?? 0) + (usage.thoughtsTokenCount ?? 0),
      cacheRead,
      cacheWrite: 0,
    };
  }
}

/** Nothing but text, and whether it is a thought. */
const isPlain = (made: GooglePart): boolean =>
  typeof made['text'] === 'string' &&
  Object.keys(made).every((name) => name === 'text' || name === 'thought');

function stopOf(reason: string | null, calls: boolean): WireResponse['stop'] {
  if (reason === 'MAX_TOKENS') return 'length';
  if (reason !== null && withheld.has(reason)) return 'filtered';
  // A call that came out broken is not sent at all: what else was called would be half of a step.
  if (reason !== null && brokenCalls.has(reason)) return 'end';
  return calls ? 'calls' : 'end';
}
