import type { Model } from '#contract';
import { type AgentMessage, isFold, type PagedMessage, type ToolSpec } from '#core/context/view.ts';
import type { SaidPart, ToolResult } from '#core/transcript/types.ts';
import { RawJson, rawObject, readableArguments } from '../raw-json.ts';
import type { WireRequest } from '../wire.ts';
import { anthropicIds, CallIds } from './call-ids.ts';
import { outputLimit } from './estimate.ts';
import type { MessagePieces, Piece } from './pieces.ts';

/** A content block as it is sent. Blocks that the provider made have fields of their own. */
export type Block = Record<string, unknown> & { type: string };

interface Message {
  role: 'user' | 'assistant';
  content: Block[];
}

/** Reasoning that a model with a budget may spend, in tokens: constant, because a change empties the prompt cache. */
const thinkingBudget = 4096;
const leastAnswer = 1024;

/** What a model that thinks by itself may use up before it writes a summary, in tokens. */
const thinkingBeforeSummary = 2 * thinkingBudget;

/** Lasts an hour: tools and instructions stay the same all day. */
const longLived = { type: 'ephemeral', ttl: '1h' };
const shortLived = { type: 'ephemeral' };

/**
 * Fields of a request in the order in which the prompt cache reads them. The same view makes the same bytes.
 *
 * @param prompt tokens that it has
 */
export function anthropicBody(request: WireRequest, pieces: readonly MessagePieces[], prompt: number) {
  const { model, view, summary } = request;
  const limit = summary ? summaryLimit(model, prompt, summary.maxTokens) : outputLimit(model, prompt);
  const { messages, foldEnd } = messagesOf(view.messages, pieces, model.id);
  const hasSystem = view.system.trim() !== '';
  return {
    model: model.id,
    max_tokens: limit,
    stream: true,
    thinking: summary && model.thinking === 'budget' ? undefined : thinkingFor(model, limit, messages),
    // Four marks are allowed: where folds need one, the mark behind the instructions stands for the tools too.
    tools:
      view.tools.length > 0 && model.tools
        ? toolsOf(view.tools, foldEnd !== null && hasSystem ? undefined : longLived)
        : undefined,
    system: hasSystem ? [{ type: 'text', text: view.system, cache_control: longLived }] : undefined,
    messages: withMarks(messages, foldEnd),
  };
}

function summaryLimit(model: Model, prompt: number, maxTokens: number): number {
  const thinking = model.thinking === 'adaptive' ? thinkingBeforeSummary : 0;
  return Math.min(outputLimit(model, prompt), maxTokens + thinking);
}

/** The beta that lets a request ask for reasoning to be dropped where the text before it has changed. */
export const bindingBeta = 'thinking-binding-controls-2026-08-01';

function thinkingFor(model: Model, limit: number, messages: readonly Message[]) {
  if (!model.reasoning) return undefined;
  if (model.thinking === 'adaptive') {
    return {
      type: 'adaptive',
      display: 'summarized',
      block_binding: { prefix_mismatch_behavior: 'drop_block' },
    };
  }
  if (model.thinking !== 'budget' || limit < thinkingBudget + leastAnswer || startsUnreasoned(messages))
    return undefined;
  return { type: 'enabled', budget_tokens: thinkingBudget };
}

/** With a budget, a turn that goes on has to begin with reasoning; one that another model began does not. */
function startsUnreasoned(messages: readonly Message[]): boolean {
  if (!isResults(messages.at(-1))) return false;
  const question = messages.findLastIndex((message) => message.role === 'user' && !isResults(message));
  const first = messages[question + 1]?.content[0];
  return first === undefined || !isReasoning(first);
}

const isResults = (message: Message | undefined): boolean =>
  message?.role === 'user' && message.content.some((block) => block.type === 'tool_result');

function toolsOf(tools: readonly ToolSpec[], mark: object | undefined): unknown[] {
  return tools.map(({ name, description, parameters }, index) => ({
    name,
    description,
    input_schema: parameters,
    cache_control: index === tools.length - 1 ? mark : undefined,
  }));
}

