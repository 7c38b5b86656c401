import { json } from '../overflow.ts';
import { type Problem, typeName } from '../shape.ts';
import {
  type CommonFailure,
  type FailureFacts,
  type HttpAnswer,
  type RefusalKind,
  Refused,
} from '../types.ts';

/** Google's error envelope. */
export function googleError(
  code: number,
  status: string,
  message: string,
  details: readonly object[] = [],
): HttpAnswer {
  return json(code, { error: { code, message, status, ...(details.length > 0 ? { details } : {}) } });
}

/**
 * A refusal with status 400 in Google's words.
 *
 * @param note what the vendor does not say, for the records
 */
export function refuse(message: string, kind: RefusalKind = 'invalid', note = ''): Refused {
  const reason = note === '' ? message : `${message} (${note})`;
  return new Refused(kind, reason, googleError(400, 'INVALID_ARGUMENT', message));
}

/** `contents[0].parts[1].inline_data`, as Google writes a place. */
export const place = (path: readonly (string | number)[]) =>
  path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    const name = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return text === '' ? name : `${text}.${name}`;
  }, '');

const PROTO_TYPES: Record<string, string> = {
  string: 'TYPE_STRING',
  int: 'TYPE_INT32',
  number: 'TYPE_DOUBLE',
  boolean: 'TYPE_BOOL',
  record: 'type.googleapis.com/google.protobuf.Struct',
  object: 'type.googleapis.com/google.ai.generativelanguage.v1beta',
  array: 'TYPE_REPEATED',
};

/** Words a shape problem as Google's JSON front end does. Source: answers quoted in public issues. */
export function shapeRefusal({ path, type, expected, found }: Problem): Refused {
  const field = place(path);
  const [last = '', parent] = [String(path.at(-1) ?? ''), place(path.slice(0, -1))];
  switch (type) {
    case 'unknown': {
      const at = parent === '' ? '' : ` at '${parent}'`;
      return payloadRefusal(parent, `Unknown name "${last}"${at}: Cannot find field.`);
    }
    case 'missing':
      return last === 'name'
        ? refuse(`* GenerateContentRequest.${field}: Name cannot be empty.`)
        : refuse(`* GenerateContentRequest.${field}: ${place([last])} is not specified`);
    case 'small':
    case 'big': {
      const bound = type === 'small' ? 'at least' : 'at most';
      return refuse(`* GenerateContentRequest.${field}: ${place([last])} must be ${bound} ${expected}.`);
    }
    default: {
      const shown = typeof found === 'object' ? typeName(found) : JSON.stringify(found);
      const proto = PROTO_TYPES[expected] ?? `type.googleapis.com/google.ai.generativelanguage.v1beta`;
      return payloadRefusal(field, `Invalid value at '${field}' (${proto}), ${shown}`, '');
    }
  }
}

function payloadRefusal(field: string, description: string, lead = 'Invalid JSON payload received. ') {
  const message = `${lead}${description}`;
  const violation = { ...(field === '' ? {} : { field }), description: message };
  const details = [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [violation] }];
  return new Refused('invalid', message, googleError(400, 'INVALID_ARGUMENT', message, details));
}

const quota = (quotaId: string, message: string, more: readonly object[] = []) =>
  googleError(
    429,
    'RESOURCE_EXHAUSTED',
    `You exceeded your current quota, please check your plan and billing details. ${message}`,
    [
      {
        '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
        violations: [
          { quotaMetric: 'generativelanguage.googleapis.com/generate_content_paid_tier_requests', quotaId },
        ],
      },
      ...more,
    ],
  );

const FAILURES: Record<CommonFailure, (facts: FailureFacts) => HttpAnswer> = {
  auth: () =>
    googleError(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'API_KEY_INVALID',
        domain: 'googleapis.com',
        metadata: { service: 'generativelanguage.googleapis.com' },
      },
    ]),
  forbidden: () =>
    googleError(403, 'PERMISSION_DENIED', 'Your project has been denied access. Please contact support.'),
  'model-missing': ({ model }) =>
    googleError(
      404,
      'NOT_FOUND',
      `models/${model} is not found for API version v1beta, or is not supported for generateContent. ` +
        'Call ListModels to see the list of available models and their supported methods.',
    ),
  // Google sends no `retry-after` header: the delay is in the details.
  'rate-limit': ({ retryAfterSeconds }) =>
    quota('GenerateRequestsPerMinutePerProjectPerModel', `Please retry in ${retryAfterSeconds}s.`, [
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${retryAfterSeconds}s` },
    ]),
  overloaded: () => googleError(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'),
  quota: () =>
    quota(
      'GenerateRequestsPerDayPerProjectPerModel',
      'For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits.',
    ),
  'server-error': () =>
    googleError(
      500,
      'INTERNAL',
      'An internal error has occurred. Please retry or report in https://developers.generativeai.google/guide/troubleshooting',
    ),
  overflow: ({ actual, limit }) =>
    googleError(
      400,
      'INVALID_ARGUMENT',
      `The input token count (${actual}) exceeds the maximum number of tokens allowed (${limit}).`,
    ),
  'overflow-bytes': () =>
    googleError(400, 'INVALID_ARGUMENT', `Request payload size exceeds the limit: ${MAX_BYTES} bytes.`),
  // No error: an answer without candidates.
  'content-filter': ({ model, stream }) => blocked(model, stream),
};

/** Google: 20 MiB a request. */
export const MAX_BYTES = 20 * 1024 * 1024;

function blocked(model: string, stream: boolean): HttpAnswer {
  const body = {
    promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
    usageMetadata: { promptTokenCount: 1, totalTokenCount: 1 },
    modelVersion: model,
  };
  if (!stream) return json(200, body);
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream' },
    body: `data: ${JSON.stringify(body)}\r\n\r\n`,
  };
}

/** Google's answer for a common failure. */
export const googleFailure = (name: CommonFailure, facts: FailureFacts) => FAILURES[name](facts);

const OVERLOADED = {
  code: 503,
  message: 'The model is overloaded. Please try again later.',
  status: 'UNAVAILABLE',
};

/** A failure in the middle of a stream. */
export const GOOGLE_ERROR_FRAME = `data: ${JSON.stringify({ error: OVERLOADED })}\r\n\r\n`;
