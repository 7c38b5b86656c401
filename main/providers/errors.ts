import type { ErrorCode } from '#contract';
import { BoughError } from '#core/errors.ts';
import { type Failure, type ProviderErrorCode, rowFor } from './error-rows.ts';
import { redact } from './redact.ts';

/** A provider, or the way to it, failed. People get the sentence of the code. */
export class ProviderError extends BoughError {
  declare readonly code: ErrorCode & ProviderErrorCode;

  constructor(
    code: ProviderErrorCode,
    message: string,
    more: { params?: Record<string, string | number>; detail?: string } = {},
  ) {
    super(code, message, more);
    this.name = 'ProviderError';
  }
}

/** Whom a failure concerns: enough to name it to people and to keep the key out of it. */
export interface FailureContext {
  /** Name for people: "OpenAI". */
  provider: string;
  host: string;
  key: string | null;
  model?: string;
  /** Share of the model's window that the request was estimated to take. */
  fill?: number;
  /** Milliseconds since the epoch, for retry dates. */
  now(): number;
}

/** What a refused request or an error inside a stream said. */
export interface FailureAnswer {
  /** HTTP status; null for an error inside a stream. */
  status: number | null;
  headers: Headers | null;
  body: string;
}

/** Turns a provider's answer into the error with its code, figures and redacted detail. */
export function errorFromAnswer(answer: FailureAnswer, context: FailureContext): ProviderError {
  const failure = readFailure(answer, context);
  const row = rowFor(failure);
  const figures = row.sign?.exec(failure.signs)?.groups ?? {};
  const limit = figure(figures['limit']) ?? failure.limit;
  const actual = figure(figures['actual']) ?? failure.actual;
  const seconds = row.code === 'provider_rate_limit' ? retrySeconds(answer, context.now()) : undefined;
  return new ProviderError(row.code, `${context.provider} answered: ${row.source}`, {
    params: {
      ...namesOf(context),
      ...(limit !== undefined && { limit }),
      ...(actual !== undefined && { actual }),
      ...(seconds !== undefined && { seconds }),
      ...(row.reason !== undefined && { reason: row.reason }),
    },
    detail: redact(detailOf(answer, failure), context.key),
  });
}

/** Makes an error of a code that no answer speaks for: a stall, a cut, garbage, a network failure. */
export function providerError(
  code: ProviderErrorCode,
  context: FailureContext,
  more: { detail?: string; params?: Record<string, string | number> } = {},
): ProviderError {
  return new ProviderError(code, `${context.provider}: ${code}`, {
    params: { ...namesOf(context), ...more.params },
    ...(more.detail !== undefined && { detail: redact(more.detail, context.key) }),
  });
}

const namesOf = (context: FailureContext): Record<string, string> => ({
  provider: context.provider,
  ...(context.model !== undefined && { model: context.model }),
});

function figure(text: string | undefined): number | undefined {
  const value = text === undefined ? Number.NaN : Number(text.replace(/[,_ ]/g, ''));
  return Number.isSafeInteger(value) ? value : undefined;
}

function readFailure(answer: FailureAnswer, context: FailureContext): Failure {
  const fields = readBody(answer.body);
  return {
    status: answer.status,
    host: context.host,
    fill: context.fill ?? 0,
    hasBody: answer.body.trim() !== '',
    message: fields.message,
    signs: [fields.type, fields.code, fields.message, fields.upstream].join('\n'),
    ...(fields.limit !== undefined && { limit: fields.limit }),
    ...(fields.actual !== undefined && { actual: fields.actual }),
  };
}

interface BodyFields {
  type: string;
  code: string;
  message: string;
  /** What a gateway quotes of the provider behind it. */
  upstream: string;
  limit?: number;
  actual?: number;
}

/** Reads the error shapes of the wires and their imitators; anything else counts as the message itself. */
function readBody(body: string): BodyFields {
  const parsed = objectOf(firstOf(parseJson(body)));
  if (parsed === null) return { type: '', code: '', message: body.slice(0, 2000), upstream: '' };
  const inner = objectOf(parsed['error']) ?? parsed;
  const said = [
    inner['message'],
    parsed['error'],
    parsed['message'],
    parsed['detail'],
    parsed['error_message'],
  ];
  const limit = inner['n_ctx'];
  const actual = inner['n_prompt_tokens'];
  return {
    type: [inner['type'], inner['status']].filter(isText).join(' '),
    code: [inner['code'], parsed['code']]
      .filter((code) => isText(code) || typeof code === 'number')
      .join(' '),
    message: said.find(isText) ?? JSON.stringify(inner).slice(0, 2000),
    upstream: textOf(objectOf(inner['metadata'])?.['raw']),
    ...(typeof limit === 'number' && { limit }),
    ...(typeof actual === 'number' && { actual }),
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';
const textOf = (value: unknown): string => (isText(value) ? value.slice(0, 2000) : '');
const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);

function objectOf(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function detailOf(answer: FailureAnswer, failure: Failure): string {
  const id = answer.headers?.get('request-id') ?? answer.headers?.get('x-request-id');
  const lines = [
    answer.status === null ? 'Error inside the answer' : `HTTP ${answer.status}`,
    failure.signs.replace(/\n+/g, '\n').trim(),
    id ? `Request ${id}` : '',
    answer.headers?.get('location') ? `Redirect to ${answer.headers.get('location')}` : '',
  ];
  return lines.filter((line) => line !== '').join('\n');
}

/** Seconds to wait: the vendors' headers first, then the sentence in the message (Groq, OpenAI, Gemini). */
function retrySeconds(answer: FailureAnswer, now: number): number | undefined {
  const milliseconds = Number(answer.headers?.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(milliseconds)) return wholeSeconds(milliseconds / 1000);
  const after = answer.headers?.get('retry-after');
  if (after) {
    const seconds = Number(after);
    return wholeSeconds(Number.isFinite(seconds) ? seconds : (Date.parse(after) - now) / 1000);
  }
  const said = /(?:try again in|retry in|retryDelay"?:\s*")\s*(?:(\d+)m)?(\d+(?:\.\d+)?)(ms|s)/i.exec(
    answer.body,
  );
  if (!said) return undefined;
  const amount = Number(said[2]) / (said[3] === 'ms' ? 1000 : 1);
  return wholeSeconds(Number(said[1] ?? 0) * 60 + amount);
}

const wholeSeconds = (seconds: number): number | undefined =>
  Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : undefined;
