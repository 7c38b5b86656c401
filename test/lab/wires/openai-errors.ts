import { bare, json } from '../overflow.ts';
import { type Problem, typeName } from '../shape.ts';
import {
  type CommonFailure,
  type FailureFacts,
  type HttpAnswer,
  type RefusalKind,
  Refused,
} from '../types.ts';

/** The four fields of an OpenAI error. */
export interface OpenAiError {
  readonly message: string;
  readonly type?: string;
  readonly code?: string | null;
  readonly param?: string | null;
}

/** OpenAI's error envelope. */
export function openAiError(
  status: number,
  error: OpenAiError,
  headers: Record<string, string> = {},
): HttpAnswer {
  const { message, type = 'invalid_request_error', code = null, param = null } = error;
  return json(status, { error: { message, type, param, code } }, headers);
}

/** A refusal in OpenAI's words; status 400 if not given. */
export function refuse(error: OpenAiError, kind: RefusalKind = 'invalid', status = 400): Refused {
  return new Refused(kind, error.message, openAiError(status, error));
}

/** `messages[1].content[0].type`, as OpenAI writes a place. */
export const place = (path: readonly (string | number)[]) =>
  path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? key : `${text}.${key}`;
  }, '');

/** Words a shape problem as OpenAI does. Codes and wording: OpenAI's API, as quoted in public issues. */
export function shapeRefusal({ path, type, expected, found }: Problem): Refused {
  const param = place(path);
  switch (type) {
    case 'missing':
      return refuse({
        message: `Missing required parameter: '${param}'.`,
        code: 'missing_required_parameter',
        param,
      });
    case 'unknown':
      return path.length === 1
        ? refuse({ message: `Unrecognized request argument supplied: ${param}` })
        : refuse({ message: `Unknown parameter: '${param}'.`, code: 'unknown_parameter', param });
    case 'type': {
      const message = `Invalid type for '${param}': expected ${article(expected)}, but got ${typeName(found)} instead.`;
      return refuse({ message, code: 'invalid_type', param });
    }
    case 'format': {
      const message = `Invalid '${param}': string does not match pattern. Expected a string that matches the pattern '${expected}'.`;
      return refuse({ message, code: 'invalid_value', param });
    }
    case 'small':
    case 'big':
      return sizeRefusal(param, type, expected, found);
    case 'value': {
      const shown = typeof found === 'string' ? `'${found}'` : typeName(found);
      const message = `Invalid value: ${shown}. Supported values are: ${expected}.`;
      return refuse({ message, code: 'invalid_value', param });
    }
  }
}

const article = (type: string) => `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;

function sizeRefusal(param: string, type: 'small' | 'big', limit: string, found: unknown): Refused {
  const bound = type === 'small' ? 'minimum' : 'maximum';
  if (Array.isArray(found)) {
    const what = found.length === 0 ? 'empty array' : `array too ${type === 'small' ? 'short' : 'long'}`;
    const code =
      found.length === 0 ? 'empty_array' : `array_${type === 'small' ? 'below_min' : 'above_max'}_length`;
    const got = found.length === 0 ? 'an empty array' : `an array with length ${found.length}`;
    const message = `Invalid '${param}': ${what}. Expected an array with ${bound} length ${limit}, but got ${got} instead.`;
    return refuse({ message, code, param });
  }
  if (typeof found === 'string') {
    const what = type === 'big' ? 'string too long' : found === '' ? 'empty string' : 'string too short';
    const got = found === '' ? 'an empty string' : `a string with length ${found.length}`;
    const message = `Invalid '${param}': ${what}. Expected a string with ${bound} length ${limit}, but got ${got} instead.`;
    const code =
      found === '' ? 'empty_string' : `string_${type === 'small' ? 'below_min' : 'above_max'}_length`;
    return refuse({ message, code, param });
  }
  const [what, sign, code] =
    type === 'small'
      ? ['integer below minimum value', '>=', 'integer_below_min_value']
      : ['integer above maximum value', '<=', 'integer_above_max_value'];
  const message = `Invalid '${param}': ${what}. Expected a value ${sign} ${limit}, but got ${String(found)} instead.`;
  return refuse({ message, code, param });
}

const FAILURES: Record<CommonFailure, (facts: FailureFacts) => HttpAnswer> = {
  auth: () =>
    openAiError(401, {
      message:
        'Incorrect API key provided: bad-***. You can find your API key at https://platform.openai.com/account/api-keys.',
      code: 'invalid_api_key',
    }),
  forbidden: ({ model }) =>
    openAiError(403, {
      message: `Project \`proj_lab\` does not have access to model \`${model}\``,
      code: 'model_not_found',
    }),
  'model-missing': ({ model }) =>
    openAiError(404, {
      message: `The model \`${model}\` does not exist or you do not have access to it.`,
      code: 'model_not_found',
    }),
  'rate-limit': ({ model, retryAfterSeconds }) =>
    openAiError(
      429,
      {
        message: `Rate limit reached for ${model} in organization org-lab on tokens per min (TPM). Please try again in ${retryAfterSeconds}s.`,
        type: 'tokens',
        code: 'rate_limit_exceeded',
      },
      { 'retry-after': String(retryAfterSeconds), 'x-ratelimit-remaining-tokens': '0' },
    ),
  overloaded: () =>
    openAiError(503, {
      message: 'The engine is currently overloaded, please try again later',
      type: 'server_error',
      code: 'overloaded',
    }),
  quota: () =>
    openAiError(429, {
      message: 'You exceeded your current quota, please check your plan and billing details.',
      type: 'insufficient_quota',
      code: 'insufficient_quota',
    }),
  'server-error': () =>
    openAiError(500, {
      message: 'The server had an error while processing your request. Sorry about that!',
      type: 'server_error',
    }),
  overflow: ({ actual, limit }) =>
    openAiError(400, {
      message:
        `This model's maximum context length is ${limit} tokens. However, your messages resulted in ${actual} ` +
        'tokens. Please reduce the length of the messages.',
      code: 'context_length_exceeded',
      param: 'messages',
    }),
  // A gateway in front of the model: nothing but the status.
  'overflow-bytes': () => bare(413),
  'content-filter': () =>
    openAiError(400, {
      message:
        'Your request was rejected as a result of our safety system. Your prompt may contain text that is not allowed.',
      code: 'content_policy_violation',
    }),
};

/** OpenAI's answer for a common failure. */
export const openAiFailure = (name: CommonFailure, facts: FailureFacts) => FAILURES[name](facts);
