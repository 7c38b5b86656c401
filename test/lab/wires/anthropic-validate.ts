import type { LabModel } from '../models.ts';
import { shapeOf } from '../shape.ts';
import { refuse, shapeRefusal } from './anthropic-errors.ts';
import {
  type Block,
  blocksOf,
  type CountedBody,
  countBody,
  everyBlock,
  type Message,
  type MessagesBody,
  messagesBody,
} from './anthropic-schema.ts';

// API reference: 100,000 messages a request, 4 cache breakpoints.
const MAX_MESSAGES = 100_000;
const MAX_BREAKPOINTS = 4;

/** Checks the shape of a messages request. Throws `Refused`. */
export function readMessages(body: unknown): MessagesBody {
  const shaped = shapeOf(messagesBody, body);
  if ('problem' in shaped) throw shapeRefusal(shaped.problem);
  return shaped.value;
}

/** Checks the shape of a count request. Throws `Refused`. */
export function readCount(body: unknown): CountedBody {
  const shaped = shapeOf(countBody, body);
  if ('problem' in shaped) throw shapeRefusal(shaped.problem);
  return shaped.value;
}

/** Checks what messages and count requests have in common, but for images and thinking. Throws `Refused`. */
export function checkConversation(body: CountedBody, model: LabModel): void {
  if (body.messages.length === 0) throw refuse('messages: at least one message is required');
  if (body.messages.length > MAX_MESSAGES)
    throw refuse(`messages: at most ${MAX_MESSAGES} messages are allowed`);
  checkTools(body);
  checkRoles(body.messages, model);
  checkContents(body);
  checkBlockRoles(body.messages);
  checkPairing(body);
  checkCacheControl(body);
}

/**
 * Checks the parameters of a messages request that depend on model and API version. Throws `Refused`.
 *
 * @param current whether the request is in API version 2026-10-21, which has no sampling parameters
 */
export function checkParameters(body: MessagesBody, model: LabModel, current: boolean): void {
  if (body.max_tokens > model.maxOutput) {
    throw refuse(
      `max_tokens: ${body.max_tokens} > ${model.maxOutput}, which is the maximum allowed number of output tokens for ${model.id}`,
    );
  }
  for (const name of ['temperature', 'top_p', 'top_k'] as const) {
    if (body[name] === undefined) continue;
    if (current) throw refuse(`${name}: Extra inputs are not permitted`);
    if (model.modern) throw refuse(`\`${name}\` is deprecated for this model.`);
  }
  if (body.stop_sequences?.some((sequence) => sequence.trim() === '')) {
    throw refuse('stop_sequences: each stop sequence must contain non-whitespace');
  }
}

function checkTools(body: CountedBody): void {
  const names = (body.tools ?? []).map((tool) => tool.name);
  if (new Set(names).size < names.length) throw refuse('tools: Tool names must be unique.');
  if (body.tool_choice && names.length === 0) {
    throw refuse('tool_choice: tool_choice may only be specified while providing tools.');
  }
  if (body.tool_choice?.type === 'tool' && !names.includes(body.tool_choice.name)) {
    throw refuse(`tool_choice: Tool '${body.tool_choice.name}' not found in provided tools`);
  }
}

function checkRoles(messages: readonly Message[], model: LabModel): void {
  if (messages[0]?.role !== 'user') throw refuse('messages: first message must use the "user" role');
  for (const [index, { role, content }] of messages.entries()) {
    if (role !== 'system') continue;
    const place = `messages.${index}`;
    if (!model.modern) throw refuse(`${place}.role: role 'system' is not supported on this model`);
    // Placement rules: right after a user message, never right before one.
    if (messages[index - 1]?.role !== 'user' || messages[index + 1]?.role === 'user') {
      throw refuse(
        `${place}: a \`system\` message must come right after a user message and not right before one`,
      );
    }
    if (blocksOf(content).some((block) => block.type !== 'text')) {
      throw refuse(`${place}: a \`system\` message may only hold text`);
    }
  }
  if (messages.at(-1)?.role === 'assistant' && model.modern) {
    throw refuse(
      'This model does not support assistant message prefill. The conversation must end with a user message.',
    );
  }
}

function checkContents(body: CountedBody): void {
  const { messages, system } = body;
  const empty = messages.findIndex(({ content }) => content.length === 0);
  const last = messages.length - 1;
  if (empty >= 0 && !(empty === last && messages[last]?.role === 'assistant')) {
    throw refuse(
      `messages.${empty}: all messages must have non-empty content except for the optional final assistant message`,
    );
  }
  for (const { block } of everyBlock(messages)) {
    if (block.type === 'text') checkText('messages', block.text);
    if (block.type === 'tool_result' && typeof block.content === 'object') {
      for (const inner of block.content) if (inner.type === 'text') checkText('messages', inner.text);
    }
  }
  for (const block of typeof system === 'object' ? system : []) checkText('system', block.text);
  const final = messages[last];
  const ending = final?.role === 'assistant' ? blocksOf(final.content).at(-1) : undefined;
  if (ending?.type === 'text' && /\s$/.test(ending.text)) {
    throw refuse('messages: final assistant content cannot end with trailing whitespace');
  }
}

