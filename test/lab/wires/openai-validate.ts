import type { LabModel } from '../models.ts';
import { shapeOf } from '../shape.ts';
import { place, refuse, shapeRefusal } from './openai-errors.ts';
import { checkDetail, checkImageCount, readDataUrl } from './openai-images.ts';
import { type ChatBody, type ChatMessage, compatibleBody, openAiBody } from './openai-schema.ts';

/** What differs between OpenAI itself and the servers that speak its protocol. */
export type Dialect = 'openai' | 'compatible';

/** Checks the shape of a chat body. Throws `Refused`. */
export function readBody(body: unknown, dialect: Dialect): ChatBody {
  const shaped = dialect === 'openai' ? shapeOf(openAiBody, body) : shapeOf(compatibleBody, body);
  if ('problem' in shaped) throw shapeRefusal(shaped.problem);
  return shaped.value;
}

/** Checks everything that the shape does not say. Throws `Refused`. */
export function checkBody(body: ChatBody, model: LabModel, dialect: Dialect): void {
  checkTools(body);
  checkParameters(body, model, dialect);
  checkRoles(body.messages, dialect);
  checkContents(body.messages);
  checkPairing(body.messages);
  checkImages(body.messages, model);
}

function checkTools(body: ChatBody): void {
  const names = new Set<string>();
  for (const [index, { function: tool }] of (body.tools ?? []).entries()) {
    const param = `tools[${index}].function`;
    if (names.has(tool.name)) throw refuse({ message: `Tool names must be unique: '${tool.name}'.`, param });
    names.add(tool.name);
    if (tool.parameters !== undefined && tool.parameters['type'] !== 'object') {
      const got = JSON.stringify(tool.parameters['type'] ?? null);
      const message = `Invalid schema for function '${tool.name}': schema must be a JSON Schema of 'type: "object"', got 'type: ${got}'.`;
      throw refuse({ message, code: 'invalid_function_parameters', param: `${param}.parameters` });
    }
  }
  if (body.tools === undefined && body.tool_choice !== undefined && body.tool_choice !== 'none') {
    const message =
      "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.";
    throw refuse({ message, param: 'tool_choice' });
  }
  if (body.tools === undefined && body.parallel_tool_calls !== undefined) {
    const message =
      "Invalid value for 'parallel_tool_calls': 'parallel_tool_calls' is only allowed when 'tools' are specified.";
    throw refuse({ message, param: 'parallel_tool_calls' });
  }
  const chosen = typeof body.tool_choice === 'object' ? body.tool_choice.function.name : null;
  if (chosen !== null && !names.has(chosen)) {
    const message = `Invalid value for 'tool_choice': tool '${chosen}' was not found in 'tools'.`;
    throw refuse({ message, param: 'tool_choice' });
  }
}

function checkParameters(body: ChatBody, model: LabModel, dialect: Dialect): void {
  if (body.stream_options && !body.stream) {
    const message = "The 'stream_options' parameter is only allowed when 'stream' is enabled.";
    throw refuse({ message, param: 'stream_options' });
  }
  const { max_tokens: old, max_completion_tokens: current } = body;
  const limit = current ?? old;
  if (limit && limit > model.maxOutput) {
    const param = current ? 'max_completion_tokens' : 'max_tokens';
    const message = `${param} is too large: ${limit}. This model supports at most ${model.maxOutput} completion tokens, whereas you provided ${limit}.`;
    throw refuse({ message, param, code: 'invalid_value' });
  }
  if (dialect === 'openai') checkOpenAiParameters(body, model);
}

