import type { ErrorCode, TurnWait } from '#contract';
import type { Schedule } from '#core/environment.ts';
import { BoughError } from '#core/errors.ts';
import { ProviderError } from '../providers/errors.ts';
import type { Wire, WireEvent, WireRequest, WireResponse } from '../providers/wire.ts';
import { abortable } from './abortable.ts';

/** How often one request is repeated by itself. */
const attempts = 2;
/** Seconds before the first and the second repetition where the provider names none. */
const pauses = [2, 8];
/** A provider that asks for more seconds than this is not waited for: the user decides. */
const longestPause = 60;

const worthRepeating: readonly ErrorCode[] = [
  'provider_rate_limit',
  'provider_overloaded',
  'provider_network',
];

export interface AskOptions {
  wire: Wire;
  request: WireRequest;
  onEvent(event: WireEvent): void;
  /** The turn waits for the provider, or (null) asks again. */
  onWait(wait: TurnWait | null): void;
  schedule: Schedule;
  now(): number;
}

/**
 * Gets one whole response. A rate limit, an overload or a network failure before anything was streamed is repeated
 * at most twice, after the pause that the provider asked for; once something was streamed it is never repeated,
 * for the user has read it.
 */
export async function ask(options: AskOptions): Promise<WireResponse> {
  const { signal } = options.request;
  for (let attempt = 1; ; attempt += 1) {
    let streamed = false;
    try {
      return await readStream(options, () => {
        streamed = true;
      });
    } catch (error) {
      const wait = streamed || signal.aborted ? null : waitFor(error, attempt, options.now());
      if (wait === null) throw error;
      options.onWait(wait);
      await pause(wait.until - options.now(), options.schedule, signal).finally(() => options.onWait(null));
    }
  }
}

async function readStream(options: AskOptions, onStreamed: () => void): Promise<WireResponse> {
  const { wire, request, onEvent } = options;
  const events = wire.stream(request)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { value, done } = await abortable(events.next(), request.signal);
      if (done) throw new ProviderError('provider_cut', 'The stream ended without a response');
      if (value.type === 'done') return value.response;
      onStreamed();
      onEvent(value);
    }
  } finally {
    // Not awaited: a wire that is stuck in its read must not hold the turn.
    events.return?.()?.catch(() => {});
  }
}

function waitFor(error: unknown, attempt: number, now: number): TurnWait | null {
  if (!(error instanceof BoughError) || !worthRepeating.includes(error.code) || attempt > attempts)
    return null;
  const named = error.params?.['seconds'];
  const seconds = typeof named === 'number' ? named : (pauses[attempt - 1] ?? longestPause);
  if (seconds > longestPause) return null;
  return {
    code: error.code,
    ...(error.params && { params: error.params }),
    attempt,
    attempts,
    until: now + seconds * 1000,
  };
}

async function pause(milliseconds: number, schedule: Schedule, signal: AbortSignal): Promise<void> {
  let cancel = () => {};
  const rung = new Promise<void>((resolve) => {
    cancel = schedule(milliseconds, resolve);
  });
  await abortable(rung, signal).finally(cancel);
}