function checkText(where: string, text: string): void {
  if (text === '') throw refuse(`${where}: text content blocks must be non-empty`);
  if (text.trim() === '') throw refuse(`${where}: text content blocks must contain non-whitespace text`);
}

const ASSISTANT_ONLY: readonly Block['type'][] = ['thinking', 'redacted_thinking', 'tool_use'];
const USER_ONLY: readonly Block['type'][] = ['tool_result', 'image', 'document'];

function checkBlockRoles(messages: readonly Message[]): void {
  for (const { role, block, place } of everyBlock(messages)) {
    if (role === 'user' && block.type === 'text' && (block.citations ?? []).length > 0) {
      throw refuse(`${place}.citations: \`citations\` can only be in \`assistant\` messages`);
    }
    if (role !== 'assistant' && ASSISTANT_ONLY.includes(block.type)) {
      throw refuse(`${place}: \`${block.type}\` blocks can only be in \`assistant\` messages`);
    }
    if (role === 'assistant' && USER_ONLY.includes(block.type)) {
      throw refuse(`${place}: \`${block.type}\` blocks can only be in \`user\` messages`);
    }
  }
}

function checkPairing({ messages, tools }: CountedBody): void {
  const used = new Set<string>();
  for (const [index, message] of messages.entries()) {
    const calls = blocksOf(message.content).flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
    for (const id of calls) {
      if (used.has(id)) throw refuse('messages: `tool_use` ids must be unique');
      used.add(id);
    }
    checkResults(messages, index);
    if (calls.length > 0) checkAnswers(calls, messages, index);
  }
  if (used.size > 0 && (tools ?? []).length === 0) {
    throw refuse('messages: Requests which include `tool_use` or `tool_result` blocks must define tools');
  }
}

// Results come first in the message that follows the calls, and there is one for each.
function checkAnswers(calls: readonly string[], messages: readonly Message[], index: number): void {
  const next = messages[index + 1];
  const blocks = next?.role === 'user' ? blocksOf(next.content) : [];
  const firstOther = blocks.findIndex((block) => block.type !== 'tool_result');
  const leading = blocks.slice(0, firstOther < 0 ? blocks.length : firstOther);
  const answered = new Set(
    leading.flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : [])),
  );
  const missing = calls.filter((id) => !answered.has(id));
  if (missing.length === 0) return;
  throw refuse(
    `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ` +
      `${missing.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
  );
}

function checkResults(messages: readonly Message[], index: number): void {
  const message = messages[index];
  const before = messages[index - 1];
  const asked = new Set(
    before?.role === 'assistant'
      ? blocksOf(before.content).flatMap((block) => (block.type === 'tool_use' ? [block.id] : []))
      : [],
  );
  const seen = new Set<string>();
  for (const [at, block] of blocksOf(message?.content ?? []).entries()) {
    if (block.type !== 'tool_result') continue;
    const place = `messages.${index}.content.${at}`;
    if (!asked.has(block.tool_use_id)) {
      throw refuse(
        `${place}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${block.tool_use_id}. ` +
          'Each `tool_result` block must have a corresponding `tool_use` block in the previous message.',
      );
    }
    if (seen.has(block.tool_use_id)) {
      throw refuse(
        `${place}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${block.tool_use_id}`,
      );
    }
    seen.add(block.tool_use_id);
  }
}

interface Marker {
  readonly place: string;
  readonly ttl: '5m' | '1h';
}

function checkCacheControl(body: CountedBody): void {
  const found = [...markers(body)];
  const count = found.length + (body.cache_control ? 1 : 0);
  if (count > MAX_BREAKPOINTS) {
    throw refuse(
      `A maximum of ${MAX_BREAKPOINTS} blocks with cache_control may be provided. Found ${count}.`,
    );
  }
  const short = found.findIndex(({ ttl }) => ttl === '5m');
  const late = found.findIndex(({ ttl }, index) => ttl === '1h' && short >= 0 && index > short);
  if (late >= 0) {
    throw refuse(
      `${found[late]?.place}.cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' ` +
        'cache_control block. Note that blocks are processed in the following order: `tools`, `system`, `messages`.',
    );
  }
}

function* markers({ tools, system, messages }: CountedBody): Generator<Marker> {
  for (const [index, tool] of (tools ?? []).entries()) {
    if (tool.cache_control) yield { place: `tools.${index}`, ttl: tool.cache_control.ttl ?? '5m' };
  }
  for (const [index, block] of (typeof system === 'object' ? system : []).entries()) {
    if (block.cache_control) yield { place: `system.${index}`, ttl: block.cache_control.ttl ?? '5m' };
  }
  for (const { block, place } of everyBlock(messages)) {
    if (block.type === 'tool_result' && typeof block.content === 'object') {
      for (const [at, inner] of block.content.entries()) {
        if (inner.cache_control)
          yield { place: `${place}.content.${at}`, ttl: inner.cache_control.ttl ?? '5m' };
      }
    }
    if ('cache_control' in block && block.cache_control)
      yield { place, ttl: block.cache_control.ttl ?? '5m' };
  }
}
