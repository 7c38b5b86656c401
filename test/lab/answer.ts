import { withoutDirectives } from './directives.ts';
import { idFrom } from './hash.ts';
import type { LabModel } from './models.ts';
import type { Script, ScriptPart } from './script.ts';
import { countText, cutText, proseOf } from './tokens.ts';
import {
  type AcceptedChat,
  REDACTED_TOKENS,
  type ReplyPart,
  type StopReason,
  type TurnView,
} from './types.ts';

/** An answer with its tokens counted. */
export interface Composed {
  readonly parts: readonly ReplyPart[];
  readonly stop: StopReason;
  /** Tokens, reasoning included. */
  readonly output: number;
  readonly reasoning: number;
}

/**
 * Turns a script into an answer: text made up where the script gives a length, call ids filled in, and
 * everything after the request's own limit cut off.
 *
 * @param seed decides the ids; unique for each request
 */
export function compose(script: Script, chat: AcceptedChat, seed: string): Composed {
  const scripted = script.parts ?? defaultParts(chat);
  if (!chat.reasons && scripted.some(({ type }) => type === 'reasoning' || type === 'redacted')) {
    throw new Error(`The script reasons, but ${chat.model.id} does not reason in this request.`);
  }
  const parts = scripted.map((part, index) => concrete(part, chat, `${seed}.${index}`));
  const kept: ReplyPart[] = [];
  let left = chat.maxOutput;
  let reasoning = 0;
  let cut = false;
  for (const part of parts) {
    if (cut) break;
    const fitted = trimmed(part, left, chat.model);
    cut = fitted.cut;
    left -= fitted.tokens;
    if (part.type === 'reasoning' || part.type === 'redacted') reasoning += fitted.tokens;
    if (fitted.part !== null) kept.push(fitted.part);
  }
  const stop = cut ? chat.cutStop : (script.stop ?? impliedStop(kept));
  return { parts: kept, stop, output: chat.maxOutput - left, reasoning };
}

const impliedStop = (parts: readonly ReplyPart[]): StopReason => {
  if (parts.some((part) => part.type === 'call')) return 'calls';
  return parts.some((part) => part.type === 'refusal') ? 'refusal' : 'end';
};

function concrete(part: ScriptPart, chat: AcceptedChat, seed: string): ReplyPart {
  switch (part.type) {
    case 'tokens':
      return { type: 'text', text: proseOf(part.tokens, chat.model) };
    case 'redacted':
      return { type: 'redacted', data: part.seed };
    case 'call':
      return {
        type: 'call',
        name: part.name,
        arguments: part.arguments,
        id: part.id ?? `${chat.callPrefix}${idFrom(seed, 24)}`,
      };
    default:
      return part;
  }
}

function trimmed(part: ReplyPart, left: number, model: LabModel) {
  if (part.type === 'hold') return { part, tokens: 0, cut: false };
  if (part.type === 'redacted') return { part, tokens: Math.min(left, REDACTED_TOKENS), cut: false };
  const body = part.type === 'call' ? part.arguments : part.text;
  const overhead = part.type === 'call' ? countText(part.name, model) + 8 : 0;
  const tokens = countText(body, model) + overhead;
  if (tokens <= left) return { part, tokens, cut: false };
  const kept = cutText(body, left - overhead, model);
  const cutPart = part.type === 'call' ? { ...part, arguments: kept } : { ...part, text: kept };
  return { part: kept === '' ? null : cutPart, tokens: left, cut: true };
}

function defaultParts(chat: AcceptedChat): readonly ScriptPart[] {
  const answer: ScriptPart = { type: 'text', text: defaultAnswer(chat.turn) };
  if (!chat.reasons || chat.turn.toolResult !== null) return [answer];
  const question = withoutDirectives(chat.turn.text).slice(0, 80);
  return [{ type: 'reasoning', text: `The user says: "${question}". A short answer will do.` }, answer];
}

/** A Markdown answer that follows from the request alone. */
function defaultAnswer(turn: TurnView): string {
  const said = withoutDirectives(turn.text).replace(/\s+/g, ' ');
  const quote = said.length > 160 ? `${said.slice(0, 160)}...` : said;
  const lines = [
    `You wrote: **${quote.replace(/[*_`[\]<>]/g, ' ').trim() || 'nothing'}**`,
    '',
    'This is what I see:',
    '',
    `- messages: ${turn.messages}`,
    `- images: ${turn.images}`,
    `- tools: ${turn.tools.length === 0 ? 'none' : turn.tools.join(', ')}`,
  ];
  if (turn.toolResult !== null) lines.push(`- newest tool result: ${turn.toolResult.slice(0, 120)}`);
  return `${lines.join('\n')}\n\n\`\`\`text\n${quote.length} characters, answered by the lab\n\`\`\`\n`;
}
