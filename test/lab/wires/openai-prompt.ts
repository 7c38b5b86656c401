import { imageTokens } from '../image-tokens.ts';
import type { LabModel } from '../models.ts';
import { countText } from '../tokens.ts';
import type { Segment, TurnView } from '../types.ts';
import type { ChatBody, ChatMessage } from './openai-schema.ts';
import { readDataUrl } from './openai-validate.ts';

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
  const messages = body.messages.map(
    (message): Segment => ({ key: JSON.stringify(message), tokens: messageTokens(message, model) }),
  );
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
  let tokens = 0;
  for (const [at, part] of content.entries()) {
    if (part.type === 'text') tokens += countText(part.text, model);
    else if (part.type === 'refusal') tokens += countText(part.refusal, model);
    else if (model.vision !== null) {
      const { width, height } = readDataUrl(part.image_url.url, ['content', at]);
      tokens += imageTokens(model.vision, width, height, part.image_url.detail ?? 'auto');
    }
  }
  return tokens;
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
