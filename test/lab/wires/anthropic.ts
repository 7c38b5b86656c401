import type { IncomingHttpHeaders } from 'node:http';
import { CREATED, type LabModel } from '../models.ts';
import { json } from '../overflow.ts';
import {
  type AcceptedChat,
  type Call,
  type HttpAnswer,
  NO_FACTS,
  type Prompt,
  Refused,
  type Segment,
  type Wire,
} from '../types.ts';
import { anthropicError, anthropicFailure, refuse } from './anthropic-errors.ts';
import { checkImages } from './anthropic-images.ts';
import { promptOf, turnOf } from './anthropic-prompt.ts';
import { frames, wholeReply } from './anthropic-reply.ts';
import type { CountedBody, MessagesBody } from './anthropic-schema.ts';
import { BINDING_BETA, checkThinking, checkThinkingConfig, sealParts } from './anthropic-thinking.ts';
import { checkConversation, checkParameters, readCount, readMessages } from './anthropic-validate.ts';

// API reference, "Request size limits".
const MAX_BYTES = 32 * 1024 * 1024;
const BAD_KEY = /^bad-/;
// The two API versions in use; the SDKs from 1.0 on send the newer one (Versions page of the API reference).
const CURRENT = '2026-10-21';
const OLD = '2023-06-01';

// Streaming guide, "Error events".
const OVERLOADED = {
  type: 'error',
  error: { type: 'overloaded_error', message: 'Overloaded' },
  request_id: 'req_lab',
};
const ERROR_FRAME = `event: error\ndata: ${JSON.stringify(OVERLOADED)}\n\n`;

/** Anthropic Messages. */
export function createAnthropicWire(models: readonly LabModel[]): Wire {
  const list = (): HttpAnswer =>
    json(200, {
      data: models.map(modelRow),
      has_more: false,
      first_id: models[0]?.id ?? null,
      last_id: models.at(-1)?.id ?? null,
    });
  return {
    name: 'anthropic',
    maxBytes: MAX_BYTES,
    routes: [
      { method: 'POST', path: '/v1/messages', answer: 'chat' },
      { method: 'POST', path: '/v1/messages/count_tokens', answer: (call) => countTokens(call, models) },
      { method: 'GET', path: '/v1/models', answer: list },
      {
        method: 'GET',
        path: /^\/v1\/models\/.+/,
        answer: (call) =>
          json(200, modelRow(modelOf(models, decodeURIComponent(call.path.slice('/v1/models/'.length))))),
      },
    ],
    headers: { 'request-id': 'req_lab', 'anthropic-organization-id': 'org-lab' },
    authenticate,
    accept: (call) => accept(call, models),
    measure: (call) => measure(call, models),
    failure: anthropicFailure,
    malformed: () => anthropicError(400, 'invalid_request_error', 'The request body is not valid JSON'),
    notFound: () => anthropicError(404, 'not_found_error', 'Not Found'),
    chatPath: () => '/v1/messages',
    errorFrame: ERROR_FRAME,
  };
}

function authenticate(headers: IncomingHttpHeaders): string {
  const [, bearer = ''] = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  const header = headers['x-api-key'];
  const key = typeof header === 'string' ? header : bearer;
  if (key === '') {
    const message = 'x-api-key header is required';
    throw new Refused('auth', message, anthropicError(401, 'authentication_error', message));
  }
  if (BAD_KEY.test(key))
    throw new Refused('auth', 'the key says that it is bad', anthropicFailure('auth', NO_FACTS), true);
  const version = headers['anthropic-version'];
  if (version === undefined) throw refuse('anthropic-version: header is required');
  if (version !== CURRENT && version !== OLD)
    throw refuse(`anthropic-version: "${version}" is not a valid version`);
  return key;
}

function modelOf(models: readonly LabModel[], id: string): LabModel {
  const model = models.find((known) => known.id === id);
  if (model) return model;
  throw new Refused(
    'model',
    `no such model: ${id}`,
    anthropicFailure('model-missing', { ...NO_FACTS, model: id }),
  );
}

const betasOf = (headers: IncomingHttpHeaders) =>
  new Set(
    String(headers['anthropic-beta'] ?? '')
      .split(',')
      .map((beta) => beta.trim()),
  );

function countTokens(call: Call, models: readonly LabModel[]): HttpAnswer {
  const body = readCount(call.body);
  const { segments } = judge(body, modelOf(models, body.model), betasOf(call.headers));
  return json(200, { input_tokens: total(segments) });
}

