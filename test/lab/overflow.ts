import type { FailureFacts, HttpAnswer } from './types.ts';

/** Provider-specific refusals of a prompt that is too long, as the lab can be told to give them. */
export type OverflowName =
  | 'overflow-anthropic'
  | 'overflow-anthropic-max-tokens'
  | 'overflow-openai'
  | 'overflow-openai-input'
  | 'overflow-openai-configured'
  | 'overflow-gemini'
  | 'overflow-bedrock'
  | 'overflow-openrouter'
  | 'overflow-openrouter-allowed'
  | 'overflow-openrouter-bytes'
  | 'overflow-together'
  | 'overflow-xai'
  | 'overflow-groq'
  | 'overflow-mistral'
  | 'overflow-copilot'
  | 'overflow-copilot-bytes'
  | 'overflow-cerebras-400'
  | 'overflow-cerebras-413'
  | 'overflow-llama-cpp'
  | 'overflow-lm-studio'
  | 'overflow-vllm'
  | 'overflow-kimi'
  | 'overflow-minimax'
  | 'overflow-qwen'
  | 'throttling-bedrock'
  | 'string-above-max-length';

/** Makes a JSON answer. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): HttpAnswer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

/** An answer with a status and nothing else. */
export const bare = (status: number): HttpAnswer => ({ status, headers: {}, body: '' });

const openAi = (message: string, code: string | null, param: string | null = null, status = 400) =>
  json(status, { error: { message, type: 'invalid_request_error', param, code } });

const anthropic = (message: string) =>
  json(400, { type: 'error', error: { type: 'invalid_request_error', message }, request_id: 'req_lab' });

/**
 * LM Studio's way: HTTP 200, then an error as a server-sent event. Source: lmstudio-bug-tracker 2256 and
 * clients' reports of `{"error":{"message":...},"message":...}` frames.
 */
export const lmStudioOverflow = (): HttpAnswer => {
  const message =
    'The number of tokens to keep from the initial prompt is greater than the context length. ' +
    'Try to load the model with a larger context length, or provide a shorter input';
  const frame = JSON.stringify({ error: { message }, message });
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' },
    body: `event: error\ndata: ${frame}\n\n`,
  };
};

/** llama.cpp's way, from its server's own error type (llama.cpp pull request 15780). */
export const llamaCppOverflow = ({ actual, limit }: FailureFacts): HttpAnswer =>
  json(400, {
    error: {
      code: 400,
      message: `request (${actual} tokens) exceeds the available context size (${limit} tokens), try increasing it`,
      type: 'exceed_context_size_error',
      n_prompt_tokens: actual,
      n_ctx: limit,
    },
  });

/**
 * Every row with the status, body shape and wording that the provider is known for. Sources: the vendors'
 * documentation and error reports quoted in public issue trackers; limits and sizes are filled in.
 */
export const OVERFLOWS: Readonly<Record<OverflowName, (facts: FailureFacts) => HttpAnswer>> = {
  'overflow-anthropic': ({ actual, limit }) =>
    anthropic(`prompt is too long: ${actual} tokens > ${limit} maximum`),
  'overflow-anthropic-max-tokens': ({ actual, limit }) =>
    anthropic(
      `input length and \`max_tokens\` exceed context limit: ${actual} + 8192 > ${limit}, ` +
        'decrease input length or `max_tokens` and try again',
    ),
  'overflow-openai': ({ actual, limit }) =>
    openAi(
      `This model's maximum context length is ${limit} tokens. However, your messages resulted in ${actual} ` +
        'tokens. Please reduce the length of the messages.',
      'context_length_exceeded',
      'messages',
    ),
  'overflow-openai-input': () =>
    openAi(
      'Your input exceeds the context window of this model. Please adjust your input and try again.',
      'context_length_exceeded',
      'messages',
    ),
  'overflow-openai-configured': ({ actual, limit }) =>
    openAi(
      `Input tokens exceed the configured limit of ${limit} tokens. Your messages resulted in ${actual} tokens. ` +
        'Please reduce the length of the messages.',
      'context_length_exceeded',
      'messages',
    ),
  'overflow-gemini': ({ actual, limit }) =>
    json(400, {
      error: {
        code: 400,
        message: `The input token count (${actual}) exceeds the maximum number of tokens allowed (${limit}).`,
        status: 'INVALID_ARGUMENT',
      },
    }),
  'overflow-bedrock': () => json(400, { message: 'Input is too long for requested model.' }),
  'overflow-openrouter': ({ actual, limit }) =>
    json(400, {
      error: {
        message:
          `This endpoint's maximum context length is ${limit} tokens. However, you requested about ${actual} ` +
          `tokens (${actual} of text input). Please reduce the length of either one, or use the ` +
          '"middle-out" transform to compress your prompt automatically.',
        code: 400,
        metadata: { provider_name: null },
      },
    }),
  'overflow-openrouter-allowed': ({ actual, limit }) =>
    json(400, {
      error: {
        message: `Input of ${actual} tokens is above the maximum allowed input length of ${limit} tokens.`,
        code: 400,
      },
    }),
  'overflow-openrouter-bytes': () => json(413, { error: { message: 'Request Entity Too Large', code: 413 } }),
  'overflow-together': ({ actual, limit }) =>
    openAi(`The input (${actual} tokens) is longer than the model's context length (${limit} tokens).`, null),
  'overflow-xai': ({ actual, limit }) =>
    json(400, {
      code: 'Client specified an invalid argument',
      error: `This model's maximum prompt length is ${limit} but the request contains ${actual} tokens.`,
    }),
  'overflow-groq': () =>
    openAi('Please reduce the length of the messages or completion.', 'context_length_exceeded', 'messages'),
  'overflow-mistral': ({ actual, limit }) =>
    json(400, {
      object: 'error',
      message: `Prompt contains ${actual} tokens and 0 draft tokens, too large for model with ${limit} maximum context length`,
      type: 'invalid_request_prompt',
      code: '3051',
    }),
  'overflow-copilot': ({ actual, limit }) =>
    json(400, {
      error: {
        message: `prompt token count of ${actual} exceeds the limit of ${limit}`,
        code: 'model_max_prompt_tokens_exceeded',
      },
    }),
  'overflow-copilot-bytes': () => ({
    status: 413,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: 'failed to parse request\n',
  }),
  'overflow-cerebras-400': () => bare(400),
  'overflow-cerebras-413': () => bare(413),
  'overflow-llama-cpp': llamaCppOverflow,
  'overflow-lm-studio': lmStudioOverflow,
  'overflow-vllm': ({ actual, limit }) =>
    json(400, {
      error: {
        message: `The prompt (total length ${actual}) exceeds the model's maximum context length of ${limit}.`,
        type: 'BadRequestError',
        param: null,
        code: 400,
      },
    }),
  'overflow-kimi': ({ actual, limit }) =>
    openAi(
      `Invalid request: Your request exceeded model token limit: ${limit} (requested: ${actual})`,
      'invalid_request_error',
    ),
  'overflow-minimax': () => openAi('invalid params, context window exceeds limit (2013)', null),
  'overflow-qwen': ({ limit }) =>
    openAi(
      `<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, ${limit}]`,
      'invalid_parameter_error',
    ),
  // The two that only look like an overflow.
  'throttling-bedrock': () => json(429, { message: 'Too many tokens, please wait before trying again.' }),
  'string-above-max-length': () =>
    openAi(
      "Invalid 'messages[1].content': string too long. Expected a string with maximum length 10485760, but got a " +
        'string with length 10485761 instead.',
      'string_above_max_length',
      'messages[1].content',
    ),
};
