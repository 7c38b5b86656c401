import type { GoogleGenAI } from '@google/genai';
import { z } from 'zod';
import type { Exchange } from '../exchange.ts';
import { stringify } from '../raw-json.ts';
import type { ListedModel, Wire, WireEvent, WireRequest, WireTarget } from '../wire.ts';
import { otherTrades } from './chat-models.ts';
import { googleBody } from './google-body.ts';
import { GoogleResponse } from './google-stream.ts';
import { explain, noKey, openExchange, StreamedRefusal, type WireOptions } from './session.ts';
import { type Dialect, speak } from './speak.ts';

/** Models a page, and pages that are asked for at most. */
const pageSize = 1000;
const mostPages = 10;

const dialect: Dialect = {
  wire: 'google',
  body: (request, pieces) => stringify(googleBody(request, pieces)),
  gather: (_request, newId) => new GoogleResponse(newId),
  send: async (body, { target, model, signal }, exchange) =>
    chunksOf(await createClient(target, exchange), { body, model: model.id, signal }),
};

/** Google Generative AI, which is Gemini's own protocol. */
export class GoogleWire implements Wire {
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
      return await listModels(await createClient(target, exchange), signal);
    } catch (error) {
      throw explain(error, exchange, context);
    } finally {
      exchange.close();
    }
  }
}

/** Everything that the SDK would take from the environment is named, so that it takes nothing from there. */
async function createClient(target: WireTarget, exchange: Exchange): Promise<GoogleGenAI> {
  const { GoogleGenAI: Client } = await import('@google/genai');
  return new Client({
    apiKey: target.key ?? noKey,
    vertexai: false,
    apiVersion: 'v1beta',
    httpOptions: { baseUrl: target.baseUrl, fetch: exchange.fetch },
  });
}

/**
 * The chunks of an answer as their texts. The SDK's typed methods parse arguments of calls and write them again, which
 * loses large integers; what sends and receives below them takes the body as it is [T4].
 */
async function* chunksOf(
  client: GoogleGenAI,
  { body, model, signal }: { body: string; model: string; signal: AbortSignal },
): AsyncGenerator<string> {
  try {
    const chunks = await client['apiClient'].requestStream({
      path: `models/${encodeURIComponent(model)}:streamGenerateContent`,
      body,
      httpMethod: 'POST',
      abortSignal: signal,
    });
    for await (const chunk of chunks) yield await chunk.responseInternal.text();
  } catch (error) {
    throw refusalIn(error) ?? error;
  }
}

/** An error that came inside the stream: the SDK quotes it behind words of its own. */
function refusalIn(error: unknown): StreamedRefusal | null {
  if (!(error instanceof Error) || error.name !== 'ApiError') return null;
  const quoted = error.message.indexOf('{');
  return quoted < 0 ? null : new StreamedRefusal(error.message.slice(quoted));
}

// Shape: `Model` of the API reference.
const pageSchema = z.looseObject({
  models: z
    .array(
      z.looseObject({
        name: z.string().min(1),
        displayName: z.string().nullish(),
        inputTokenLimit: z.number().positive().nullish(),
        outputTokenLimit: z.number().positive().nullish(),
        supportedGenerationMethods: z.array(z.string()).nullish(),
        thinking: z.boolean().nullish(),
      }),
    )
    .nullish(),
  nextPageToken: z.string().nullish(),
});
type Row = NonNullable<z.infer<typeof pageSchema>['models']>[number];

async function listModels(client: GoogleGenAI, signal: AbortSignal): Promise<ListedModel[]> {
  const rows: Row[] = [];
  let pageToken: string | null = null;
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await client['apiClient'].request({
      path: 'models',
      queryParams: { pageSize: String(pageSize), ...(pageToken && { pageToken }) },
      httpMethod: 'GET',
      abortSignal: signal,
    });
    const list = pageSchema.parse(await answer.json());
    rows.push(...(list.models ?? []));
    pageToken = list.nextPageToken ?? null;
    if (!pageToken) break;
  }
  return rows.filter(chats).map(listed);
}

const chats = ({ name, supportedGenerationMethods: methods }: Row): boolean =>
  !otherTrades.test(name) && (methods?.includes('generateContent') ?? true);

const listed = (row: Row): ListedModel => ({
  id: row.name.replace(/^models\//, ''),
  name: row.displayName ?? undefined,
  contextWindow: row.inputTokenLimit ?? undefined,
  maxOutput: row.outputTokenLimit ?? undefined,
  reasoning: row.thinking ?? undefined,
});
