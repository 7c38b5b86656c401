import { isSilentOverflow } from '#core/context/overflow.ts';
import type { Environment, Schedule } from '#core/environment.ts';
import type { BoughError } from '#core/errors.ts';
import type { GuidePage } from '../../guide.ts';
import type { Media } from '../../imaging/media.ts';
import { errorFromAnswer, type FailureContext, providerError } from '../errors.ts';
import { Exchange, type Patience, patience } from '../exchange.ts';
import type { WireRequest, WireResponse, WireTarget } from '../wire.ts';

/** What the wires take from the outside. */
export interface WireOptions {
  fetch: typeof fetch;
  schedule: Schedule;
  environment: Environment;
  appVersion: string;
  /** Fits images and reads PDFs; without it images that are too large are left out, and PDFs are only named. */
  media?: Pick<Media, 'fit' | 'pdfText'>;
  /** The guide that the practice assistant answers from. */
  guide(): Promise<GuidePage[]>;
  /** `instant` leaves out the practice assistant's pauses. */
  practicePace?: 'natural' | 'instant';
  /** How long a silence may last; tests shorten it. */
  patience?: Patience;
}

/** An SDK's own limit on waiting for headers, in milliseconds: the exchange decides, not the SDK. */
export const sdkTimeout = 24 * 60 * 60 * 1000;

/** A key for SDKs that insist on one; the exchange sends none where the route has none. */
export const noKey = 'none';

/** Opens the exchange of one request. */
export function openExchange(
  options: WireOptions,
  target: WireTarget,
  request: { signal: AbortSignal; expect: 'stream' | 'json'; model?: string; fill?: number },
): { exchange: Exchange; context: FailureContext } {
  const host = new URL(target.baseUrl).hostname;
  const context: FailureContext = {
    provider: target.provider,
    host,
    key: target.key,
    now: () => options.environment.now(),
    ...(request.model !== undefined && { model: request.model }),
    ...(request.fill !== undefined && { fill: request.fill }),
  };
  const exchange = new Exchange({
    fetch: options.fetch,
    schedule: options.schedule,
    patience:
      options.patience ??
      patience[request.expect === 'json' ? 'list' : isLoopback(host) ? 'local' : 'remote'],
    userAgent: `Bough/${options.appVersion}`,
    context,
    signal: request.signal,
    expect: request.expect,
  });
  return { exchange, context };
}

/** English has a token for six characters, where the least that any language has is one for ten. */
const usualOverLeast = 1.6;

/** Whether a host is this computer. */
export const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/.test(host);

/** A refusal that came inside a stream, as the provider worded it: thrown by wires, told by {@link explain}. */
export class StreamedRefusal extends Error {
  readonly error: unknown;

  /** @param error the provider's own error object, or the text of it */
  constructor(error: unknown) {
    super('The provider reported an error inside the answer');
    this.name = 'StreamedRefusal';
    this.error = error;
  }
}

/** Whether an error came out of an SDK with a body that a stream held, and which. */
function streamedBody(error: unknown): string | null {
  if (!(error instanceof Error) || !('error' in error) || error.error === undefined || error.error === null)
    return null;
  return typeof error.error === 'string' ? error.error : JSON.stringify(error.error);
}

/** The error that a wire throws for whatever its SDK threw. */
export function explain(error: unknown, exchange: Exchange, context: FailureContext): BoughError {
  const body = streamedBody(error);
  if (body === null) return exchange.explain(error);
  return exchange.explain(errorFromAnswer({ status: null, headers: null, body }, context));
}

/**
 * Checks a response that seems whole: a stream that was cut, an answer without a word, a prompt that did not fit.
 *
 * @param sent `least`: tokens that the prompt has at the very least
 */
export function checkResponse(
  response: WireResponse,
  request: WireRequest,
  context: FailureContext,
  { least, wire }: { least: number; wire: string },
): WireResponse {
  const { usage, stop, said } = response;
  const empty = !said.some(
    (part) => part.type === 'call' || (part.type === 'text' && part.text.trim() !== ''),
  );
  const read = usage ? usage.input + usage.cacheRead + usage.cacheWrite : 0;
  const window = request.model.contextWindow;
  const cutsPrompts = (wire === 'ollama' || request.target.preset === 'ollama') && least > 1000;
  const estimate = request.promptTokens ?? least * usualOverLeast;
  const calls = said.some((part) => part.type === 'call');
  const saysSomething = !empty;
  const overflowed = isSilentOverflow({ usage, stop, saysSomething, calls, estimate, window, cutsPrompts });
  // A good answer to more than fits is kept: what it reports makes room before the next request.
  if (overflowed && (empty || read <= window)) {
    const wasCut = cutsPrompts && read < estimate;
    const params = wasCut ? { limit: read, actual: Math.ceil(estimate) } : { limit: window, actual: read };
    throw providerError('provider_tokens', context, { params });
  }
  // After results of tools a model may have nothing to add: the turn said its words before.
  const added = request.view.messages.at(-1)?.role === 'results';
  if (empty && stop === 'end' && !added) {
    throw providerError('provider_garbage', context, {
      detail: 'The answer was empty',
      params: { reason: 'empty' },
    });
  }
  return response;
}
