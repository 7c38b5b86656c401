import type { AgentMessage, PagedMessage, ToolSpec } from '#core/context/view.ts';
import type { ToolResult } from '#core/transcript/types.ts';
import { RawJson, rawObject, readableArguments } from '../raw-json.ts';
import type { WireRequest } from '../wire.ts';
import type { MessagePieces, Piece } from './pieces.ts';

/** A message as the server writes it. Fields that are only kept are not named. */
export type OllamaMessage = Record<string, unknown> & { role: string };

interface UserMessage {
  role: 'user';
  content: string;
  images?: string[];
}

/**
 * Fields of a request. `num_ctx` is the window that the app believes in: without it the server takes one of its own,
 * often a small one, and cuts the prompt to it without a word (facts of Ollama's API documentation).
 */
export function ollamaBody(request: WireRequest, pieces: readonly MessagePieces[]) {
  const { model, view } = request;
  const system = view.system.trim() === '' ? [] : [{ role: 'system', content: view.system }];
  return {
    model: model.id,
    stream: true,
    think: model.reasoning ? true : undefined,
    options: { num_ctx: model.contextWindow, num_predict: limitFor(request) },
    tools: view.tools.length > 0 && model.tools ? view.tools.map(toolOf) : undefined,
    messages: [...system, ...messagesOf(view.messages, pieces, model.id)],
  };
}

/** A model that reasons may use up a summary's limit before it writes a word: there the request's words must do. */
function limitFor({ model, summary }: WireRequest): number | undefined {
  if (model.outputByUser) return model.maxOutput;
  return summary && !model.reasoning ? Math.min(model.maxOutput, summary.maxTokens) : undefined;
}

const toolOf = ({ name, description, parameters }: ToolSpec) => ({
  type: 'function',
  function: { name, description, parameters },
});

function messagesOf(
  view: readonly PagedMessage[],
  pieces: readonly MessagePieces[],
  model: string,
): object[] {
  const messages: object[] = [];
  let ids: (string | undefined)[] = [];
  for (const [index, message] of view.entries()) {
    const made = pieces[index] ?? { user: [], results: [] };
    if (message.role === 'user') messages.push(...userMessages(made.user));
    else if (message.role === 'agent') {
      const said = agentMessages(message, model);
      ids = said.flatMap(({ tool_calls: calls }) => idsOf(calls));
      messages.push(...said);
    } else {
      for (const [at, result] of message.results.entries())
        messages.push(resultMessage(result, made.results[at] ?? [], ids[at]));
      const images = made.results.flat().filter((piece) => piece.type === 'image');
      // The templates of most models know images in messages of the user alone.
      if (images.length > 0)
        messages.push(...userMessages([{ type: 'text', text: 'Images from the results above:' }, ...images]));
    }
  }
  return messages;
}

const textOf = (pieces: readonly Piece[]): string =>
  pieces.flatMap((piece) => (piece.type === 'text' ? [piece.text] : [])).join('\n\n');

function userMessages(pieces: readonly Piece[]): UserMessage[] {
  if (pieces.length === 0) return [];
  const images = pieces.flatMap((piece) => (piece.type === 'image' ? [piece.base64] : []));
  return [{ role: 'user', content: textOf(pieces), ...(images.length > 0 && { images }) }];
}

function resultMessage({ name }: ToolResult, pieces: readonly Piece[], id: string | undefined) {
  return { role: 'tool', tool_name: name, tool_call_id: id, content: textOf(pieces) };
}

const idsOf = (calls: unknown): (string | undefined)[] =>
  (Array.isArray(calls) ? calls : []).map((call: { id?: unknown }) =>
    typeof call.id === 'string' ? call.id : undefined,
  );

function agentMessages({ native, said }: AgentMessage, model: string): OllamaMessage[] {
  const [block] = native?.blocks ?? [];
  if (native?.wire === 'ollama' && native.model === model && isMessage(block)) return nativeMessages(block);
  const content = said.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
  const calls = said.flatMap((part) => {
    if (part.type !== 'call') return [];
    const args = new RawJson(readableArguments(part.arguments));
    return [{ function: { name: part.name, arguments: args } }];
  });
  if (content.trim() === '' && calls.length === 0) return [];
  return [{ role: 'assistant', content, ...(calls.length > 0 && { tool_calls: calls }) }];
}

const isMessage = (block: unknown): block is OllamaMessage =>
  typeof block === 'object' && block !== null && 'role' in block && block.role === 'assistant';

/** The message as this very model wrote it; the arguments of its calls are kept as the text that they came as. */
function nativeMessages(block: OllamaMessage): OllamaMessage[] {
  const { tool_calls: calls, content } = block;
  if (!Array.isArray(calls)) return content ? [block] : [];
  return [{ ...block, tool_calls: calls.map(nativeCall) }];
}

function nativeCall(call: { function: Record<string, unknown> }) {
  const { arguments: args } = call.function;
  const raw = typeof args === 'string' ? rawObject(args) : null;
  return { ...call, function: { ...call.function, arguments: raw ?? {} } };
}
