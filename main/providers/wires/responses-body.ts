import { imageRuleFor } from '#core/context/image-rules.ts';
import { type AgentMessage, isFold, type PagedMessage, type ToolSpec } from '#core/context/view.ts';
import { matchesModel, parseModelId } from '#core/models/model-id.ts';
import { readableArguments } from '../raw-json.ts';
import type { WireRequest } from '../wire.ts';
import { CallIds, openAiIds } from './call-ids.ts';
import type { MessagePieces, Piece } from './pieces.ts';

/** An item of the input or of a response. Items that the provider made have fields of their own. */
export type Item = Record<string, unknown> & { type: string };

type Content =
  | { type: 'input_text'; text: string; prompt_cache_breakpoint?: object }
  | { type: 'input_image'; image_url: string; detail: 'auto' | 'original'; prompt_cache_breakpoint?: object };

/** Patches of models that know `detail: original` (OpenAI, images and vision guide). */
const leastOriginal = 10_000;
/** The API takes no smaller limit. */
const leastOutput = 16;
const breakpoint = { mode: 'explicit' };

/**
 * Fields of a request, with the conversation last: the same view makes the same bytes, and a longer view the same
 * bytes with more behind. Nothing is stored at the provider: reasoning comes encrypted and goes back whole.
 */
export function responsesBody(request: WireRequest, pieces: readonly MessagePieces[]) {
  const { model, view } = request;
  const original = takesOriginal(request);
  const say: Saying = { model: model.id, original, marksFolds: takesBreakpoints(model.id) };
  return {
    model: model.id,
    stream: true,
    store: false,
    prompt_cache_key: view.messages[0]?.messageId.slice(0, 64),
    include: model.reasoning ? ['reasoning.encrypted_content'] : undefined,
    reasoning: model.reasoning ? { summary: 'auto' } : undefined,
    // Pages are text: a picture of them that the vendor compresses may not be legible.
    image: original ? { context_compression: 'disabled' } : undefined,
    max_output_tokens: limitFor(request),
    tools: view.tools.length > 0 && model.tools ? view.tools.map(toolOf) : undefined,
    instructions: view.system.trim() === '' ? undefined : view.system,
    input: itemsOf(view.messages, pieces, say),
  };
}

/** How messages are told to one model. */
interface Saying {
  model: string;
  /** Whether pages may ask to be read at their own size. */
  original: boolean;
  marksFolds: boolean;
}

function takesOriginal({ target, model }: WireRequest): boolean {
  const rule = imageRuleFor({ host: new URL(target.baseUrl).hostname }, model.id);
  return rule.kind === 'openai-patches' && rule.original.cap >= leastOriginal;
}

/** OpenAI, prompt caching guide: breakpoints of one's own from 5.6 on, beside the one at the end that it sets. */
const takesBreakpoints = (id: string): boolean =>
  matchesModel(parseModelId(id), { words: ['gpt'], from: [5, 6] });

/** A model that reasons may use up a summary's limit before it writes a word: there the request's words must do. */
function limitFor({ model, summary }: WireRequest): number | undefined {
  if (model.outputByUser) return Math.max(leastOutput, model.maxOutput);
  if (!summary || model.reasoning) return undefined;
  return Math.max(leastOutput, Math.min(model.maxOutput, summary.maxTokens));
}

/** `strict` is on where it is not named, and refuses schemas with optional fields. */
function toolOf({ name, description, parameters }: ToolSpec) {
  return { type: 'function', name, description, parameters, strict: false };
}

function itemsOf(view: readonly PagedMessage[], pieces: readonly MessagePieces[], say: Saying): object[] {
  const ids = new CallIds(openAiIds);
  return view.flatMap((message, index): object[] => {
    const made = pieces[index] ?? { user: [], results: [] };
    if (message.role === 'agent') return agentItems(message, say.model, ids);
    if (message.role === 'results') {
      return message.results.map((result, at) => ({
        type: 'function_call_output',
        call_id: ids.of(result.callId),
        output: outputOf(made.results[at] ?? [], say),
      }));
    }
    const content = made.user.map((piece) => contentOf(piece, say));
    const last = content.at(-1);
    if (last && isFold(message) && say.marksFolds) last.prompt_cache_breakpoint = breakpoint;
    return content.length > 0 ? [{ type: 'message', role: 'user', content }] : [];
  });
}

function contentOf(piece: Piece, { original }: Saying): Content {
  if (piece.type === 'text') return { type: 'input_text', text: piece.text };
  const detail = piece.page && original ? 'original' : 'auto';
  return { type: 'input_image', image_url: `data:${piece.mime};base64,${piece.base64}`, detail };
}

function outputOf(pieces: readonly Piece[], say: Saying): string | Content[] {
  if (pieces.some((piece) => piece.type === 'image')) return pieces.map((piece) => contentOf(piece, say));
  return pieces.flatMap((piece) => (piece.type === 'text' ? [piece.text] : [])).join('\n\n');
}

function agentItems(message: AgentMessage, model: string, ids: CallIds): object[] {
  ids.beginStep();
  const { native } = message;
  if (native?.wire === 'openai-responses' && native.model === model) return nativeItems(native.blocks, ids);
  return message.said.flatMap((part): object[] => {
    if (part.type === 'reasoning' || (part.type === 'text' && part.text.trim() === '')) return [];
    if (part.type === 'text') {
      const content = [{ type: 'output_text', text: part.text, annotations: [] }];
      return [{ type: 'message', role: 'assistant', content }];
    }
    const { id, name, arguments: args } = part;
    return [{ type: 'function_call', call_id: ids.adapt(id), name, arguments: readableArguments(args) }];
  });
}

/** The items as this very model made them. Reasoning needs what it led to behind it, and goes without it. */
function nativeItems(blocks: readonly unknown[], ids: CallIds): object[] {
  const items = blocks.filter(isItem).filter((item) => !isEmptyMessage(item));
  const end = items.findLastIndex((item) => item.type !== 'reasoning');
  return items.slice(0, end + 1).map((item) => {
    const { call_id: id, arguments: args } = item;
    if (item.type !== 'function_call' || typeof id !== 'string' || typeof args !== 'string') return item;
    return { ...item, call_id: ids.keep(id), arguments: readableArguments(args) };
  });
}

const isItem = (block: unknown): block is Item =>
  typeof block === 'object' && block !== null && 'type' in block && typeof block.type === 'string';

const isEmptyMessage = ({ type, content }: Item): boolean =>
  type === 'message' && Array.isArray(content) && content.length === 0;
