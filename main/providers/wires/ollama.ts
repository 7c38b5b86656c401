import { z } from 'zod';
import type { Exchange } from '../exchange.ts';
import { stringify } from '../raw-json.ts';
import type { ListedModel, Wire, WireEvent, WireRequest, WireTarget } from '../wire.ts';
import { ollamaBody } from './ollama-body.ts';
import { OllamaResponse } from './ollama-stream.ts';
import { explain, openExchange, type WireOptions } from './session.ts';
import { type Dialect, speak } from './speak.ts';

const dialect: Dialect = {
  wire: 'ollama',
  body: (request, pieces) => stringify(ollamaBody(request, pieces)),
  gather: (_request, newId) => new OllamaResponse(newId),
  async send(body, { target, signal }, exchange) {
    const response = await ask(target, exchange, { path: '/api/chat', body, signal });
    return linesOf(response);
  },
};

/** Ollama's own chat, which takes the size of the window: its `/v1` does not. */
export class OllamaWire implements Wire {
  readonly name = dialect.wire;
  readonly #options: WireOptions;

  constructor(options: WireOptions) {
    this.#options = options;
  }

  stream(request: WireRequest): AsyncIterable<WireEvent> {
    return speak(dialect, this.#options, request);
  }

  async models(target: WireTarget, signal: AbortSignal): Promise<ListedModel[]> {
    const { exchange, context } = openExchange(this.#options, target, { signal, expect: 'json' });
    try {
      const response = await ask(target, exchange, { path: '/api/tags', signal });
      return tagsSchema.parse(await response.json()).models.map(({ name }) => ({ id: name }));
    } catch (error) {
      throw explain(error, exchange, context);
    } finally {
      exchange.close();
    }
  }
}

const tagsSchema = z.looseObject({ models: z.array(z.looseObject({ name: z.string().min(1) })) });

/** The vendor's own package parses arguments of calls and writes them again, which loses large integers [T4]. */
function ask(
  target: WireTarget,
  exchange: Exchange,
  { path, body, signal }: { path: string; body?: string; signal: AbortSignal },
): Promise<Response> {
  return exchange.fetch(target.baseUrl + path, {
    signal,
    headers: {
      'content-type': 'application/json',
      ...(target.key !== null && { authorization: `Bearer ${target.key}` }),
    },
    ...(body !== undefined && { method: 'POST', body }),
  });
}

/** The lines of an answer: one JSON object each. Nothing is read ahead, so that a cut and garbage are told apart. */
async function* linesOf({ body }: Response): AsyncGenerator<string> {
  if (body === null) return;
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter((line) => line.trim() !== '');
  }
  // Half of a line is an answer that was cut; reading it says so.
  if (rest.trim() !== '') yield rest;
}
