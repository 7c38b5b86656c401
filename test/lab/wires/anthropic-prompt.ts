import { imageTokens } from '../image-tokens.ts';
import type { LabModel } from '../models.ts';
import { countText } from '../tokens.ts';
import type { Pictures, Segment, TurnView } from '../types.ts';
import { imagesOf, readBlockImage } from './anthropic-images.ts';
import { type Block, blocksOf, type CountedBody, everyBlock, type Message } from './anthropic-schema.ts';
import { type Binding, continuesToolLoop } from './anthropic-thinking.ts';

// Tool use guide: the system prompt that comes with tools. A message and a block have a few tokens of framing.
const TOOL_PROMPT_TOKENS = 346;
const MESSAGE_TOKENS = 4;
const PAGE_TOKENS = 2000;

/** The prompt in the order of the cache: tools, system, messages; with tokens and breakpoints. */
export function promptOf(body: CountedBody, model: LabModel, binding: Binding): Segment[] {
  const tools = (body.tools ?? []).map(({ cache_control: mark, ...tool }, index): Segment => {
    const text = JSON.stringify(tool);
    const overhead = index === 0 ? TOOL_PROMPT_TOKENS : 0;
    return segment(`tool ${text}`, countText(text, model) + overhead, mark);
  });
  const system = (typeof body.system === 'string' ? blocksOf(body.system) : (body.system ?? [])).flatMap(
    (block) =>
      block.type === 'text'
        ? [segment(`system ${block.text}`, countText(block.text, model), block.cache_control)]
        : [],
  );
  // Changing these keeps tools and system in the cache, but not the messages (prompt caching guide).
  const settings = segment(`settings ${JSON.stringify([body.tool_choice, body.thinking])}`, 0, null);
  const messages = messageSegments(body, model, binding);
  return withTopLevelMark([...tools, ...system, settings, ...messages], body.cache_control);
}

type Mark = { readonly ttl?: '5m' | '1h' | undefined } | null | undefined;

const segment = (key: string, tokens: number, mark: Mark, images?: Pictures): Segment => ({
  key,
  tokens,
  ...(mark ? { breakpoint: mark.ttl ?? '5m' } : {}),
  ...(images ? { images } : {}),
});

function withTopLevelMark(segments: readonly Segment[], mark: Mark): Segment[] {
  const last = segments.length - 1;
  return segments.map((each, index) =>
    mark && index === last ? segment(each.key, each.tokens, mark, each.images) : each,
  );
}

function messageSegments(body: CountedBody, model: LabModel, binding: Binding): Segment[] {
  const turnStart = body.messages.findLastIndex((message) => isQuestion(message));
  return [...everyBlock(body.messages)].map(({ role, block, index, at, place }) => {
    const overhead = at === 0 ? MESSAGE_TOKENS : 0;
    const tokens = isHidden(block, place, index, turnStart, model, binding)
      ? 0
      : blockTokens(block, place, model, binding);
    const { cache_control: mark, ...content } = { cache_control: null as Mark, ...block };
    const pictures = picturesOf(block, place, model);
    return segment(
      `${role} ${JSON.stringify(content)}`,
      tokens + overhead,
      mark ?? innerMark(block),
      pictures,
    );
  });
}

function picturesOf(block: Block, place: string, model: LabModel): Pictures | undefined {
  const blocks = block.type === 'tool_result' ? blocksIn(block) : [block];
  const costs = blocks.flatMap((inner) => (inner.type === 'image' ? [picture(inner, place, model)] : []));
  if (costs.length === 0) return undefined;
  return { count: costs.length, tokens: costs.reduce((sum, cost) => sum + cost, 0) };
}

// Older models read only the thinking of the turn that goes on.
function isHidden(
  block: Block,
  place: string,
  index: number,
  turnStart: number,
  model: LabModel,
  binding: Binding,
) {
  if (block.type !== 'thinking' && block.type !== 'redacted_thinking') return false;
  return binding.dropped.has(place) || (!model.modern && index < turnStart);
}

// A marker inside a tool result counts as one after it.
function innerMark(block: Block): Mark {
  if (block.type !== 'tool_result' || typeof block.content !== 'object') return null;
  return block.content.findLast((inner) => inner.cache_control)?.cache_control;
}

function blockTokens(block: Block, place: string, model: LabModel, binding: Binding): number {
  switch (block.type) {
    case 'text':
      return countText(block.text, model);
    case 'image':
      return picture(block, place, model);
    case 'document':
      return block.source.type === 'text' ? countText(block.source.data, model) : PAGE_TOKENS;
    case 'thinking':
    case 'redacted_thinking':
      return binding.seals.get(place)?.tokens ?? 0;
    case 'tool_use':
      return countText(block.name, model) + countText(JSON.stringify(block.input), model) + 8;
    case 'tool_result':
      return 8 + blocksIn(block).reduce((sum, inner) => sum + blockTokens(inner, place, model, binding), 0);
  }
}

const blocksIn = (result: Extract<Block, { type: 'tool_result' }>) => blocksOf(result.content || []);

function picture(image: Extract<Block, { type: 'image' }>, place: string, model: LabModel): number {
  if (model.vision === null) return 0;
  const { width, height } = readBlockImage({ image, place });
  return imageTokens(model.vision, width, height, 'auto');
}

const isQuestion = ({ role, content }: Message) =>
  role === 'user' && blocksOf(content).some((block) => block.type === 'text' || block.type === 'image');

/** The newest turn of a request. */
export function turnOf(body: CountedBody): TurnView {
  const { messages } = body;
  const newest = messages.findLastIndex((message) => isQuestion(message));
  const last = messages.findLast(({ role }) => role !== 'system');
  return {
    text: textOf(blocksOf(messages[newest]?.content ?? [])),
    step: messages.slice(newest + 1).filter(({ role }) => role === 'assistant').length,
    messages: messages.length,
    images: imagesOf(messages).length,
    tools: (body.tools ?? []).map(({ name }) => name),
    toolResult: continuesToolLoop(messages) ? resultText(blocksOf(last?.content ?? [])) : null,
  };
}

const textOf = (blocks: readonly Block[]) =>
  blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');

function resultText(blocks: readonly Block[]): string {
  const result = blocks.findLast((block) => block.type === 'tool_result');
  return result ? textOf(blocksIn(result)) : '';
}
