import { chain, sha256 } from '../hash.ts';
import type { LabModel } from '../models.ts';
import { issue, open, type Seal, textHash } from '../signatures.ts';
import { countText } from '../tokens.ts';
import { REDACTED_TOKENS, type ReplyPart } from '../types.ts';
import { refuse } from './anthropic-errors.ts';
import {
  type Block,
  blocksOf,
  type CountedBody,
  everyBlock,
  type Message,
  type MessagesBody,
} from './anthropic-schema.ts';

/** The beta under which a client may ask for blocks to be dropped. Source: preserved thinking guide. */
export const BINDING_BETA = 'thinking-binding-controls-2026-08-01';
const INTERLEAVED_BETA = 'interleaved-thinking-2025-05-14';

type ThinkingBlock = Extract<Block, { type: 'thinking' | 'redacted_thinking' }>;

const isThinking = (block: Block | undefined): block is ThinkingBlock =>
  block?.type === 'thinking' || block?.type === 'redacted_thinking';

/** Where a conversation stands: what the next thinking block will be bound to. */
export interface Binding {
  /** Hash of tools, system and messages, without thinking blocks. */
  readonly prefix: string;
  /** Hash of the newest thinking block of this model, or empty. */
  readonly previous: string;
  readonly lastRole: Message['role'] | null;
  /** Places of blocks that the model will not see. */
  readonly dropped: ReadonlySet<string>;
  /** Tokens of the thinking that counts as input. */
  readonly seals: ReadonlyMap<string, Seal>;
}

/** Checks the thinking parameter against model and request. Throws `Refused`. */
export function checkThinkingConfig(
  body: CountedBody & Partial<MessagesBody>,
  model: LabModel,
  betas: ReadonlySet<string>,
): void {
  const { thinking } = body;
  if (thinking === undefined || thinking.type === 'disabled') return;
  if (model.reasoning === 'none') throw refuse('thinking is not supported on this model');
  if (thinking.type === 'enabled' && model.reasoning === 'adaptive') {
    throw refuse(
      '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
    );
  }
  if (thinking.type === 'adaptive' && model.reasoning === 'budget') {
    throw refuse('adaptive thinking is not supported on this model');
  }
  if (thinking.block_binding && !betas.has(BINDING_BETA)) {
    throw refuse('thinking.block_binding: Extra inputs are not permitted');
  }
  if (body.tool_choice?.type === 'any' || body.tool_choice?.type === 'tool') {
    throw refuse('Thinking may not be enabled when tool_choice forces tool use.');
  }
  if (thinking.type !== 'enabled') return;
  if (
    body.max_tokens !== undefined &&
    body.max_tokens <= thinking.budget_tokens &&
    !betas.has(INTERLEAVED_BETA)
  ) {
    throw refuse('`max_tokens` must be greater than `thinking.budget_tokens`.');
  }
  if ((body.temperature ?? 1) !== 1)
    throw refuse('`temperature` may only be set to 1 when thinking is enabled.');
  if (body.top_k !== undefined) throw refuse('`top_k` must be unset when thinking is enabled.');
  if ((body.top_p ?? 1) < 0.95) {
    throw refuse('`top_p` must be greater than or equal to 0.95 or unset when thinking is enabled.');
  }
}

/**
 * Checks that every thinking block is one the lab issued, unchanged and in its place, and says what a next
 * one would be bound to. Throws `Refused`.
 */
export function checkThinking(body: CountedBody, model: LabModel): Binding {
  checkTurnStart(body);
  const { messages } = body;
  const latest = messages.findLastIndex(({ role }) => role === 'assistant');
  const dropMismatch = dropsMismatch(body);
  const dropped = new Set<string>();
  const seals = new Map<string, Seal>();
  let prefix = chain(
    sha256(JSON.stringify(bare(body.tools ?? []))),
    JSON.stringify(bare(systemBlocks(body))),
  );
  let [previous, lastRole]: [string, Message['role'] | null] = ['', null];
  for (const { role, block, index, at, place } of everyBlock(messages)) {
    if (role !== lastRole) prefix = chain(prefix, role);
    lastRole = role;
    if (!isThinking(block)) {
      prefix = chain(prefix, JSON.stringify(bare(block)));
      continue;
    }
    const seal = openBlock(block, at, place, index === latest);
    if (seal.model !== model.id) {
      // A block that the model cannot read is left out without an error (preserved thinking guide).
      dropped.add(place);
      continue;
    }
    // Blocks may be missing at the start of the history, not in the middle.
    const broken =
      model.modern && (seal.prefix !== prefix || (previous !== '' && seal.previous !== previous));
    if (broken && !dropMismatch) throw bound(block, place);
    if (broken) dropped.add(place);
    else seals.set(place, seal);
    previous = sha256(sealed(block));
  }
  checkComplete(messages, latest, model);
  return { prefix, previous, lastRole, dropped, seals };
}

function dropsMismatch({ thinking }: CountedBody): boolean {
  const binding = thinking && 'block_binding' in thinking ? thinking.block_binding : null;
  return binding?.prefix_mismatch_behavior === 'drop_block';
}

const systemBlocks = ({ system }: CountedBody) =>
  typeof system === 'string' ? blocksOf(system) : (system ?? []);

const sealed = (block: ThinkingBlock) => (block.type === 'thinking' ? block.signature : block.data);

const UNBOUND = ['cache_control', 'caller'];

