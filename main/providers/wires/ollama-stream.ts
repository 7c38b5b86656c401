import { z } from 'zod';
import type { Usage } from '#contract';
import type { SaidPart } from '#core/transcript/types.ts';
import { parseKeeping } from '../raw-json.ts';
import type { WireEvent, WireResponse } from '../wire.ts';
import { StreamedRefusal } from './session.ts';
import type { Gathering } from './speak.ts';

const callSchema = z.looseObject({
  id: z.string().nullish(),
  function: z.looseObject({ name: z.string(), arguments: z.string().nullish() }),
});
// Shape: Ollama's API documentation, "Generate a chat completion"; `arguments` are the text that they came as.
const lineSchema = z.looseObject({
  message: z
    .looseObject({
      content: z.string().nullish(),
      thinking: z.string().nullish(),
      tool_calls: z.array(callSchema).nullish(),
    })
    .nullish(),
  done: z.boolean().nullish(),
  done_reason: z.string().nullish(),
  prompt_eval_count: z.number().nullish(),
  eval_count: z.number().nullish(),
  error: z.unknown().optional(),
});
type Line = z.infer<typeof lineSchema>;

/** Puts a streamed response together: the message verbatim, and what everyone else needs of it. */
export class OllamaResponse implements Gathering {
  readonly #newId: () => string;
  readonly #said: SaidPart[] = [];
  readonly #calls: z.infer<typeof callSchema>[] = [];
  #content = '';
  #thinking = '';
  #usage: Usage | null = null;
  #reason: string | null = null;
  finished = false;

  constructor(newId: () => string) {
    this.#newId = newId;
  }

  /**
   * @param raw the text of one line
   * @throws when it is not one of the wire, or {@link StreamedRefusal} where the server failed
   */
  *take(raw: unknown): Generator<WireEvent> {
    const line = lineSchema.parse(parseKeeping(String(raw), 'arguments'));
    if (line.error) throw new StreamedRefusal(line.error);
    const { thinking, content, tool_calls: calls } = line.message ?? {};
    this.#thinking += thinking ?? '';
    this.#content += content ?? '';
    if (thinking) yield this.#say('reasoning', thinking);
    if (content) yield this.#say('text', content);
    for (const call of calls ?? []) yield* this.#call(call);
    if (line.done) this.#end(line);
  }

  /** The whole response. */
  response(model: string): WireResponse {
    const message = {
      role: 'assistant',
      content: this.#content,
      ...(this.#thinking !== '' && { thinking: this.#thinking }),
      ...(this.#calls.length > 0 && { tool_calls: this.#calls }),
    };
    const native = { wire: 'ollama', model, blocks: [message] };
    const stop = this.#reason === 'length' ? 'length' : this.#calls.length > 0 ? 'calls' : 'end';
    return { said: this.#said, native, stop, usage: this.#usage };
  }

  #say(type: 'text' | 'reasoning', text: string): WireEvent {
    const last = this.#said.at(-1);
    if (last?.type === type) last.text += text;
    else this.#said.push({ type, text });
    return { type, text };
  }

  /** A call comes whole. Older servers give it no id, and newer ones one that counts from 0 in some models. */
  *#call(call: z.infer<typeof callSchema>): Generator<WireEvent> {
    this.#calls.push(call);
    const { name, arguments: args } = call.function;
    const id = `call_${this.#newId().replaceAll('-', '')}`;
    this.#said.push({ type: 'call', id, name, arguments: args ?? '{}' });
    yield { type: 'call', id, name };
    yield { type: 'arguments', id, text: args ?? '{}' };
  }

  #end(line: Line): void {
    this.finished = true;
    this.#reason = line.done_reason ?? null;
    // Servers leave the count out where the whole prompt was in their cache: nothing is known then.
    if (!line.prompt_eval_count) return;
    this.#usage = {
      input: line.prompt_eval_count,
      output: line.eval_count ?? 0,
      cacheRead: 0,
      cacheWrite: 0,
    };
  }
}