const total = (segments: readonly Segment[]) => segments.reduce((sum, { tokens }) => sum + tokens, 0);

function judge(body: CountedBody, model: LabModel, betas: ReadonlySet<string>) {
  checkConversation(body, model);
  checkThinkingConfig(body, model, betas);
  checkImages(body.messages, model);
  const binding = checkThinking(body, model);
  return { binding, segments: promptOf(body, model, binding) };
}

function judgeMessages(call: Call, models: readonly LabModel[]) {
  const betas = betasOf(call.headers);
  const body = readMessages(call.body);
  const model = modelOf(models, body.model);
  checkParameters(body, model, call.headers['anthropic-version'] === CURRENT);
  return { betas, body, model, ...judge(body, model, betas) };
}

function measure(call: Call, models: readonly LabModel[]): Prompt {
  const { model, segments } = judgeMessages(call, models);
  return { model, segments, inputTokens: total(segments), caching: 'look-back' };
}

function accept(call: Call, models: readonly LabModel[]): AcceptedChat {
  const { betas, body, model, binding, segments } = judgeMessages(call, models);
  const inputTokens = total(segments);
  checkRoom(body, model, inputTokens);
  const room = model.window - inputTokens;
  // Models with preserved thinking think unless they are told not to.
  const reasons = body.thinking ? body.thinking.type !== 'disabled' : model.modern;
  const hidden = isHidden(body, model);
  const context = {
    model,
    stopSequence: body.stop_sequences?.[0] ?? null,
    dropped: betas.has(BINDING_BETA) ? [...binding.dropped] : null,
  };
  return {
    model,
    stream: body.stream === true,
    maxOutput: Math.min(body.max_tokens, room),
    cutStop: body.max_tokens > room ? 'window' : 'length',
    reasons,
    segments,
    inputTokens,
    caching: 'look-back',
    turn: turnOf(body),
    callPrefix: 'toolu_01',
    seal: (parts, id) => sealParts(parts, id, model, binding, hidden),
    json: (reply) => wholeReply(reply, context),
    frames: (reply, split) => frames(reply, context, split),
  };
}

// Newer models leave the text of their thinking out unless asked (thinking guide, "display").
function isHidden({ thinking }: MessagesBody, model: LabModel): boolean {
  const display = thinking && 'display' in thinking ? thinking.display : null;
  return (display ?? (model.modern ? 'omitted' : 'summarized')) === 'omitted';
}

function checkRoom(body: MessagesBody, model: LabModel, inputTokens: number): void {
  const facts = { ...NO_FACTS, model: model.id, limit: model.window, actual: inputTokens };
  if (inputTokens > model.window) {
    const reason = `prompt is too long: ${inputTokens} tokens > ${model.window} maximum`;
    throw new Refused('overflow', reason, anthropicFailure('overflow', facts));
  }
  // Newer models stop at the window instead (`model_context_window_exceeded`).
  if (model.modern || inputTokens + body.max_tokens <= model.window) return;
  throw refuse(
    `input length and \`max_tokens\` exceed context limit: ${inputTokens} + ${body.max_tokens} > ${model.window}, ` +
      'decrease input length or `max_tokens` and try again',
    'overflow',
  );
}

function modelRow(model: LabModel) {
  const supported = (value: boolean) => ({ supported: value });
  const reasons = model.reasoning !== 'none';
  return {
    type: 'model',
    id: model.id,
    display_name: model.name,
    created_at: new Date(CREATED * 1000).toISOString(),
    deprecated_at: null,
    retires_at: null,
    lifecycle: 'active',
    line: null,
    max_input_tokens: model.window,
    max_tokens: model.maxOutput,
    capabilities: {
      batch: supported(false),
      citations: supported(false),
      code_execution: supported(false),
      context_management: {
        supported: false,
        clear_thinking_20251015: null,
        clear_tool_uses_20250919: null,
        compact_20260112: null,
      },
      effort: {
        supported: model.modern,
        low: supported(model.modern),
        medium: supported(model.modern),
        high: supported(model.modern),
        xhigh: null,
        max: supported(model.modern),
      },
      image_input: supported(model.vision !== null),
      pdf_input: supported(true),
      server_tools: { supported: false, code_execution: supported(false), web_search: supported(false) },
      structured_outputs: supported(false),
      thinking: {
        supported: reasons,
        types: {
          adaptive: supported(model.reasoning === 'adaptive'),
          between_tools: supported(false),
          disabled: supported(true),
          enabled: supported(model.reasoning === 'budget'),
        },
      },
    },
  };
}
