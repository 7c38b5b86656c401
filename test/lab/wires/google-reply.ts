import type { LabModel } from '../models.ts';
import { jsonOf, RawText } from '../raw.ts';
import type { Reply, ReplyPart, StopReason, StreamItem, Usage } from '../types.ts';
import { argsOf } from './google-signatures.ts';

/** What the request decides about the form of its answer. */
export interface ReplyContext {
  readonly model: LabModel;
  /** Tokens of the prompt that are pictures. */
  readonly imageTokens: number;
}

type Solid = Exclude<ReplyPart, { type: 'hold' | 'redacted' }>;

const FINISH: Record<StopReason, string> = {
  end: 'STOP',
  length: 'MAX_TOKENS',
  calls: 'STOP',
  filter: 'SAFETY',
  refusal: 'PROHIBITED_CONTENT',
  'stop-sequence': 'STOP',
  window: 'MAX_TOKENS',
};

function promptUsage(usage: Usage, images: number) {
  return {
    promptTokenCount: usage.input,
    ...(usage.cacheRead > 0 ? { cachedContentTokenCount: usage.cacheRead } : {}),
    promptTokensDetails: [
      { modality: 'TEXT', tokenCount: Math.max(0, usage.input - images) },
      ...(images > 0 ? [{ modality: 'IMAGE', tokenCount: images }] : []),
    ],
  };
}

function usageOf(usage: Usage, images: number) {
  return {
    ...promptUsage(usage, images),
    candidatesTokenCount: usage.output - usage.reasoning,
    ...(usage.reasoning > 0 ? { thoughtsTokenCount: usage.reasoning } : {}),
    totalTokenCount: usage.input + usage.output,
  };
}

const solid = (parts: readonly ReplyPart[]): readonly Solid[] =>
  parts.filter((part): part is Solid => part.type !== 'hold' && part.type !== 'redacted');

const isBroken = (part: ReplyPart) => part.type === 'call' && argsOf(part.arguments) === null;

/** Why the answer ends. A call whose arguments are no object never reaches the client. */
function ending({ parts, stop }: Reply) {
  const broken = parts.find(isBroken);
  if (broken?.type !== 'call') return { finishReason: FINISH[stop] };
  const finishMessage = `Malformed function call: ${broken.name} ${broken.arguments}`;
  return { finishReason: 'MALFORMED_FUNCTION_CALL', finishMessage };
}

function partOf(part: Solid, model: LabModel): object {
  const signed = 'signature' in part && part.signature ? { thoughtSignature: part.signature } : {};
  switch (part.type) {
    case 'reasoning':
      return { text: part.text, thought: true };
    case 'call': {
      // Gemini 3 numbers its calls.
      const id = model.modern ? { id: part.id } : {};
      const args = argsOf(part.arguments) && part.arguments !== '' ? new RawText(part.arguments) : {};
      return { functionCall: { ...id, name: part.name, args }, ...signed };
    }
    default:
      return { text: part.text, ...signed };
  }
}

const chunk = (reply: Reply, { model }: ReplyContext, candidate: object, usageMetadata: object) => ({
  candidates: [{ ...candidate, index: 0 }],
  usageMetadata,
  modelVersion: model.id,
  responseId: reply.id,
});

const contentWith = (parts: readonly object[]) => ({
  content: { ...(parts.length > 0 ? { parts } : {}), role: 'model' },
});

/** The body of an answer that is not streamed. */
export function wholeReply(reply: Reply, context: ReplyContext): unknown {
  const parts = solid(reply.parts).filter((part) => !isBroken(part));
  const candidate = { ...contentWith(parts.map((part) => partOf(part, context.model))), ...ending(reply) };
  return chunk(reply, context, candidate, usageOf(reply.usage, context.imageTokens));
}

/** The answer as server-sent events: the last one says why it ends, and nothing follows it. */
export function frames(
  reply: Reply,
  context: ReplyContext,
  split: (text: string) => readonly string[],
): StreamItem[] {
  const { imageTokens, model } = context;
  const soFar = { ...promptUsage(reply.usage, imageTokens), totalTokenCount: reply.usage.input };
  const event = (candidate: object, usage: object): StreamItem => ({
    frame: `data: ${jsonOf(chunk(reply, context, candidate, usage))}\r\n\r\n`,
  });
  const steps = reply.parts.flatMap((part): Step[] => {
    if (part.type === 'hold') return [{ gate: part.gate }];
    if (part.type === 'redacted' || isBroken(part)) return [];
    return pieces(part, split).map((piece) => ({ candidate: contentWith([partOf(piece, model)]) }));
  });
  const last = steps.at(-1);
  const end = last && 'candidate' in last ? last.candidate : contentWith([]);
  const before = last && 'candidate' in last ? steps.slice(0, -1) : steps;
  return [
    ...before.map((step) => ('gate' in step ? step : event(step.candidate, soFar))),
    event({ ...end, ...ending(reply) }, usageOf(reply.usage, imageTokens)),
  ];
}

type Step = { readonly candidate: object } | Extract<StreamItem, { gate: unknown }>;

function pieces(part: Solid, split: (text: string) => readonly string[]): Solid[] {
  if (part.type === 'call' || part.text === '') return [part];
  return split(part.text).map((text) => ({ ...part, text }));
}
