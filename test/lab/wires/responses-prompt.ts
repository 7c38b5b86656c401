import { imageTokens } from '../image-tokens.ts';
import type { LabModel } from '../models.ts';
import { countText } from '../tokens.ts';
import type { Lifetime, Segment, TurnView } from '../types.ts';
import { readDataUrl } from './openai-images.ts';
import type { Binding } from './responses-reasoning.ts';
import type { CountedBody, InputPart, Item, OutputPart, ResponsesBody } from './responses-schema.ts';

// As in Chat Completions (OpenAI cookbook, "How to count tokens"): 3 a message, 3 to prime the answer, tools 10 each.
const MESSAGE_TOKENS = 3;
const PRIMING_TOKENS = 3;
const TOOL_TOKENS = 10;
const CALL_TOKENS = 8;

type CacheOptions = Pick<ResponsesBody, 'prompt_cache_options'>;

/** The prompt in the order in which the model reads it, with its tokens and cache breakpoints. */
export function promptOf(
  body: CountedBody & CacheOptions,
  items: readonly Item[],
  model: LabModel,
  binding: Binding,
): Segment[] {
  const lifetime = body.prompt_cache_options?.ttl ?? '30m';
  const segments = [
    ...toolSegments(body, model),
    ...(body.instructions
      ? [plain(`instructions ${body.instructions}`, MESSAGE_TOKENS + countText(body.instructions, model))]
      : []),
    ...items.flatMap((item, index) => itemSegments(item, index, model, binding, lifetime)),
  ];
  const marked = model.modern ? withMarks(segments, body, lifetime) : segments.map(unmarked);
  // A key of its own for every length: the priming is never part of a cached prefix.
  return [...marked, plain(`priming ${items.length}`, PRIMING_TOKENS)];
}

const plain = (key: string, tokens: number): Segment => ({ key, tokens });
const unmarked = ({ breakpoint: _, ...segment }: Segment): Segment => segment;

function toolSegments({ tools }: CountedBody, model: LabModel): Segment[] {
  if (!tools || tools.length === 0) return [];
  const text = tools.map((tool) => JSON.stringify(tool)).join('\n');
  return [plain(text, countText(text, model) + tools.length * TOOL_TOKENS)];
}

/**
 * Prompt caching guide, 5.6: one breakpoint of the vendor's own at the end and the latest three of the request, or in
 * explicit mode the latest four.
 */
function withMarks(segments: readonly Segment[], body: CacheOptions, lifetime: Lifetime): Segment[] {
  const implicit = body.prompt_cache_options?.mode !== 'explicit';
  const explicit = segments.flatMap((segment, index) => (segment.breakpoint ? [index] : []));
  const kept = new Set(explicit.slice(implicit ? -3 : -4));
  const last = segments.length - 1;
  return segments.map((segment, index) => {
    if (kept.has(index)) return segment;
    return implicit && index === last ? { ...segment, breakpoint: lifetime } : unmarked(segment);
  });
}

function itemSegments(
  item: Item,
  index: number,
  model: LabModel,
  binding: Binding,
  lifetime: Lifetime,
): Segment[] {
  switch (item.type) {
    case 'reasoning': {
      const tokens = binding.tokens.get(index);
      return tokens === undefined ? [] : [plain(`reasoning ${item.encrypted_content}`, tokens)];
    }
    case 'function_call': {
      const tokens = CALL_TOKENS + countText(item.name, model) + countText(item.arguments, model);
      return [plain(JSON.stringify(['call', item.call_id, item.name, item.arguments]), tokens)];
    }
    case 'function_call_output':
      return partSegments(`output ${item.call_id}`, item.output, model, lifetime);
    case 'message':
      return partSegments(item.role, item.content, model, lifetime);
  }
}

function partSegments(
  owner: string,
  parts: readonly (InputPart | OutputPart)[],
  model: LabModel,
  lifetime: Lifetime,
): Segment[] {
  return parts.map((part, at): Segment => {
    const overhead = at === 0 ? MESSAGE_TOKENS : 0;
    if (part.type === 'refusal') {
      return plain(`${owner} refusal ${part.refusal}`, overhead + countText(part.refusal, model));
    }
    if (part.type === 'output_text') {
      return plain(`${owner} text ${part.text}`, overhead + countText(part.text, model));
    }
    const mark = part.prompt_cache_breakpoint;
    const breakpoint = mark ? { breakpoint: mark.ttl ?? lifetime } : {};
    if (part.type === 'input_text') {
      return {
        ...plain(`${owner} text ${part.text}`, overhead + countText(part.text, model)),
        ...breakpoint,
      };
    }
    const tokens = pictureTokens(part, model);
    const key = `${owner} image ${part.detail ?? 'auto'} ${part.image_url}`;
    return { ...plain(key, overhead + tokens), images: { count: 1, tokens }, ...breakpoint };
  });
}

function pictureTokens(part: Extract<InputPart, { type: 'input_image' }>, { vision }: LabModel): number {
  const { width, height } = readDataUrl(part.image_url ?? '', ['image_url']);
  return vision === null ? 0 : imageTokens(vision, width, height, part.detail ?? 'auto');
}

/** The newest turn of an input. */
export function turnOf({ tools }: CountedBody, items: readonly Item[]): TurnView {
  const newest = items.findLastIndex((item) => item.type === 'message' && item.role === 'user');
  const last = items.at(-1);
  return {
    text: textOf(items[newest]),
    step: stepsIn(items.slice(newest + 1)),
    messages: items.filter(({ type }) => type === 'message').length,
    images: items.flatMap(contentOf).filter(({ type }) => type === 'input_image').length,
    tools: (tools ?? []).map(({ name }) => name),
    toolResult: last?.type === 'function_call_output' ? textOf(last) : null,
  };
}

/** Model responses in a stretch: each ends where the client's outputs, or nothing more, follow. */
function stepsIn(items: readonly Item[]): number {
  const isOutput = (item: Item) =>
    item.type === 'reasoning' ||
    item.type === 'function_call' ||
    (item.type === 'message' && item.role === 'assistant');
  return items.filter((item, index) => {
    const next = items[index + 1];
    return isOutput(item) && (next === undefined || !isOutput(next));
  }).length;
}

function contentOf(item: Item): readonly (InputPart | OutputPart)[] {
  if (item.type === 'message') return item.content;
  return item.type === 'function_call_output' ? item.output : [];
}

const textOf = (item: Item | undefined): string =>
  (item ? contentOf(item) : []).flatMap((part) => ('text' in part ? [part.text] : [])).join('\n');