function checkOpenAiParameters(body: ChatBody, model: LabModel): void {
  if (body.max_tokens && body.max_completion_tokens) {
    const message = "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.";
    throw refuse({ message, code: 'invalid_parameter_combination' });
  }
  if (model.reasoning === 'none') {
    if (body.reasoning_effort) {
      throw refuse({ message: 'Unrecognized request argument supplied: reasoning_effort' });
    }
    return;
  }
  if (body.max_tokens) {
    const message =
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
    throw refuse({ message, param: 'max_tokens', code: 'unsupported_parameter' });
  }
  for (const param of ['temperature', 'top_p'] as const) {
    if ((body[param] ?? 1) === 1) continue;
    const message = `Unsupported value: '${param}' does not support ${body[param]} with this model. Only the default (1) value is supported.`;
    throw refuse({ message, param, code: 'unsupported_value' });
  }
}

function checkRoles(messages: readonly ChatMessage[], dialect: Dialect): void {
  const roles = new Set(messages.map((message) => message.role));
  if (dialect === 'openai') {
    // Reasoning guide: a developer message and a system message may not be used in one request.
    if (roles.has('system') && roles.has('developer')) {
      throw refuse({
        message: "Invalid 'messages': 'system' and 'developer' messages cannot be combined.",
        param: 'messages',
      });
    }
    return;
  }
  const developer = messages.findIndex((message) => message.role === 'developer');
  if (developer >= 0) {
    throw refuse({ message: 'Unexpected message role.', param: `messages[${developer}].role` });
  }
  // The chat templates of Qwen, Gemma, Mistral and others raise on this.
  if (messages.some((message, index) => message.role === 'system' && index > 0)) {
    throw refuse({ message: 'System message must be at the beginning.', param: 'messages' });
  }
}

function checkContents(messages: readonly ChatMessage[]): void {
  for (const [index, message] of messages.entries()) {
    if (message.role !== 'assistant' || message.tool_calls !== undefined) continue;
    if (message.content !== undefined && message.content !== null) continue;
    if (message.refusal) continue;
    const param = `messages[${index}].content`;
    throw refuse({ message: `Invalid value for '${param}': expected a string, got null.`, param });
  }
}

function checkPairing(messages: readonly ChatMessage[]): void {
  const known = new Set<string>();
  let open = new Set<string>();
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool') {
      if (!open.delete(message.tool_call_id)) throw orphan(index, message.tool_call_id, known);
      continue;
    }
    if (open.size > 0) throw unanswered(open, index);
    open = new Set();
    for (const { id } of (message.role === 'assistant' && message.tool_calls) || []) {
      if (open.has(id) || known.has(id)) {
        throw refuse({
          message: `Duplicate tool call id '${id}' in 'messages'.`,
          param: `messages[${index}].tool_calls`,
        });
      }
      open.add(id);
    }
    for (const id of open) known.add(id);
  }
  if (open.size > 0) throw unanswered(open, messages.length);
}

function orphan(index: number, id: string, known: ReadonlySet<string>) {
  const param = `messages[${index}].tool_call_id`;
  return known.has(id)
    ? refuse({
        message: `Invalid parameter: 'tool_call_id' of '${id}' has already been responded to.`,
        param,
      })
    : refuse({
        message:
          "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
        param: place(['messages', index, 'role']),
      });
}

function unanswered(open: ReadonlySet<string>, index: number) {
  const message =
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. " +
    `The following tool_call_ids did not have response messages: ${[...open].join(', ')}`;
  return refuse({ message, param: `messages[${index}].role` });
}

function checkImages(messages: readonly ChatMessage[], model: LabModel): void {
  let count = 0;
  for (const [index, message] of messages.entries()) {
    if (message.role !== 'user' || typeof message.content === 'string') continue;
    for (const [at, part] of message.content.entries()) {
      if (part.type !== 'image_url') continue;
      const path = ['messages', index, 'content', at];
      count += 1;
      if (model.vision === null) {
        const message = 'Invalid content type. image_url is only supported by certain models.';
        throw refuse({ message, param: place([...path, 'type']), code: 'invalid_value' });
      }
      readDataUrl(part.image_url.url, [...path, 'image_url', 'url']);
      checkDetail(part.image_url.detail, model, [...path, 'image_url', 'detail']);
    }
  }
  checkImageCount(count, 'messages');
}
