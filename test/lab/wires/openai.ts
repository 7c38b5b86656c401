import type { IncomingHttpHeaders } from 'node:http';
import { CREATED, type LabModel } from '../models.ts';
import { json, llamaCppOverflow, lmStudioOverflow } from '../overflow.ts';
import {
  type AcceptedChat,
  type Call,
  type FailureFacts,
  type HttpAnswer,
  NO_FACTS,
  type Prompt,
  Refused,
  type Route,
  type Wire,
  type WireName,
} from '../types.ts';
import { openAiError, openAiFailure } from './openai-errors.ts';
import { promptOf, turnOf } from './openai-prompt.ts';
import { frames, wholeReply } from './openai-reply.ts';
import type { ChatBody } from './openai-schema.ts';
import { checkBody, type Dialect, readBody } from './openai-validate.ts';

/** How a server of this protocol treats a prompt that is too long. */
export type TooLong = 'refuse' | 'llama.cpp' | 'lm-studio' | 'cut-silently';

export interface OpenAiWireOptions {
  readonly name: Exclude<WireName, 'anthropic'>;
  readonly models: readonly LabModel[];
  /** Path before `/chat/completions`, below the mount. */
  readonly prefix?: string;
  readonly needsKey?: boolean;
  readonly tooLong?: TooLong;
  /** Routes of the runtime beside the protocol's own; they come first. */
  readonly routes?: readonly Route[];
  /** More fields of a model in the list. */
  readonly modelFields?: (model: LabModel) => object;
  readonly notFound?: Wire['notFound'];
}

const BAD_KEY = /^bad-/;
// OpenAI: 512 MB a request.
const MAX_BYTES = 512 * 1024 * 1024;

const FAILED = {
  message: 'The server had an error while processing your request. Sorry about that!',
  type: 'server_error',
  param: null,
  code: null,
};
const ERROR_FRAME = `data: ${JSON.stringify({ error: FAILED })}\n\n`;

/** OpenAI Chat Completions, as OpenAI and as the many servers have it that speak its protocol. */
export function createOpenAiWire(options: OpenAiWireOptions): Wire {
  const { name, models, prefix = '', needsKey = true, tooLong = 'refuse' } = options;
  const dialect: Dialect = name === 'openai' ? 'openai' : 'compatible';
  const list = (): HttpAnswer =>
    json(200, { object: 'list', data: models.map((model) => modelRow(options, model)) });
  const one = (call: Call) =>
    json(200, modelRow(options, modelOf(models, call.path.slice(`${prefix}/models/`.length))));
  return {
    name,
    maxBytes: MAX_BYTES,
    routes: [
      ...(options.routes ?? []),
      { method: 'POST', path: `${prefix}/chat/completions`, answer: 'chat' },
      { method: 'GET', path: `${prefix}/models`, answer: list },
      { method: 'GET', path: new RegExp(`^${prefix}/models/.+`), answer: one },
    ],
    headers: { 'x-request-id': 'req_lab', 'openai-processing-ms': '12', 'openai-version': '2020-10-01' },
    authenticate: (headers) => authenticate(headers, needsKey),
    accept: (call) => accept(call, models, dialect, tooLong),
    measure: (call) => measure(call, models, dialect).prompt,
    failure: openAiFailure,
    malformed: () => openAiError(400, { message: 'We could not parse the JSON body of your request.' }),
    notFound:
      options.notFound ??
      ((method, path) => openAiError(404, { message: `Invalid URL (${method} ${path})` })),
    chatPath: () => `${prefix}/chat/completions`,
    errorFrame: ERROR_FRAME,
  };
}

function modelRow({ name, modelFields }: OpenAiWireOptions, model: LabModel) {
  const more = modelFields?.(model) ?? (name === 'compatible' ? gatewayFields(model) : {});
  return { id: model.id, object: 'model', created: CREATED, owned_by: 'lab', ...more };
}

