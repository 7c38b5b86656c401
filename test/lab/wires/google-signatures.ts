import type { LabModel } from '../models.ts';
import { issue, open, type Seal, textHash } from '../signatures.ts';
import { countText } from '../tokens.ts';
import { REDACTED_TOKENS, type ReplyPart } from '../types.ts';
import { place, refuse } from './google-errors.ts';
import type { Content, Part } from './google-schema.ts';

// Thought signatures guide: what stands in for a signature where a call was not made by this model.
const STAND_INS = ['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go'];
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/** Tokens of the reasoning behind signed parts, by place. */
export type Signed = ReadonlyMap<string, number>;

const key = (index: number, at: number) => `${index}.${at}`;

/** The tokens that come with a part's signature. */
export const signedTokens = (signed: Signed, index: number, at: number) => signed.get(key(index, at)) ?? 0;

/**
 * Checks that every signature is one the lab issued and sits unchanged on its part, and that the calls of the turn
 * that goes on have theirs. Throws `Refused`.
 */
export function checkSignatures(contents: readonly Content[], model: LabModel): Signed {
  const signed = new Map<string, number>();
  for (const [index, { parts }] of contents.entries()) {
    for (const [at, part] of parts.entries()) {
      const seal = openPart(part, ['contents', index, 'parts', at]);
      // Another model cannot read it; the vendor passes over it.
      if (seal?.model === model.id) signed.set(key(index, at), seal.tokens);
    }
  }
  if (model.modern) checkTurn(contents);
  return signed;
}

function openPart(part: Part, path: readonly (string | number)[]): Seal | null {
  const { thoughtSignature: signature } = part;
  if (signature === undefined || (part.functionCall && STAND_INS.includes(signature))) return null;
  if (!BASE64.test(signature)) {
    throw refuse(
      `Invalid value at '${place([...path, 'thoughtSignature'])}' (TYPE_BYTES), Base64 decoding failed for "${signature.slice(0, 40)}"`,
    );
  }
  const seal = open(signature);
  if (seal === null || seal.kind !== 'signed-part') {
    throw refuse('Corrupted thought signature.', 'invalid', `${place(path)} has one that was never issued`);
  }
  if (seal.text !== textHash(contentOf(part))) {
    throw refuse('Corrupted thought signature.', 'invalid', `${place(path)} is not the part that was signed`);
  }
  return seal;
}

/** In each step of the turn that goes on, the first call has to be signed. */
function checkTurn(contents: readonly Content[]): void {
  const start = contents.findLastIndex(
    ({ role, parts }) => role === 'user' && parts.some((part) => part.functionResponse === undefined),
  );
  for (const [index, { role, parts }] of contents.entries()) {
    const first = parts.find((part) => part.functionCall !== undefined);
    if (index <= start || role !== 'model' || first === undefined || first.thoughtSignature) continue;
    throw refuse(
      'Function call is missing a thought_signature in functionCall parts. This is required for tools to work ' +
        'correctly, and missing thought_signature may lead to degraded model performance. Additional data, function ' +
        `call \`default_api:${first.functionCall?.name}\` , position ${index}. Please refer to ` +
        'https://ai.google.dev/gemini-api/docs/thought-signatures for more details.',
    );
  }
}

/** What a signature vouches for: a call's name and arguments, or the text of just this part. */
const contentOf = ({ functionCall, text }: Part) =>
  functionCall ? callContent(functionCall.name, functionCall.args ?? {}) : textContent(text ?? '');

const callContent = (name: string, args: unknown) => `call ${name} ${JSON.stringify(sorted(args))}`;
const textContent = (text: string) => `text ${text}`;

// The vendor keeps arguments as a map: their order says nothing.
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, sorted(inner)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What the request decides about signing. */
export interface Signing {
  readonly model: LabModel;
  readonly stream: boolean;
  readonly includeThoughts: boolean;
}

/**
 * Signs an answer as the vendor does: its first call, else its last part; in a stream, text is signed by an empty
 * part behind it. Reasoning itself is shown only when asked for, and never signed.
 */
export function signParts(
  parts: readonly ReplyPart[],
  responseId: string,
  signing: Signing,
): readonly ReplyPart[] {
  const { model, stream, includeThoughts } = signing;
  const thoughts = parts.reduce((sum, part) => {
    if (part.type === 'redacted') return sum + REDACTED_TOKENS;
    return part.type === 'reasoning' ? sum + countText(part.text, model) : sum;
  }, 0);
  const shown = parts.filter(({ type }) => type !== 'redacted' && (type !== 'reasoning' || includeThoughts));
  const sign = (content: string, index: number): string =>
    issue({
      kind: 'signed-part',
      model: model.id,
      response: responseId,
      index,
      of: 1,
      tokens: thoughts,
      text: textHash(content),
      prefix: '',
      previous: '',
    });
  const call = shown.findIndex(({ type }) => type === 'call');
  if (call >= 0) return model.reasoning === 'none' ? shown : withSignedCall(shown, call, sign);
  const last = shown.findLastIndex(({ type }) => type === 'text');
  if (!model.modern || last < 0) return shown;
  if (stream) return [...shown, { type: 'text', text: '', signature: sign(textContent(''), shown.length) }];
  return shown.map((part, index) =>
    index === last && part.type === 'text'
      ? { ...part, signature: sign(textContent(part.text), index) }
      : part,
  );
}

function withSignedCall(
  parts: readonly ReplyPart[],
  at: number,
  sign: (content: string, index: number) => string,
): readonly ReplyPart[] {
  return parts.map((part, index) => {
    const args = index === at && part.type === 'call' ? argsOf(part.arguments) : null;
    if (part.type !== 'call' || args === null) return part;
    return { ...part, signature: sign(callContent(part.name, args), index) };
  });
}

/** The arguments of a call as an object, as the API hands them over; null where the model wrote something else. */
export function argsOf(raw: string): object | null {
  try {
    const args: unknown = JSON.parse(raw === '' ? '{}' : raw);
    return typeof args === 'object' && args !== null && !Array.isArray(args) ? args : null;
  } catch {
    return null;
  }
}
