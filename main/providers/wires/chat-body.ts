import { imageRuleFor } from '#core/context/image-rules.ts';
import type { AgentMessage, PagedMessage, ToolSpec } from '#core/context/view.ts';
import type { NativeBlocks } from '#core/transcript/types.ts';
import { readableArguments } from '../raw-json.ts';
import type { WireRequest } from '../wire.ts';
import { CallIds } from './call-ids.ts';
import type { Habits } from './chat-habits.ts';
import type { MessagePieces, Piece } from './pieces.ts';

type ContentPart =
  | { type: 'text'; text: string }
  | { type: 'image_url'; image_url: { url: string; detail?: 'original' } };

interface UserMessage {
  role: 'user';
  content: string | ContentPart[];
}

interface Call {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
}

type ChatMessage =
  | { role: 'system'; content: string }
  | UserMessage
  | (Record<string, unknown> & { role: 'assistant' })
  | { role: 'tool'; tool_call_id: string; content: string };

/** Patches of models that know `detail: original`; the smaller ones do not (OpenAI, images and vision guide). */
const leastOriginal = 10_000;

/**
 * Fields of a request. The same view makes the same bytes, and a longer view the same bytes with more behind.
 * No output limit is sent, unless the user gave one: servers use the model's own, and OpenAI counts a limit
 * against the account's tokens a minute as if it had been used.
 */
export function chatBody(request: WireRequest, pieces: readonly MessagePieces[], habits: Habits) {
  const { model, view } = request;
  const say: Saying = { model: model.id, habits, original: takesOriginal(request) };
  const system = view.system.trim() === '' ? [] : [{ role: 'system' as const, content: view.system }];
  return {
    model: model.id,
    stream: true,
    stream_options: habits.streamOptions ? { include_usage: true } : undefined,
    prompt_cache_key: habits.cacheKey ? view.messages[0]?.messageId.slice(0, 64) : undefined,
    [habits.limitField]: limitFor(request),
    tools: view.tools.length > 0 && model.tools ? view.tools.map(toolOf) : undefined,
    messages: [...system, ...messagesOf(view.messages, pieces, say)],
  };
}

/** How messages are told to one model. */
interface Saying {
  model: string;
  habits: Habits;
  /** Whether pages may ask to be read at their own size. */
  original: boolean;
}

function takesOriginal({ target, model }: WireRequest): boolean {
  const rule = imageRuleFor({ host: new URL(target.baseUrl).hostname }, model.id);
  return rule.kind === 'openai-patches' && rule.original.cap >= leastOriginal;
}

/** A model that reasons may use up a summary's limit before it writes a word: there the request's words must do. */
function limitFor({ model, summary }: WireRequest): number | undefined {
  if (model.outputByUser) return model.maxOutput;
  return summary && !model.reasoning ? Math.min(model.maxOutput, summary.maxTokens) : undefined;
}

function toolOf({ name, description, parameters }: ToolSpec) {
  return { type: 'function', function: { name, description, parameters } };
}

function messagesOf(
  view: readonly PagedMessage[],
  pieces: readonly MessagePieces[],
  { model, habits, original }: Saying,
): ChatMessage[] {
  const ids = new CallIds(habits.ids);
  const messages: ChatMessage[] = [];
  for (const [index, message] of view.entries()) {
    const made = pieces[index] ?? { user: [], results: [] };
    if (message.role === 'user') addUser(messages, made.user, original);
    else if (message.role === 'agent') messages.push(...agentMessages(message, model, ids));
    else {
      for (const [at, result] of message.results.entries()) {
        const content = textOf(made.results[at] ?? []);
        messages.push({ role: 'tool', tool_call_id: ids.of(result.callId), content });
      }
      // Only user messages hold images on this wire: those of results follow them.
      const images = made.results.flat().filter((piece) => piece.type === 'image');
      if (images.length > 0)
        addUser(messages, [{ type: 'text', text: 'Images from the results above:' }, ...images], original);
    }
  }
  return messages;
}

const textOf = (pieces: readonly Piece[]): string =>
  pieces.flatMap((piece) => (piece.type === 'text' ? [piece.text] : [])).join('\n\n');

/** Many servers insist that user and assistant take turns: neighbours become one message. */
function addUser(messages: ChatMessage[], pieces: readonly Piece[], original: boolean): void {
  if (pieces.length === 0) return;
  const content = contentOf(pieces, original);
  const last = messages.at(-1);
  if (last?.role !== 'user') {
    messages.push({ role: 'user', content });
    return;
  }
  const user = last as UserMessage;
  user.content =
    typeof user.content === 'string' && typeof content === 'string'
      ? `${user.content}\n\n${content}`
      : [...partsOf(user.content), ...partsOf(content)];
}

/** Text alone goes as a string, which every server takes. */
function contentOf(pieces: readonly Piece[], original: boolean): string | ContentPart[] {
  if (pieces.every((piece) => piece.type === 'text')) return textOf(pieces);
  return pieces.map((piece): ContentPart => {
    if (piece.type === 'text') return { type: 'text', text: piece.text };
    const url = `data:${piece.mime};base64,${piece.base64}`;
    const image = piece.page && original ? { url, detail: 'original' as const } : { url };
    return { type: 'image_url', image_url: image };
  });
}

const partsOf = (content: string | ContentPart[]): ContentPart[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content;

function agentMessages(message: AgentMessage, model: string, ids: CallIds): ChatMessage[] {
  ids.beginStep();
  const native = nativeMessage(message.native, model, ids);
  if (native) return [native];
  const text = message.said.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
  const calls = message.said.flatMap((part): Call[] =>
    part.type === 'call' ? [callOf(ids.adapt(part.id), part.name, part.arguments)] : [],
  );
  if (text.trim() === '' && calls.length === 0) return [];
  return [{ role: 'assistant', content: text, ...(calls.length > 0 && { tool_calls: calls }) }];
}

const callOf = (id: string, name: string, args: string): Call => ({
  id,
  type: 'function',
  function: { name, arguments: readableArguments(args) },
});

/** The message as this very model wrote it, its reasoning and unknown fields included. */
function nativeMessage(native: NativeBlocks | null, model: string, ids: CallIds): ChatMessage | null {
  const [block] = native?.blocks ?? [];
  if (native?.wire !== 'openai-chat' || native.model !== model || !isAssistant(block)) return null;
  // Nothing but reasoning is no message: what was said, which is nothing, is sent in its place.
  if (!block['content'] && !block['refusal'] && !block['tool_calls']) return null;
  const calls = block['tool_calls'];
  if (!Array.isArray(calls)) return block;
  return { ...block, tool_calls: calls.map((call: Call) => ({ ...call, ...kept(call, ids) })) };
}

function kept(call: Call, ids: CallIds): Call {
  ids.keep(call.id);
  return { ...call, function: { ...call.function, arguments: readableArguments(call.function.arguments) } };
}

const isAssistant = (block: unknown): block is Record<string, unknown> & { role: 'assistant' } =>
  typeof block === 'object' && block !== null && 'role' in block && block.role === 'assistant';
