import { imageTokens } from '../image-tokens.ts';
import type { LabModel } from '../models.ts';
import { countText } from '../tokens.ts';
import type { Pictures, Segment, TurnView } from '../types.ts';
import { readDataUrl } from './openai-images.ts';
import type { ChatBody, ChatMessage } from './openai-schema.ts';

// OpenAI cookbook, "How to count tokens": 3 a message, 3 to prime the answer; tools are about 10 each on top.
const MESSAGE_TOKENS = 3;
const PRIMING_TOKENS = 3;
const TOOL_TOKENS = 10;

/** The prompt in the order in which the model reads it, with its tokens. */
export function promptOf(body: ChatBody, model: LabModel): Segment[] {
  const tools = body.tools ?? [];
  const toolText = tools.map((tool) => JSON.stringify(tool.function)).join('\n');
  const first: Segment[] =
    tools.length === 0
      ? []
      : [{ key: toolText, tokens: countText(toolText, model) + tools.length * TOOL_TOKENS }];
  const messages = body.messages.map((message): Segment => {
    const images = picturesOf(message, model);
    return {
      key: JSON.stringify(message),
      tokens: messageTokens(message, model) + images.tokens,
      ...(images.count > 0 ? { images } : {}),
    };
  });
  // A key of its own for every scope: the priming is never part of a cached prefix.
  return [...first, ...messages, { key: `priming ${body.messages.length}`, tokens: PRIMING_TOKENS }];
}

function messageTokens(message: ChatMessage, model: LabModel): number {
  const count = (text: string | null | undefined) => (text ? countText(text, model) : 0);
  let tokens = MESSAGE_TOKENS + contentTokens(message, model);
  if (message.role === 'assistant') {
    if ('reasoning_content' in message) tokens += count(message.reasoning_content);
    for (const call of message.tool_calls ?? [])
      tokens += count(call.function.name) + count(call.function.arguments) + 8;
  }
  return tokens;
}

function contentTokens({ content }: ChatMessage, model: LabModel): number {
  if (content === null || content === undefined) return 0;
  if (typeof content === 'string') return countText(content, model);
  return content.reduce((sum, part) => {
    if (part.type === 'text') return sum + countText(part.text, model);
    return part.type === 'refusal' ? sum + countText(part.refusal, model) : sum;
  }, 0);
}

function picturesOf(message: ChatMessage, { vision }: LabModel): Pictures {
  const costs = imagesOf(message).map(({ image_url: { url, detail = 'auto' } }) => {
    const { width, height } = readDataUrl(url, ['image_url', 'url']);
    return vision === null ? 0 : imageTokens(vision, width, height, detail);
  });
  return { count: costs.length, tokens: costs.reduce((sum, cost) => sum + cost, 0) };
}

/** The newest turn of a chat body. */
export function turnOf(body: ChatBody): TurnView {
  const { messages } = body;
  const newest = messages.findLastIndex((message) => message.role === 'user');
  const last = messages.at(-1);
  return {
    text: textOf(messages[newest]),
    step: messages.slice(newest + 1).filter((message) => message.role === 'assistant').length,
    messages: messages.length,
    images: messages.flatMap((message) => imagesOf(message)).length,
    tools: (body.tools ?? []).map((tool) => tool.function.name),
    toolResult: last?.role === 'tool' ? textOf(last) : null,
  };
}

function textOf(message: ChatMessage | undefined): string {
  const content = message?.content;
  if (content === null || content === undefined) return '';
  if (typeof content === 'string') return content;
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

function imagesOf(message: ChatMessage) {
  if (message.role !== 'user' || typeof message.content === 'string') return [];
  return message.content.filter((part) => part.type === 'image_url');
}
