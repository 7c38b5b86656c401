import type OpenAI from 'openai';
import type { Exchange } from '../exchange.ts';
import type { ListedModel, WireTarget } from '../wire.ts';
import { habitsOf } from './chat-habits.ts';
import { type OpenAiWireName, readModelList } from './chat-models.ts';
import { explain, noKey, openExchange, sdkTimeout, type WireOptions } from './session.ts';

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

/** Sends a body to a path and yields the events of the answer. */
export async function postStream(
  path: string,
  body: string,
  { target, signal, exchange }: { target: WireTarget; signal: AbortSignal; exchange: Exchange },
): Promise<AsyncIterable<unknown>> {
  const client = await createClient(target, exchange);
  return client.post<AsyncIterable<unknown>>(path, {
    body,
    headers: { 'content-type': 'application/json' },
    stream: true,
    signal,
  });
}

/** Asks for the models of a server: the same list on both of OpenAI's wires. Throws a `ProviderError`. */
export async function listModels(
  wire: OpenAiWireName,
  options: WireOptions,
  target: WireTarget,
  signal: AbortSignal,
): Promise<ListedModel[]> {
  const { exchange, context } = openExchange(options, target, { signal, expect: 'json' });
  try {
    const client = await createClient(target, exchange);
    const { keyCheck } = habitsOf(context.host);
    if (keyCheck !== null) await client.get(keyCheck, { signal });
    return readModelList(await client.get('/models', { signal }), context.host, wire);
  } catch (error) {
    throw explain(error, exchange, context);
  } finally {
    exchange.close();
  }
}