// OpenRouter's fields, which several gateways copy.
const gatewayFields = (model: LabModel) => ({
  name: model.name,
  context_length: model.window,
  architecture: { input_modalities: model.vision === null ? ['text'] : ['text', 'image'] },
  top_provider: { context_length: model.window, max_completion_tokens: model.maxOutput },
});

/** Reads the key of a request to OpenAI or to a server like it. Throws `Refused`. */
export function authenticate(headers: IncomingHttpHeaders, needsKey: boolean): string {
  const [, key = ''] = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  if (key === '' && needsKey) {
    const message =
      "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth.";
    throw new Refused('auth', message, openAiError(401, { message }));
  }
  if (BAD_KEY.test(key)) {
    throw new Refused('auth', 'the key says that it is bad', openAiFailure('auth', NO_FACTS), true);
  }
  return key;
}

/** The model of this id. Throws `Refused`. */
export function modelOf(models: readonly LabModel[], id: string): LabModel {
  const model = models.find((known) => known.id === decodeURIComponent(id));
  if (model) return model;
  const facts = { ...NO_FACTS, model: id };
  throw new Refused('model', `no such model: ${id}`, openAiFailure('model-missing', facts));
}

function measure(call: Call, models: readonly LabModel[], dialect: Dialect) {
  const body = readBody(call.body, dialect);
  const model = modelOf(models, body.model);
  checkBody(body, model, dialect);
  const segments = promptOf(body, model);
  const inputTokens = segments.reduce((sum, segment) => sum + segment.tokens, 0);
  const prompt: Prompt = { model, segments, inputTokens, caching: 'steps' };
  return { body, model, prompt };
}

function accept(call: Call, models: readonly LabModel[], dialect: Dialect, tooLong: TooLong): AcceptedChat {
  const { body, model, prompt } = measure(call, models, dialect);
  if (tooLong !== 'cut-silently') checkRoom(body, model, prompt.inputTokens, tooLong);
  const inputTokens = Math.min(prompt.inputTokens, model.window);
  const asked = body.max_completion_tokens ?? body.max_tokens ?? model.maxOutput;
  const context = { model, includeUsage: body.stream_options?.include_usage === true, dialect };
  return {
    ...prompt,
    inputTokens,
    stream: body.stream === true,
    maxOutput: Math.max(1, Math.min(asked, model.maxOutput, model.window - inputTokens)),
    cutStop: 'length',
    reasons: model.reasoning !== 'none' && body.reasoning_effort !== 'none',
    turn: turnOf(body),
    callPrefix: 'call_',
    seal: (parts) => parts.filter((part) => part.type !== 'redacted'),
    json: (reply) => wholeReply(reply, context),
    frames: (reply, split) => frames(reply, context, split),
  };
}

function checkRoom(body: ChatBody, model: LabModel, counted: number, tooLong: TooLong): void {
  const facts = { ...NO_FACTS, model: model.id, limit: model.window, actual: counted };
  const reason = `${counted} tokens are more than the window of ${model.window}`;
  if (counted > model.window) throw new Refused('overflow', reason, overflowAnswer(tooLong, body, facts));
  const asked = body.max_tokens ?? 0;
  if (counted + asked <= model.window) return;
  const message =
    `This model's maximum context length is ${model.window} tokens. However, you requested ${counted + asked} ` +
    `tokens (${counted} in the messages, ${asked} in the completion). Please reduce the length of the messages or completion.`;
  throw new Refused(
    'overflow',
    message,
    openAiError(400, { message, code: 'context_length_exceeded', param: 'messages' }),
  );
}

function overflowAnswer(tooLong: TooLong, body: ChatBody, facts: FailureFacts): HttpAnswer {
  if (tooLong === 'llama.cpp') return llamaCppOverflow(facts);
  if (tooLong !== 'lm-studio') return openAiFailure('overflow', facts);
  return body.stream === true
    ? lmStudioOverflow()
    : json(400, {
        error: 'The number of tokens to keep from the initial prompt is greater than the context length.',
      });
}
