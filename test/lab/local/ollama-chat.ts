import { decodeBase64, readImage } from '../image-size.ts';
import { imageTokens } from '../image-tokens.ts';
import type { LabModel } from '../models.ts';
import { json } from '../overflow.ts';
import { jsonOf, RawText } from '../raw.ts';
import { shapeOf } from '../shape.ts';
import { countText } from '../tokens.ts';
import {
  type AcceptedChat,
  type Call,
  type CommonFailure,
  type FailureFacts,
  type HttpAnswer,
  type Prompt,
  Refused,
  type Reply,
  type ReplyPart,
  type Segment,
  type StreamItem,
  type TurnView,
  type Wire,
} from '../types.ts';
import { chatBody, type OllamaBody, type OllamaMessage } from './ollama-schema.ts';
import type { InstalledModel } from './runtime.ts';

const MESSAGE_TOKENS = 4;
const CALL_TOKENS = 8;

const failed = (status: number, error: string): HttpAnswer => json(status, { error });
const invalid = (message: string): Refused => new Refused('invalid', message, failed(400, message));

/** Ollama's own chat: the window is as large as the request says, and a prompt that is longer is cut silently. */
export function createOllamaChatWire(models: readonly InstalledModel[]): Wire {
  return {
    name: 'ollama-chat',
    maxBytes: 512 * 1024 * 1024,
    routes: [{ method: 'POST', path: '/api/chat', answer: 'chat' }],
    headers: {},
    streamType: 'application/x-ndjson',
    authenticate: () => '',
    accept: (call) => accept(call, models),
    measure: (call) => judge(call, models).prompt,
    failure,
    malformed: () => failed(400, 'invalid character in request body'),
    notFound: () => ({ status: 404, headers: {}, body: '404 page not found' }),
    chatPath: () => '/api/chat',
    errorFrame: `${JSON.stringify({ error: 'an error was encountered while running the model: unexpected EOF' })}\n`,
  };
}

// Wording: Ollama's server and runner.
const FAILURES: Record<CommonFailure, (facts: FailureFacts) => HttpAnswer> = {
  auth: () => failed(401, 'unauthorized'),
  forbidden: () => failed(403, 'this model requires a subscription, upgrade for access'),
  'model-missing': ({ model }) => failed(404, `model '${model}' not found`),
  'rate-limit': () => failed(429, 'too many requests'),
  overloaded: () => failed(503, 'server busy, please try again. maximum pending requests exceeded'),
  quota: () => failed(429, 'you have reached your hourly usage limit, please upgrade to continue'),
  'server-error': () => failed(500, 'model runner has unexpectedly stopped'),
  overflow: () => failed(400, 'input length exceeds the context length'),
  'overflow-bytes': () => failed(413, 'request body too large'),
  'content-filter': () => failed(400, 'content_filter'),
};
const failure = (name: CommonFailure, facts: FailureFacts) => FAILURES[name](facts);

function judge(call: Call, models: readonly InstalledModel[]) {
  const shaped = shapeOf(chatBody, call.body);
  if ('problem' in shaped) throw invalid(`${shaped.problem.path.join('.')}: ${shaped.problem.type}`);
  const body = shaped.value;
  const installed = models.find(({ model }) => model.id === body.model);
  if (!installed) {
    const message = `model '${body.model}' not found`;
    throw new Refused('model', message, failed(404, message));
  }
  const window = Math.min(body.options?.num_ctx ?? installed.model.window, installed.maxContext);
  const model: LabModel = { ...installed.model, window, maxOutput: window };
  if (body.think === true && model.reasoning === 'none')
    throw invalid(`"${model.id}" does not support thinking`);
  checkCalls(body.messages);
  const segments = promptOf(body, model);
  const counted = segments.reduce((sum, { tokens }) => sum + tokens, 0);
  const inputTokens = Math.min(counted, window);
  const prompt: Prompt = { model, segments, inputTokens, caching: 'prefix' };
  return { body, model, prompt };
}

/** The server does not look; a model that is told of a result without its call answers nonsense. */
function checkCalls(messages: readonly OllamaMessage[]): void {
  for (const [index, { role, tool_calls: calls = [], tool_call_id: id }] of messages.entries()) {
    if (role !== 'assistant' && calls.length > 0) throw invalid(`messages.${index}: only an assistant calls`);
    const results = messages.slice(index + 1);
    const end = results.findIndex((message) => message.role !== 'tool');
    const answers = end < 0 ? results : results.slice(0, end);
    if (calls.length > 0 && answers.length !== calls.length)
      throw invalid(`messages.${index}: ${calls.length} calls have ${answers.length} results`);
    for (const [at, call] of calls.entries()) {
      const answer = answers[at];
      if (answer?.tool_name !== call.function.name || (call.id ?? undefined) !== answer.tool_call_id)
        throw invalid(`messages.${index}: the result of ${call.function.name} has another name or id`);
    }
    const before = messages[index - 1]?.role;
    if (role === 'tool' && before !== 'tool' && before !== 'assistant')
      throw invalid(`messages.${index}: a result ${id ?? ''} of no call`);
  }
}

