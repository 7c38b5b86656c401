import type { PagedView } from '#core/context/view.ts';
import { type FailureContext, ProviderError, providerError } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import type { WireEvent, WireRequest, WireResponse } from '../wire.ts';
import { withSayableName, withSayableNames } from './call-names.ts';
import { leastTokens, roughTokens } from './estimate.ts';
import { imageLimits } from './image-limits.ts';
import { type MessagePieces, piecesOf } from './pieces.ts';
import { plainView } from './plain-view.ts';
import { checkResponse, explain, openExchange, type WireOptions } from './session.ts';

/** Puts a streamed response together. */
export interface Gathering {
  /** @throws when the event is not one of the wire: the stream is garbage */
  take(event: unknown): Iterable<WireEvent>;
  /** True once the vendor said that the response is whole. */
  readonly finished: boolean;
  response(model: string): WireResponse;
}

/** What is particular to one wire. */
export interface Dialect {
  wire: string;
  /** The body of a request, as it goes out. `prompt`: tokens that it is estimated to have. */
  body(request: WireRequest, pieces: readonly MessagePieces[], prompt: number): string;
  gather(request: WireRequest, newId: () => string): Gathering;
  /** Sends the body and yields the events of the answer. */
  send(body: string, request: WireRequest, exchange: Exchange): Promise<AsyncIterable<unknown>>;
  /** Whether a stream without the vendor's last word is whole all the same. */
  endsWith?(exchange: Exchange): boolean;
}

/** An estimate may be too low by this much: what is asked for behind it has to fit all the same. */
const estimateMargin = 1.1;

/**
 * Refusals of reasoning that goes back as it came: it was sealed for another account, or by a model that was replaced
 * under its name. Wordings: OpenAI, Google, Anthropic.
 */
const sealBroken =
  /invalid_encrypted_content|encrypted content[^\n]* could not be (?:verified|decrypted)|required '?(?:reasoning|following)'? item|thought[ _]?signature|invalid `?signature`? in `?thinking`? block|`?thinking`? or `?redacted_thinking`? blocks[^\n]* cannot be modified/i;

/**
 * Asks for one response in a wire's own words: what all wires have in common. Where the provider cannot open the
 * reasoning that it once gave, it is asked again with the words alone: a conversation never gets stuck on it.
 */
export async function* speak(
  dialect: Dialect,
  options: WireOptions,
  request: WireRequest,
): AsyncGenerator<WireEvent> {
  try {
    yield* speakOnce(dialect, options, request);
  } catch (error) {
    const sealed = request.view.messages.some((message) => message.role === 'agent' && message.native);
    if (!sealed || !(error instanceof ProviderError) || !sealBroken.test(error.detail ?? '')) throw error;
    yield* speakOnce(dialect, options, { ...request, view: inWords(request.view) });
  }
}

const inWords = (view: PagedView): PagedView => ({
  ...view,
  messages: view.messages.map((message) =>
    message.role === 'agent' ? { ...message, native: null } : message,
  ),
});

async function* speakOnce(
  dialect: Dialect,
  options: WireOptions,
  given: WireRequest,
): AsyncGenerator<WireEvent> {
  const request = { ...given, view: plainView(given.view, given.model.tools) };
  const { target, model, signal } = request;
  const pieces = await piecesOf(request, dialect.wire, options.media);
  const images = pieces.flatMap((made) => [made.user, ...made.results].flat()).filter(isImage);
  const prompt =
    request.promptTokens === undefined
      ? roughTokens(dialect.body(request, pieces, 0), images)
      : Math.ceil(request.promptTokens * estimateMargin);
  const body = dialect.body(request, pieces, prompt);
  const fill = prompt / model.contextWindow;
  const { exchange, context } = openExchange(options, target, {
    signal,
    expect: 'stream',
    model: model.id,
    fill,
  });
  checkBytes(dialect, request, body, context);
  const gathering = dialect.gather(request, () => options.environment.newId());
  try {
    const events = await dialect.send(body, request, exchange);
    for await (const event of events) {
      for (const made of gathering.take(event)) yield withSayableName(made);
    }
  } catch (error) {
    throw explain(error, exchange, context);
  } finally {
    exchange.close();
  }
  if (!gathering.finished && !dialect.endsWith?.(exchange)) throw exchange.cut();
  const least = leastTokens(body, images);
  const response = withSayableNames(gathering.response(model.id));
  yield { type: 'done', response: checkResponse(response, request, context, { least, wire: dialect.wire }) };
}

const isImage = (piece: MessagePieces['user'][number]) => piece.type === 'image';

function checkBytes(dialect: Dialect, { target, model }: WireRequest, body: string, context: FailureContext) {
  const host = new URL(target.baseUrl).hostname;
  const limit = imageLimits(dialect.wire, host, model.contextWindow).requestBytes;
  const actual = Buffer.byteLength(body);
  if (actual > limit) throw providerError('provider_bytes', context, { params: { limit, actual } });
}
