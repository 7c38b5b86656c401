import { json } from '../overflow.ts';
import type { Problem } from '../shape.ts';
import {
  type CommonFailure,
  type FailureFacts,
  type HttpAnswer,
  type RefusalKind,
  Refused,
} from '../types.ts';

/** Anthropic's error envelope. */
export function anthropicError(
  status: number,
  type: string,
  message: string,
  more: { readonly details?: object; readonly headers?: Record<string, string> } = {},
): HttpAnswer {
  const { details, headers = {} } = more;
  const error = { type, message, ...(details ? { details } : {}) };
  return json(status, { type: 'error', error, request_id: 'req_lab' }, headers);
}

/** A refusal with status 400. */
export function refuse(message: string, kind: RefusalKind = 'invalid', details?: object): Refused {
  return new Refused(
    kind,
    message,
    anthropicError(400, 'invalid_request_error', message, details ? { details } : {}),
  );
}

const TYPES: Record<string, string> = {
  string: 'a valid string',
  int: 'a valid integer',
  number: 'a valid number',
  boolean: 'a valid boolean',
  array: 'a valid list',
  object: 'a valid dictionary',
  record: 'a valid dictionary',
};

/** Words a shape problem as the API does (it validates with pydantic). */
export function shapeRefusal({ path, type, expected, found }: Problem): Refused {
  const place = path.join('.');
  switch (type) {
    case 'missing':
      return refuse(`${place}: Field required`);
    case 'unknown':
      return refuse(`${place}: Extra inputs are not permitted`);
    case 'type':
      return refuse(`${place}: Input should be ${TYPES[expected] ?? expected}`);
    case 'format':
      return refuse(`${place}: String should match pattern '${expected.replace(/^\/|\/$/g, '')}'`);
    case 'small':
      return refuse(`${place}: Input should be greater than or equal to ${expected}`);
    case 'big':
      return refuse(`${place}: Input should be less than or equal to ${expected}`);
    case 'value':
      return refuse(`${place}: Input should be ${expected} (got ${JSON.stringify(found)?.slice(0, 60)})`);
  }
}

const FAILURES: Record<CommonFailure, (facts: FailureFacts) => HttpAnswer> = {
  auth: () => anthropicError(401, 'authentication_error', 'invalid x-api-key'),
  forbidden: () =>
    anthropicError(
      403,
      'permission_error',
      'Your API key does not have permission to use the specified resource.',
    ),
  'model-missing': ({ model }) => anthropicError(404, 'not_found_error', `model: ${model}`),
  'rate-limit': ({ retryAfterSeconds }) =>
    anthropicError(
      429,
      'rate_limit_error',
      'This request would exceed the rate limit for your organization of 40,000 input tokens per minute.',
      {
        headers: {
          'retry-after': String(retryAfterSeconds),
          'anthropic-ratelimit-input-tokens-limit': '40000',
          'anthropic-ratelimit-input-tokens-remaining': '0',
        },
      },
    ),
  overloaded: () => anthropicError(529, 'overloaded_error', 'Overloaded'),
  quota: () =>
    anthropicError(
      402,
      'billing_error',
      'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
    ),
  'server-error': () => anthropicError(500, 'api_error', 'Internal server error'),
  overflow: ({ actual, limit }) =>
    anthropicError(400, 'invalid_request_error', `prompt is too long: ${actual} tokens > ${limit} maximum`),
  'overflow-bytes': () => anthropicError(413, 'request_too_large', 'Request exceeds the maximum size'),
  'content-filter': () =>
    anthropicError(400, 'invalid_request_error', 'Output blocked by content filtering policy'),
};

/** Anthropic's answer for a common failure. */
export const anthropicFailure = (name: CommonFailure, facts: FailureFacts) => FAILURES[name](facts);
