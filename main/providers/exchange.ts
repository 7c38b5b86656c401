import type { Schedule } from '#core/environment.ts';
import { BoughError } from '#core/errors.ts';
import { errorFromAnswer, type FailureContext, providerError } from './errors.ts';
import { readNetworkError } from './network.ts';

/** How long a silence may last, in milliseconds, before an answer counts as stalled. */
export interface Patience {
  /** Until the first byte of the answer. */
  firstByteMs: number;
  /** Between two bytes. */
  idleMs: number;
}

/** Reasoning and a long prompt are silent for minutes; a server on this computer reads a prompt more slowly. */
export const patience: Record<'remote' | 'local' | 'list', Patience> = {
  list: { firstByteMs: 20_000, idleMs: 20_000 },
  remote: { firstByteMs: 300_000, idleMs: 120_000 },
  local: { firstByteMs: 900_000, idleMs: 300_000 },
};

export interface ExchangeOptions {
  fetch: typeof fetch;
  schedule: Schedule;
  patience: Patience;
  /** Name and version of the app, told to the provider. */
  userAgent: string;
  context: FailureContext;
  signal: AbortSignal;
  /** What a good answer is. */
  expect: 'stream' | 'json';
}

/** Headers that leave this computer: the SDKs would add the operating system, its version and more. */
const allowedHeaders = new Set(['accept', 'content-type', 'anthropic-version', 'anthropic-beta']);
const keyHeaders = new Set(['authorization', 'x-api-key', 'x-goog-api-key']);

/** Largest error answer that is read, in bytes. */
const longestError = 64 * 1024;
const doneMark = '[DONE]';

/**
 * One request to a provider: the `fetch` that is handed to an SDK. It sends only what it must, watches for
 * silence, and reads a refusal itself, because the SDKs drop bodies that do not have their own vendor's shape.
 */
export class Exchange {
  readonly #options: ExchangeOptions;
  /** What failed first; what an SDK makes of it afterwards is of no interest. */
  #failure: BoughError | null = null;
  #tail = '';
  #ended = false;
  #abort: (() => void) | null = null;

  constructor(options: ExchangeOptions) {
    this.#options = options;
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const { schedule, patience: wait, signal, context } = this.#options;
    const controller = new AbortController();
    const stop = () => controller.abort();
    this.#abort = stop;
    for (const source of [signal, init?.signal]) {
      if (source?.aborted) stop();
      source?.addEventListener('abort', stop, { once: true });
    }
    const disarm = schedule(wait.firstByteMs, () => this.#stall(wait.firstByteMs));
    try {
      const response = await this.#options.fetch(input, {
        ...init,
        headers: this.#headers(init?.headers),
        signal: controller.signal,
        redirect: 'manual',
      });
      if (!response.ok) throw this.#fail(errorFromAnswer(await readAnswer(response), context));
      if (this.#options.expect === 'stream') await this.#refusePage(response);
      return this.#watch(response);
    } catch (error) {
      throw this.#explain(error, 'provider_network');
    } finally {
      disarm();
    }
  };

  /** The error to throw for whatever an SDK threw: what it could not read is garbage, or half of a last frame. */
  explain(error: unknown): BoughError {
    return this.#explain(error, this.#ended ? 'provider_cut' : 'provider_garbage');
  }

  /** The error to throw for a stream that ended before the answer did. SDKs end theirs so after an abort too. */
  cut(): BoughError {
    return this.#explain(new Error('The stream ended before the answer was whole'), 'provider_cut');
  }

  /** Whether the last bytes of the answer were the mark that ends a stream of the Chat Completions wire. */
  get sawDone(): boolean {
    return this.#tail.includes(doneMark);
  }

  /** Ends the request, if it still runs. */
  close(): void {
    this.#abort?.();
  }

  #explain(error: unknown, fallback: 'provider_network' | 'provider_garbage' | 'provider_cut'): BoughError {
    if (this.#failure) return this.#failure;
    if (this.#options.signal.aborted) return new BoughError('cancelled', 'The request was stopped');
    if (error instanceof BoughError) return this.#fail(error);
    const { reason, detail } = readNetworkError(error, this.#options.context.key);
    const params = fallback === 'provider_network' ? { reason } : {};
    return this.#fail(providerError(fallback, this.#options.context, { detail, params }));
  }

  #fail(error: BoughError): BoughError {
    this.#failure ??= error;
    return this.#failure;
  }

  #stall(milliseconds: number): void {
    const seconds = Math.round(milliseconds / 1000);
    this.#fail(providerError('provider_stalled', this.#options.context, { params: { seconds } }));
    this.#abort?.();
  }

  #headers(given: RequestInit['headers']): Headers {
    const headers = new Headers();
    for (const [name, value] of new Headers(given)) {
      const mayPass = keyHeaders.has(name) ? this.#options.context.key !== null : allowedHeaders.has(name);
      if (mayPass) headers.set(name, value);
    }
    headers.set('user-agent', this.#options.userAgent);
    return headers;
  }

  /** A whole document where a stream was asked for is an error body with a good status, or a sign-in page. */
  async #refusePage(response: Response): Promise<void> {
    const type = response.headers.get('content-type') ?? '';
    if (!/\b(?:json|html)\b/i.test(type)) return;
    const { body } = await readAnswer(response);
    const { context } = this.#options;
    if (/"error"/.test(body))
      throw this.#fail(errorFromAnswer({ status: null, headers: null, body }, context));
    throw this.#fail(
      providerError('provider_garbage', context, { detail: `${type}\n${body.slice(0, 500)}` }),
    );
  }

  #watch(response: Response): Response {
    if (response.body === null) return response;
    const { schedule, patience: wait } = this.#options;
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    let limit = wait.firstByteMs;
    const watched = new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          const disarm = schedule(limit, () => this.#stall(limit));
          try {
            const { done, value } = await reader.read();
            this.#ended = done;
            if (done) return controller.close();
            limit = wait.idleMs;
            this.#tail = (this.#tail + decoder.decode(value.subarray(-64), { stream: true })).slice(-64);
            controller.enqueue(value);
          } catch (error) {
            controller.error(this.#explain(error, 'provider_cut'));
          } finally {
            disarm();
          }
        },
        cancel: (reason) => reader.cancel(reason),
      },
      { highWaterMark: 0 },
    );
    const { status, statusText, headers } = response;
    return new Response(watched, { status, statusText, headers });
  }
}

async function readAnswer(response: Response): Promise<{ status: number; headers: Headers; body: string }> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let body = '';
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    body += decoder.decode(read.value, { stream: true });
    if (body.length < longestError) continue;
    await reader?.cancel();
    break;
  }
  return { status: response.status, headers: response.headers, body };
}
