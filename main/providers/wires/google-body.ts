import type { AgentMessage, PagedMessage, ToolSpec } from '#core/context/view.ts';
import { matchesModel, parseModelId } from '#core/models/model-id.ts';
import type { SaidPart, ToolResult } from '#core/transcript/types.ts';
import { RawJson, rawObject, readableArguments } from '../raw-json.ts';
import type { WireRequest } from '../wire.ts';
import type { MessagePieces, Piece } from './pieces.ts';

/** A part of a message. Parts that the provider made have fields of their own. */
export type GooglePart = Record<string, unknown>;

interface Content {
  role: 'user' | 'model';
  parts: GooglePart[];
}

/** What stands for the signature of a call that this model did not make (thought signatures guide). */
const foreignCall = 'skip_thought_signature_validator';

/** Fields of a request, with the conversation last: a longer view makes the same bytes with more behind. */
export function googleBody(request: WireRequest, pieces: readonly MessagePieces[]) {
  const { model, view } = request;
  const maxOutputTokens = limitFor(request);
  const config = {
    maxOutputTokens,
    thinkingConfig: model.reasoning ? { includeThoughts: true } : undefined,
  };
  return {
    tools:
      view.tools.length > 0 && model.tools
        ? [{ functionDeclarations: view.tools.map(declarationOf) }]
        : undefined,
    systemInstruction: view.system.trim() === '' ? undefined : { parts: [{ text: view.system }] },
    generationConfig: maxOutputTokens !== undefined || model.reasoning ? config : undefined,
    contents: contentsOf(view.messages, pieces, model.id),
  };
}

/** A model that reasons may use up a summary's limit before it writes a word: there the request's words must do. */
function limitFor({ model, summary }: WireRequest): number | undefined {
  if (model.outputByUser) return model.maxOutput;
  return summary && !model.reasoning ? Math.min(model.maxOutput, summary.maxTokens) : undefined;
}

const declarationOf = ({ name, description, parameters }: ToolSpec) => ({
  name,
  description,
  parametersJsonSchema: parameters,
});

/** From 3 on calls are numbered and signed, and results may hold images (Gemini 3 developer guide). */
const isThird = (id: string): boolean => matchesModel(parseModelId(id), { words: ['gemini'], from: [3] });

function contentsOf(
  view: readonly PagedMessage[],
  pieces: readonly MessagePieces[],
  model: string,
): Content[] {
  const third = isThird(model);
  const contents: Content[] = [];
  let ids: (string | undefined)[] = [];
  for (const [index, message] of view.entries()) {
    const made = pieces[index] ?? { user: [], results: [] };
    if (message.role === 'user') add(contents, 'user', made.user.map(partOf).filter(isSaid));
    else if (message.role === 'agent') {
      const parts = agentParts(message, model, third);
      ids = callIds(parts);
      addModel(contents, parts);
    } else {
      const results = message.results.map((result, at) =>
        resultPart(result, made.results[at] ?? [], { id: ids[at], holdsImages: third }),
      );
      add(contents, 'user', results);
      const images = third ? [] : made.results.flat().filter((piece) => piece.type === 'image');
      // Before 3 only messages of the user hold images.
      if (images.length > 0)
        add(contents, 'user', [{ text: 'Images from the results above:' }, ...images.map(partOf)]);
    }
  }
  return contents;
}

function add(contents: Content[], role: Content['role'], parts: GooglePart[]): void {
  if (parts.length > 0) contents.push({ role, parts });
}

/** Two answers with nothing between them are one: a call has to follow a message of the user. */
function addModel(contents: Content[], parts: GooglePart[]): void {
  const last = contents.at(-1);
  if (last?.role === 'model') last.parts.push(...parts);
  else add(contents, 'model', parts);
}

function partOf(piece: Piece): GooglePart {
  if (piece.type === 'text') return { text: piece.text };
  return { inlineData: { mimeType: piece.mime, data: piece.base64 } };
}

/** An empty text is refused, unless it carries the signature of what came before it. */
const isSaid = (part: GooglePart): boolean => part['text'] !== '' || 'thoughtSignature' in part;

const callIds = (parts: readonly GooglePart[]): (string | undefined)[] =>
  parts.flatMap(({ functionCall: call }) => {
    if (typeof call !== 'object' || call === null) return [];
    return ['id' in call && typeof call.id === 'string' ? call.id : undefined];
  });

function resultPart(
  { name, failed }: ToolResult,
  pieces: readonly Piece[],
  { id, holdsImages }: { id: string | undefined; holdsImages: boolean },
): GooglePart {
  const text = pieces.flatMap((piece) => (piece.type === 'text' ? [piece.text] : [])).join('\n\n');
  const images = holdsImages ? pieces.filter((piece) => piece.type === 'image').map(partOf) : [];
  return {
    functionResponse: {
      id,
      name,
      response: failed ? { error: text } : { output: text },
      parts: images.length > 0 ? images : undefined,
    },
  };
}

function agentParts({ native, said }: AgentMessage, model: string, third: boolean): GooglePart[] {
  if (native?.wire === 'google' && native.model === model) {
    return native.blocks.filter(isPart).map(nativePart).filter(isSaid);
  }
  let signs = third;
  return said.flatMap((part): GooglePart[] => {
    const made = saidPart(part, signs);
    if (part.type === 'call') signs = false;
    return made;
  });
}

const isPart = (block: unknown): block is GooglePart => typeof block === 'object' && block !== null;

/** The arguments of a call are kept as the text that they came as: they go back so. */
function nativePart(part: GooglePart): GooglePart {
  const { functionCall: call } = part;
  if (typeof call !== 'object' || call === null || !('args' in call)) return part;
  const args = typeof call.args === 'string' ? rawObject(call.args) : null;
  return { ...part, functionCall: { ...call, args: args ?? undefined } };
}

/** @param signs whether it is the first call of a step, which wants a signature */
function saidPart(part: SaidPart, signs: boolean): GooglePart[] {
  if (part.type === 'reasoning' || (part.type === 'text' && part.text.trim() === '')) return [];
  if (part.type === 'text') return [{ text: part.text }];
  const args = new RawJson(readableArguments(part.arguments));
  const functionCall = { name: part.name, args };
  return [signs ? { functionCall, thoughtSignature: foreignCall } : { functionCall }];
}
