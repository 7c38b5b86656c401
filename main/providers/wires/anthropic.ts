import type Anthropic from '@anthropic-ai/sdk';
import { z } from 'zod';
import { providerError } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { stringify } from '../raw-json.ts';
import type { ListedModel, Wire, WireEvent, WireRequest, WireTarget } from '../wire.ts';
import { anthropicBody, bindingBeta } from './anthropic-body.ts';
import { AnthropicResponse } from './anthropic-stream.ts';
import { leastTokens, roughTokens } from './estimate.ts';
import { imageLimits } from './image-limits.ts';
import { piecesOf } from './pieces.ts';
import { plainView } from './plain-view.ts';
import { checkResponse, explain, noKey, openExchange, sdkTimeout, type WireOptions } from './session.ts';

const headers = { 'content-type': 'application/json' };
/** An estimate may be too low by this much: what is asked for behind it has to fit all the same. */
const estimateMargin = 1.1;

/** Anthropic Messages, as Anthropic and the servers that imitate it speak it. */
export class AnthropicWire implements Wire {
  readonly name = 'anthropic';
  readonly #options: WireOptions;

  constructor(options: WireOptions) {
    this.#options = options;
  }

  async *stream(given: WireRequest): AsyncGenerator<WireEvent> {
    const request = { ...given, view: plainView(given.view, given.model.tools) };
    const { target, model, signal } = request;
    const pieces = await piecesOf(request, this.name);
    const images = pieces
      .flatMap((made) => [made.user, ...made.results].flat())
      .filter((p) => p.type === 'image');
    const prompt =
      request.promptTokens === undefined
        ? roughTokens(stringify(anthropicBody(request, pieces, 0)), images)
        : Math.ceil(request.promptTokens * estimateMargin);
    const fill = prompt / model.contextWindow;
    const { exchange, context } = openExchange(this.#options, target, {
      signal,
      expect: 'stream',
      model: model.id,
      fill,
    });
    const body = stringify(anthropicBody(request, pieces, prompt));
    const limit = imageLimits(this.name, context.host, model.contextWindow).requestBytes;
    const actual = Buffer.byteLength(body);
    if (actual > limit) throw providerError('provider_bytes', context, { params: { limit, actual } });
    const response = new AnthropicResponse();
    try {
      const client = await createClient(target, exchange);
      const events = await client.post<AsyncIterable<unknown>>('/v1/messages', {
        body,
        headers: model.thinking === 'adaptive' ? { ...headers, 'anthropic-beta': bindingBeta } : headers,
        stream: true,
        signal,
      });
      for await (const event of events) yield* response.take(event);
    } catch (error) {
      throw explain(error, exchange, context);
    } finally {
      exchange.close();
    }
    if (!response.finished) throw exchange.cut();
    const whole = checkResponse(response.response(model.id), request, context, leastTokens(body, images));
    yield { type: 'done', response: whole };
  }

  async models(target: WireTarget, signal: AbortSignal): Promise<ListedModel[]> {
    const { exchange, context } = openExchange(this.#options, target, { signal, expect: 'json' });
    try {
      const client = await createClient(target, exchange);
      const answer = await client.get('/v1/models?limit=1000', { signal });
      return listSchema.parse(answer).data.map(listed);
    } catch (error) {
      throw explain(error, exchange, context);
    } finally {
      exchange.close();
    }
  }
}

/** Everything that the SDK would take from the environment is named, so that it takes nothing from there. */
async function createClient(target: WireTarget, exchange: Exchange): Promise<Anthropic> {
  const { default: Client } = await import('@anthropic-ai/sdk');
  return new Client({
    apiKey: target.key ?? noKey,
    webhookKey: null,
    baseURL: target.baseUrl,
    maxRetries: 0,
    timeout: sdkTimeout,
    fetch: exchange.fetch,
    logLevel: 'off',
    openTelemetry: false,
  });
}

const supported = z.looseObject({ supported: z.boolean() }).nullish();

// Shape: `ModelInfo` of the SDK. Compatible servers give the id alone.
const listSchema = z.looseObject({
  data: z.array(
    z.looseObject({
      id: z.string().min(1),
      display_name: z.string().nullish(),
      lifecycle: z.string().nullish(),
      max_input_tokens: z.number().positive().nullish(),
      max_tokens: z.number().positive().nullish(),
      capabilities: z
        .looseObject({
          image_input: supported,
          thinking: z
            .looseObject({
              supported: z.boolean().nullish(),
              types: z.looseObject({ adaptive: supported, enabled: supported }).nullish(),
            })
            .nullish(),
        })
        .nullish(),
    }),
  ),
});

type Listed = z.infer<typeof listSchema>['data'][number];

function listed(model: Listed): ListedModel {
  const { image_input: image, thinking } = model.capabilities ?? {};
  const style = thinking?.types?.adaptive?.supported
    ? 'adaptive'
    : thinking?.types?.enabled?.supported
      ? 'budget'
      : undefined;
  return {
    id: model.id,
    name: model.display_name ?? undefined,
    contextWindow: model.max_input_tokens ?? undefined,
    maxOutput: model.max_tokens ?? undefined,
    vision: image?.supported,
    reasoning: thinking?.supported ?? undefined,
    thinking: style,
  };
}
