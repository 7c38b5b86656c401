import type { LabModel } from '../models.ts';
import { json } from '../overflow.ts';
import {
  type AcceptedChat,
  type Call,
  NO_FACTS,
  type Prompt,
  Refused,
  type Segment,
  type Wire,
} from '../types.ts';
import { authenticate, modelOf } from './openai.ts';
import { openAiError } from './openai-errors.ts';
import { RESPONSES_ERROR_FRAME, responsesFailure } from './responses-errors.ts';
import { promptOf, turnOf } from './responses-prompt.ts';
import { bind, sealParts } from './responses-reasoning.ts';
import { frames, wholeReply } from './responses-reply.ts';
import type { ResponsesBody } from './responses-schema.ts';
import { checkInput, checkParameters, readCount, readResponses } from './responses-validate.ts';

// OpenAI: 512 MB a request.
const MAX_BYTES = 512 * 1024 * 1024;

/** OpenAI Responses, without the vendor's storage: every request brings the whole conversation. */
export function createResponsesWire(models: readonly LabModel[]): Wire {
  return {
    name: 'responses',
    maxBytes: MAX_BYTES,
    routes: [
      { method: 'POST', path: '/responses', answer: 'chat' },
      { method: 'POST', path: '/responses/input_tokens', answer: (call) => countTokens(call, models) },
    ],
    headers: { 'x-request-id': 'req_lab', 'openai-processing-ms': '12', 'openai-version': '2020-10-01' },
    authenticate: (headers) => authenticate(headers, true),
    accept: (call) => accept(call, models),
    measure: (call) => judge(call, models).prompt,
    failure: responsesFailure,
    malformed: () => openAiError(400, { message: 'We could not parse the JSON body of your request.' }),
    notFound: (method, path) => openAiError(404, { message: `Invalid URL (${method} ${path})` }),
    chatPath: () => '/responses',
    errorFrame: RESPONSES_ERROR_FRAME,
  };
}

const total = (segments: readonly Segment[]) => segments.reduce((sum, { tokens }) => sum + tokens, 0);

function countTokens(call: Call, models: readonly LabModel[]) {
  const { body, items } = readCount(call.body);
  const model = modelOf(models, body.model);
  checkInput(body, items, model);
  const segments = promptOf(body, items, model, bind(body, items, model, call.key));
  return json(200, { object: 'response.input_tokens', input_tokens: total(segments) });
}

function judge(call: Call, models: readonly LabModel[]) {
  const { body, items } = readResponses(call.body);
  const model = modelOf(models, body.model);
  checkInput(body, items, model);
  checkParameters(body, model);
  const binding = bind(body, items, model, call.key);
  const segments = promptOf(body, items, model, binding);
  const prompt: Prompt = {
    model,
    segments,
    inputTokens: total(segments),
    caching: model.modern ? 'marks' : 'steps',
    cacheScope: body.prompt_cache_key ?? '',
    compressed: compresses(body, model),
  };
  return { body, items, model, binding, prompt };
}

// `auto` is a policy of the vendor's own, and may compress on models that can.
function compresses({ image }: ResponsesBody, model: LabModel): boolean {
  const asked = image?.context_compression ?? 'auto';
  return asked === 'enabled' || (asked === 'auto' && model.modern);
}

function accept(call: Call, models: readonly LabModel[]): AcceptedChat {
  const { body, items, model, binding, prompt } = judge(call, models);
  const stream = body.stream === true;
  const { inputTokens: counted } = prompt;
  if (counted > model.window && body.truncation !== 'auto') {
    const reason = `${counted} tokens are more than the window of ${model.window}`;
    const facts = { ...NO_FACTS, model: model.id, limit: model.window, actual: counted, stream };
    throw new Refused('overflow', reason, responsesFailure('overflow', facts));
  }
  const inputTokens = Math.min(counted, model.window);
  const asked = body.max_output_tokens ?? model.maxOutput;
  const compressed = prompt.compressed === true && prompt.segments.some(({ images }) => images);
  const context = { model, body, removed: binding.removed, compressed };
  const summarised = (body.reasoning?.summary ?? null) !== null;
  return {
    ...prompt,
    inputTokens,
    stream,
    maxOutput: Math.max(1, Math.min(asked, model.maxOutput, model.window - inputTokens)),
    cutStop: 'length',
    reasons: model.reasoning !== 'none' && body.reasoning?.effort !== 'none',
    turn: turnOf(body, items),
    callPrefix: 'call_',
    seal: (parts, id) => sealParts(parts, id, model, binding, summarised),
    json: (reply) => wholeReply(reply, context),
    frames: (reply, split) => frames(reply, context, split),
  };
}