/** `foldEnd` is the last block of the last fold: what comes before it stays the same until the next pass. */
function messagesOf(
  view: readonly PagedMessage[],
  pieces: readonly MessagePieces[],
  model: string,
): { messages: Message[]; foldEnd: Block | null } {
  const ids = new CallIds(anthropicIds);
  const messages: Message[] = [];
  let foldEnd: Block | null = null;
  for (const [index, message] of view.entries()) {
    const made = pieces[index] ?? { user: [], results: [] };
    const role = message.role === 'agent' ? 'assistant' : 'user';
    const content =
      message.role === 'user'
        ? userBlocks(made.user, isFold(message))
        : message.role === 'agent'
          ? agentBlocks(message, model, ids)
          : message.results.map((result, at) => resultBlock(result, made.results[at] ?? [], ids));
    const last = messages.at(-1);
    if (content.length === 0) continue;
    if (last?.role === role) last.content.push(...content);
    else messages.push({ role, content });
    if (isFold(message)) foldEnd = content.at(-1) ?? null;
  }
  return { messages, foldEnd };
}

/**
 * Images stand before the text: Claude reads them better that way. Only pages come after the words that say what
 * they are [S1]. Blank texts are refused.
 */
function userBlocks(pieces: readonly Piece[], fold: boolean): Block[] {
  const blocks = pieces.map(blockOf);
  if (fold) return blocks.filter((block) => !isBlank(block));
  return [
    ...blocks.filter((block) => block.type === 'image'),
    ...blocks.filter((block) => block.type === 'text' && !isBlank(block)),
  ];
}

function blockOf(piece: Piece): Block {
  if (piece.type === 'text') return { type: 'text', text: piece.text };
  return { type: 'image', source: { type: 'base64', media_type: piece.mime, data: piece.base64 } };
}

const isBlank = (block: Block): boolean =>
  block.type === 'text' && (typeof block['text'] !== 'string' || block['text'].trim() === '');

function resultBlock(result: ToolResult, pieces: readonly Piece[], ids: CallIds): Block {
  const content = pieces.map(blockOf).filter((block) => !isBlank(block));
  return {
    type: 'tool_result',
    tool_use_id: ids.of(result.callId),
    content: content.length > 0 ? content : undefined,
    is_error: result.failed ? true : undefined,
  };
}

function agentBlocks(message: AgentMessage, model: string, ids: CallIds): Block[] {
  ids.beginStep();
  const { native } = message;
  if (native?.wire !== 'anthropic') return message.said.flatMap((part) => saidBlock(part, ids));
  const verbatim = native.model === model;
  const blocks = native.blocks.filter(isBlock).flatMap((block) => nativeBlock(block, verbatim, ids));
  // A response may not end in reasoning, as one does that the output limit cut there.
  const end = blocks.findLastIndex((block) => !isReasoning(block));
  return blocks.slice(0, end + 1);
}

function saidBlock(part: SaidPart, ids: CallIds): Block[] {
  if (part.type === 'reasoning' || (part.type === 'text' && part.text.trim() === '')) return [];
  if (part.type === 'text') return [{ type: 'text', text: part.text }];
  const input = new RawJson(readableArguments(part.arguments));
  return [{ type: 'tool_use', id: ids.adapt(part.id), name: part.name, input }];
}

const isBlock = (block: unknown): block is Block =>
  typeof block === 'object' && block !== null && 'type' in block && typeof block.type === 'string';

const isReasoning = (block: Block): boolean =>
  block.type === 'thinking' || block.type === 'redacted_thinking';

/** Reasoning is bound to the model that signed it; without a signature it cannot be sent back at all. */
function nativeBlock(block: Block, verbatim: boolean, ids: CallIds): Block[] {
  if (isBlank(block)) return [];
  if (isReasoning(block)) {
    const sealed = block.type === 'redacted_thinking' || Boolean(block['signature']);
    return verbatim && sealed ? [block] : [];
  }
  if (typeof block['id'] === 'string') ids.keep(block['id']);
  const input = block['input'];
  if (typeof input !== 'string') return [block];
  return [{ ...block, input: rawObject(input) ?? new RawJson(readableArguments(input)) }];
}

/** Marks the end of the folds, and of the previous request and of this one: the first is read, the second written. */
function withMarks(messages: Message[], foldEnd: Block | null): Message[] {
  if (foldEnd) foldEnd['cache_control'] = shortLived;
  const ends = messages.flatMap((message, index) => (message.role === 'user' ? [index] : [])).slice(-2);
  for (const end of ends) {
    const content = messages[end]?.content;
    const last = content?.at(-1);
    if (content && last) content[content.length - 1] = { ...last, cache_control: shortLived };
  }
  return messages;
}
