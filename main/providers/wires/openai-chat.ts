import type OpenAI from 'openai';
import { providerError } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { stringify } from '../raw-json.ts';
import type { ListedModel, Wire, WireEvent, WireRequest, WireTarget } from '../wire.ts';
import { chatBody } from './chat-body.ts';
import { habitsOf } from './chat-habits.ts';
import { readModelList } from './chat-models.ts';
import { ChatResponse } from './chat-stream.ts';
import { leastTokens, roughTokens } from './estimate.ts';
import { imageLimits } from './image-limits.ts';
import { piecesOf } from './pieces.ts';
import { plainView } from './plain-view.ts';
import { checkResponse, explain, noKey, openExchange, sdkTimeout, type WireOptions } from './session.ts';

/** OpenAI Chat Completions, as OpenAI and the many servers that speak its protocol have it. */
export class OpenAiChatWire implements Wire {
  readonly name = 'openai-chat';
  readonly #options: WireOptions;

  constructor(options: WireOptions) {
    this.#options = options;
  }

  async *stream(given: WireRequest): AsyncGenerator<WireEvent> {
    const request = { ...given, view: plainView(given.view, given.model.tools) };
    const { target, model, signal, view } = request;
    const host = new URL(target.baseUrl).hostname;
    const pieces = await piecesOf(request, this.name);
    const images = pieces
      .flatMap((made) => [made.user, ...made.results].flat())
      .filter((p) => p.type === 'image');
    const body = stringify(chatBody(request, pieces, habitsOf(host)));
    const fill = roughTokens(body, images) / model.contextWindow;
    const { exchange, context } = openExchange(this.#options, target, {
      signal,
      expect: 'stream',
      model: model.id,
      fill,
    });
    const limit = imageLimits(this.name, host, model.contextWindow).requestBytes;
    const actual = Buffer.byteLength(body);
    if (actual > limit) throw providerError('provider_bytes', context, { params: { limit, actual } });
    const said = view.messages.flatMap((message) => (message.role === 'agent' ? message.said : []));
    const usedIds = new Set(said.flatMap((part) => (part.type === 'call' ? [part.id] : [])));
    const response = new ChatResponse({ newId: () => this.#options.environment.newId(), usedIds });
    try {
      const client = await createClient(target, exchange);
      const events = await client.post<AsyncIterable<unknown>>('/chat/completions', {
        body,
        headers: { 'content-type': 'application/json' },
        stream: true,
        signal,
      });
      for await (const event of events) yield* response.take(event);
    } catch (error) {
      throw explain(error, exchange, context);
    } finally {
      exchange.close();
    }
    if (!response.finished && !exchange.sawDone) throw exchange.cut();
    const whole = checkResponse(response.response(model.id), request, context, leastTokens(body, images));
    yield { type: 'done', response: whole };
  }

  async models(target: WireTarget, signal: AbortSignal): Promise<ListedModel[]> {
    const { exchange, context } = openExchange(this.#options, target, { signal, expect: 'json' });
    try {
      const client = await createClient(target, exchange);
      const { keyCheck } = habitsOf(context.host);
      if (keyCheck !== null) await client.get(keyCheck, { signal });
      return readModelList(await client.get('/models', { signal }), context.host);
    } catch (error) {
      throw explain(error, exchange, context);
    } finally {
      exchange.close();
    }
  }
}

/** Everything that the SDK would take from the environment is named, so that it takes nothing from there. */
async function createClient(target: WireTarget, exchange: Exchange): Promise<OpenAI> {
  const { default: Client } = await import('openai');
  return new Client({
    apiKey: target.key ?? noKey,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: target.baseUrl,
    maxRetries: 0,
    timeout: sdkTimeout,
    fetch: exchange.fetch,
    logLevel: 'off',
  });
}
