import type Anthropic from '@anthropic-ai/sdk';
import { z } from 'zod';
import type { Exchange } from '../exchange.ts';
import { stringify } from '../raw-json.ts';
import type { ListedModel, Wire, WireEvent, WireRequest, WireTarget } from '../wire.ts';
import { anthropicBody, bindingBeta } from './anthropic-body.ts';
import { AnthropicResponse } from './anthropic-stream.ts';
import { explain, noKey, openExchange, sdkTimeout, type WireOptions } from './session.ts';
import { type Dialect, speak } from './speak.ts';

const headers = { 'content-type': 'application/json' };
const dialect: Dialect = {
  wire: 'anthropic',
  body: (request, pieces, prompt) => stringify(anthropicBody(request, pieces, prompt)),
  gather: () => new AnthropicResponse(),
  async send(body, { target, model, signal }, exchange) {
    const client = await createClient(target, exchange);
    return client.post<AsyncIterable<unknown>>('/v1/messages', {
      body,
      headers: model.thinking === 'adaptive' ? { ...headers, 'anthropic-beta': bindingBeta } : headers,
      stream: true,
      signal,
    });
  },
};

/** Anthropic Messages, as Anthropic and the servers that imitate it speak it. */
export class AnthropicWire implements Wire {
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