function promptOf(body: OllamaBody, model: LabModel): Segment[] {
  const tools = (body.tools ?? []).map((tool) => JSON.stringify(tool));
  const first =
    tools.length > 0 ? [{ key: tools.join('\n'), tokens: countText(tools.join('\n'), model) }] : [];
  return [
    ...first,
    ...body.messages.map((message, index): Segment => {
      const images = picturesOf(message, index, model);
      return {
        key: JSON.stringify(message),
        tokens: MESSAGE_TOKENS + textTokens(message, model) + images.tokens,
        ...(images.count > 0 ? { images } : {}),
      };
    }),
  ];
}

function textTokens(
  { content, thinking = '', tool_calls: calls = [] }: OllamaMessage,
  model: LabModel,
): number {
  const told = calls.reduce(
    (sum, { function: { name, arguments: args } }) =>
      sum + CALL_TOKENS + countText(name + JSON.stringify(args), model),
    0,
  );
  return countText(content, model) + countText(thinking, model) + told;
}

function picturesOf({ images = [] }: OllamaMessage, index: number, { id, vision }: LabModel) {
  if (images.length > 0 && vision === null) throw invalid(`model ${id} cannot read images`);
  const costs = images.map((data) => {
    const bytes = decodeBase64(data);
    const facts = bytes && readImage(bytes);
    if (!facts) throw invalid(`messages.${index}: failed to process inputs: image: unknown format`);
    return vision === null ? 0 : imageTokens(vision, facts.width, facts.height, 'auto');
  });
  return { count: costs.length, tokens: costs.reduce((sum, cost) => sum + cost, 0) };
}

function accept(call: Call, models: readonly InstalledModel[]): AcceptedChat {
  const { body, model, prompt } = judge(call, models);
  const asked = body.options?.num_predict ?? -1;
  const room = Math.max(1, model.window - prompt.inputTokens);
  return {
    ...prompt,
    stream: body.stream !== false,
    maxOutput: asked > 0 ? Math.min(asked, room) : room,
    cutStop: 'length',
    reasons: model.reasoning !== 'none' && body.think !== false,
    turn: turnOf(body),
    callPrefix: 'call_',
    seal: (parts) => parts.filter((part) => part.type !== 'redacted'),
    json: (reply) => ({ ...lastLine(reply, model), message: wholeMessage(reply.parts) }),
    frames: (reply, split) => linesOf(reply, model, split),
  };
}

function turnOf({ messages, tools }: OllamaBody): TurnView {
  const newest = messages.findLastIndex(({ role }) => role === 'user');
  const last = messages.at(-1);
  return {
    text: messages[newest]?.content ?? '',
    step: messages.slice(newest + 1).filter(({ role }) => role === 'assistant').length,
    messages: messages.length,
    images: messages.flatMap(({ images = [] }) => images).length,
    tools: (tools ?? []).map((tool) => tool.function.name),
    toolResult: last?.role === 'tool' ? last.content : null,
  };
}

const callOf = (part: Extract<ReplyPart, { type: 'call' }>, index: number) => ({
  id: part.id,
  function: { index, name: part.name, arguments: new RawText(part.arguments === '' ? '{}' : part.arguments) },
});

const joined = (parts: readonly ReplyPart[], type: 'text' | 'reasoning') =>
  parts.flatMap((part) => (part.type === type ? [part.text] : [])).join('');

function wholeMessage(parts: readonly ReplyPart[]): object {
  const calls = parts.flatMap((part) => (part.type === 'call' ? [part] : [])).map(callOf);
  const thinking = joined(parts, 'reasoning');
  return {
    role: 'assistant',
    content: joined(parts, 'text'),
    ...(thinking === '' ? {} : { thinking }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

const head = ({ id }: LabModel) => ({ model: id, created_at: '2026-10-01T00:00:00.000000Z' });

function lastLine({ stop, usage }: Reply, model: LabModel): object {
  return {
    ...head(model),
    message: { role: 'assistant', content: '' },
    done: true,
    done_reason: stop === 'length' || stop === 'window' ? 'length' : 'stop',
    total_duration: 1_000_000,
    load_duration: 1000,
    prompt_eval_count: usage.input,
    prompt_eval_duration: 1000,
    eval_count: usage.output,
    eval_duration: 1000,
  };
}

/** The answer as JSON lines. A call comes whole, in a line of its own. */
function linesOf(reply: Reply, model: LabModel, split: (text: string) => readonly string[]): StreamItem[] {
  let calls = -1;
  const line = (message: object): StreamItem => ({
    frame: `${jsonOf({ ...head(model), message: { role: 'assistant', content: '', ...message }, done: false })}\n`,
  });
  const lines = reply.parts.flatMap((part): StreamItem[] => {
    switch (part.type) {
      case 'hold':
        return [{ gate: part.gate }];
      case 'call':
        calls += 1;
        return [line({ tool_calls: [callOf(part, calls)] })];
      case 'reasoning':
        return split(part.text).map((thinking) => line({ thinking }));
      case 'text':
      case 'refusal':
        return split(part.text).map((content) => line({ content }));
      default:
        return [];
    }
  });
  return [...lines, { frame: `${JSON.stringify(lastLine(reply, model))}\n` }];
}