// Cache markers, and who called, are not part of what a block is bound to.
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key, inner]) => !UNBOUND.includes(key) && inner !== null);
  return Object.fromEntries(entries.map(([key, inner]) => [key, key === 'input' ? inner : bare(inner)]));
}

function openBlock(block: ThinkingBlock, at: number, place: string, latest: boolean): Seal {
  const seal = open(sealed(block));
  const [field, kind] = block.type === 'thinking' ? ['signature', 'thinking'] : ['data', 'redacted'];
  if (seal === null || seal.kind !== kind)
    throw refuse(`${place}: Invalid \`${field}\` in \`${block.type}\` block`);
  const changed = block.type === 'thinking' && seal.text !== textHash(block.thinking);
  if (!changed && seal.index === at) return seal;
  if (latest) throw modified(place);
  throw refuse(`${place}: Invalid \`${field}\` in \`${block.type}\` block`);
}

const modified = (place: string) =>
  refuse(
    `${place}: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message cannot be modified. ` +
      'These blocks must remain as they were in the original response.',
  );

function bound(block: ThinkingBlock, place: string) {
  const field = block.type === 'thinking' ? 'signature' : 'data';
  return refuse(
    `${place}: Invalid \`${field}\` in \`${block.type}\` block. The block is bound to a different conversation. ` +
      'Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".',
  );
}

// While a tool loop goes on, all thinking of the response that made the calls has to be there.
function checkComplete(messages: readonly Message[], latest: number, model: LabModel): void {
  if (!continuesToolLoop(messages)) return;
  const seals = blocksOf(messages[latest]?.content ?? [])
    .filter(isThinking)
    .flatMap((block) => open(sealed(block)) ?? [])
    .filter((seal) => seal.model === model.id);
  const of = seals[0]?.of ?? 0;
  if (seals.length !== of) throw modified(`messages.${latest}.content.${seals.at(-1)?.index ?? 0}`);
}

const isResults = (message: Message | undefined) =>
  message?.role === 'user' && blocksOf(message.content).some((block) => block.type === 'tool_result');

/** Whether the newest user message holds results of tools. */
export const continuesToolLoop = (messages: readonly Message[]) =>
  isResults(messages.findLast(({ role }) => role !== 'system'));

// With a budget, the turn that goes on must begin with thinking; adaptive thinking is free in this.
function checkTurnStart({ messages, thinking }: CountedBody): void {
  const final = messages.at(-1)?.role === 'assistant';
  if (thinking?.type !== 'enabled') {
    const at = final ? blocksOf(messages.at(-1)?.content ?? []).findIndex(isThinking) : -1;
    if (at < 0 || thinking?.type === 'adaptive') return;
    throw refuse(
      `messages.${messages.length - 1}.content.${at}: When thinking is disabled, an \`assistant\` message in the final ` +
        'position cannot contain `thinking`. To use thinking blocks, enable `thinking` in your request.',
    );
  }
  if (!final && !continuesToolLoop(messages)) return;
  const question = messages.findLastIndex((message) => message.role === 'user' && !isResults(message));
  const start = messages.findIndex((message, index) => index > question && message.role === 'assistant');
  const first = blocksOf(messages[start]?.content ?? [])[0];
  if (start < 0 || isThinking(first)) return;
  throw refuse(
    `messages.${start}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${first?.type}\`. ` +
      'When `thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the ' +
      'lastmost set of `tool_use` and `tool_result` blocks). We recommend you include thinking blocks from previous ' +
      'turns. To avoid this requirement, disable `thinking`.',
  );
}

/**
 * Signs the reasoning of an answer for the place where it stands.
 *
 * @param hidden whether the text of the reasoning is left out (`display: omitted`)
 */
export function sealParts(
  parts: readonly ReplyPart[],
  responseId: string,
  model: LabModel,
  binding: Binding,
  hidden: boolean,
): readonly ReplyPart[] {
  const of = parts.filter((part) => part.type === 'reasoning' || part.type === 'redacted').length;
  let { prefix, previous } = binding;
  if (binding.lastRole !== 'assistant') prefix = chain(prefix, 'assistant');
  let index = 0;
  return parts.map((part): ReplyPart => {
    if (part.type === 'hold') return part;
    const place = index;
    index += 1;
    const sign = (kind: Seal['kind'], text: string, tokens: number) => {
      const seal: Seal = {
        kind,
        model: model.id,
        response: responseId,
        index: place,
        of,
        tokens,
        text: textHash(text),
        prefix,
        previous,
      };
      const signature = issue(seal);
      previous = sha256(signature);
      return signature;
    };
    if (part.type === 'reasoning') {
      const text = hidden ? '' : part.text;
      return { type: 'reasoning', text, signature: sign('thinking', text, countText(part.text, model)) };
    }
    if (part.type === 'redacted')
      return { type: 'redacted', data: sign('redacted', part.data, REDACTED_TOKENS) };
    prefix = chain(prefix, JSON.stringify(bare(blockOf(part))));
    return part;
  });
}

/** A part that is not reasoning, as the block that the client will send back. */
export function blockOf(part: Extract<ReplyPart, { type: 'text' | 'call' | 'refusal' }>): object {
  if (part.type !== 'call') return { type: 'text', text: part.text };
  return {
    type: 'tool_use',
    id: part.id,
    name: part.name,
    input: inputOf(part.arguments),
    caller: { type: 'direct' },
  };
}

/** Arguments as the API hands them over; an unfinished string stands for nothing. */
function inputOf(args: string): unknown {
  try {
    return JSON.parse(args);
  } catch {
    return {};
  }
}
