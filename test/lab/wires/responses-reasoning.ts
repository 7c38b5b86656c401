import { chain, sha256 } from '../hash.ts';
import type { LabModel } from '../models.ts';
import { issue, open, type Seal, textHash } from '../signatures.ts';
import { countText } from '../tokens.ts';
import { REDACTED_TOKENS, type ReplyPart } from '../types.ts';
import { refuse } from './openai-errors.ts';
import { notStored } from './responses-items.ts';
import type { CountedBody, InputPart, Item, OutputPart, ReasoningItem } from './responses-schema.ts';

/** A reasoning item that the model does not get to see, as the vendor reports it. */
export interface Removal {
  readonly type: 'reasoning';
  readonly id: string;
  readonly action: 'removed';
  readonly reason: 'organization_mismatch' | 'model_mismatch' | 'prefix_mismatch' | 'turn_boundary';
}

/** Where an input stands: what it holds of reasoning, and what the next reasoning item will be bound to. */
export interface Binding {
  /** Hash of tools, instructions and items, without reasoning. */
  readonly prefix: string;
  readonly account: string;
  readonly removed: readonly Removal[];
  /** Tokens of the reasoning that counts as input, by its place in the input. */
  readonly tokens: ReadonlyMap<number, number>;
}

// An item's id says which response it is from, its place there, and the place after the reasoning it belongs to.
const OWN_ID = /^(?:msg|fc|rs)_([A-Za-z0-9]{24})(\d\d)(\d\d)$/;
const two = (figure: number) => String(figure).padStart(2, '0');

const own = (id: string | null | undefined) => {
  const [, response, place, needs] = OWN_ID.exec(id ?? '') ?? [];
  return response === undefined ? null : { response, place: Number(place), needs: Number(needs) };
};

const isReasoning = ({ type }: ReplyPart) => type === 'reasoning' || type === 'redacted';

/** The ids of a response's items, in order. */
export function itemIds(parts: readonly ReplyPart[], responseId: string): string[] {
  let before: string | null = null;
  return parts.map((part, place) => {
    const prefix = part.type === 'call' ? 'fc' : isReasoning(part) ? 'rs' : 'msg';
    const needs = before === 'rs' && prefix !== 'rs' ? place : 0;
    before = prefix;
    return `${prefix}_${responseId}${two(place)}${two(needs)}`;
  });
}

/** Checks that reasoning items and what they led to come together. Throws `Refused`. */
function checkCompany(items: readonly Item[]): void {
  const ids = new Set(items.map(({ id }) => id));
  for (const [index, item] of items.entries()) {
    const from = own(item.id);
    if (item.type === 'reasoning') checkFollower(item, items[index + 1]);
    else if (from !== null && from.needs > 0) {
      const wanted = `rs_${from.response}${two(from.needs - 1)}00`;
      if (ids.has(wanted)) continue;
      const message = `Item '${item.id}' of type '${item.type}' was provided without its required 'reasoning' item: '${wanted}'.`;
      throw refuse({ message, param: 'input' });
    }
  }
}

function checkFollower(item: ReasoningItem, next: Item | undefined): void {
  const isOutput =
    next?.type === 'reasoning' ||
    next?.type === 'function_call' ||
    (next?.type === 'message' && next.role === 'assistant');
  const [mine, its] = [own(item.id), own(next?.id)];
  const related = mine === null || its === null || mine.response === its.response;
  if (isOutput && related) return;
  const message = `Item '${item.id ?? 'rs'}' of type 'reasoning' was provided without its required following item.`;
  throw refuse({ message, param: 'input' });
}

/**
 * Checks that every reasoning item is one the lab issued, whole and unchanged, and says which of them the model gets
 * to see. Throws `Refused`.
 */
export function bind(body: CountedBody, items: readonly Item[], model: LabModel, key: string): Binding {
  checkCompany(items);
  const account = sha256(key);
  const turnStart = items.findLastIndex((item) => item.type === 'message' && item.role === 'user');
  const allTurns = (body.reasoning?.context ?? 'auto') === 'current_turn' ? false : model.modern;
  const removed: Removal[] = [];
  const tokens = new Map<number, number>();
  let prefix = chain(sha256(JSON.stringify(body.tools ?? [])), body.instructions ?? '');
  for (const [index, item] of items.entries()) {
    if (item.type !== 'reasoning') {
      prefix = chain(prefix, canonical(item));
      continue;
    }
    const seal = verified(item);
    const reason =
      mismatch(seal, { model, account, prefix }) ?? (!allTurns && index < turnStart ? 'turn_boundary' : null);
    if (reason === 'organization_mismatch' && !model.modern) {
      throw unverified(item, 'Encrypted content organization_id did not match the target organization.');
    }
    if (reason === null) tokens.set(index, seal.tokens);
    else removed.push({ type: 'reasoning', id: seal.response, action: 'removed', reason });
  }
  return { prefix, account, removed, tokens };
}

function mismatch(
  seal: Seal,
  { model, account, prefix }: { model: LabModel; account: string; prefix: string },
): Removal['reason'] | null {
  if (seal.account !== account) return 'organization_mismatch';
  if (seal.model !== model.id) return 'model_mismatch';
  return model.modern && seal.prefix !== prefix ? 'prefix_mismatch' : null;
}

function verified(item: ReasoningItem): Seal {
  if (!item.encrypted_content) throw notStored(item.id ?? 'rs');
  const seal = open(item.encrypted_content);
  if (seal === null || seal.kind !== 'encrypted' || seal.text !== textHash(JSON.stringify(item.summary))) {
    throw unverified(item, 'Encrypted content could not be decrypted or parsed.');
  }
  if (item.id && item.id !== seal.response) {
    throw unverified(item, 'Encrypted content item_id did not match the target item id.');
  }
  return seal;
}

function unverified(item: ReasoningItem, reason: string) {
  const secret = item.encrypted_content ?? '';
  const what = item.id ? `for item ${item.id}` : `${secret.slice(0, 4)}...${secret.slice(-4)}`;
  const message = `The encrypted content ${what} could not be verified. Reason: ${reason}`;
  return refuse({ message, code: 'invalid_encrypted_content' });
}

/** An item as far as reasoning is bound to it: its content, whichever way the client has put it down. */
function canonical(item: Exclude<Item, ReasoningItem>): string {
  if (item.type === 'function_call') return JSON.stringify(['call', item.call_id, item.name, item.arguments]);
  if (item.type === 'function_call_output') {
    return JSON.stringify(['output', item.call_id, item.output.map(bare)]);
  }
  return JSON.stringify(['message', item.role, item.content.map(bare)]);
}

function bare(part: InputPart | OutputPart): unknown {
  if (part.type === 'refusal') return ['refusal', part.refusal];
  return part.type === 'input_image' ? ['image', part.image_url, part.detail ?? 'auto'] : ['text', part.text];
}

/**
 * Encrypts the reasoning of an answer for the place where it stands.
 *
 * @param summarised whether the text of the reasoning is shown as its summary
 */
export function sealParts(
  parts: readonly ReplyPart[],
  responseId: string,
  model: LabModel,
  binding: Binding,
  summarised: boolean,
): readonly ReplyPart[] {
  const items = parts.filter((part) => part.type !== 'hold');
  const ids = itemIds(items, responseId);
  let { prefix } = binding;
  const sealed = items.map((part, index): ReplyPart => {
    if (part.type !== 'reasoning' && part.type !== 'redacted') {
      prefix = chain(prefix, canonicalPart(part));
      return part;
    }
    const text = part.type === 'reasoning' && summarised ? part.text : '';
    const seal: Seal = {
      kind: 'encrypted',
      model: model.id,
      account: binding.account,
      response: ids[index] ?? '',
      index,
      of: items.length,
      tokens: part.type === 'reasoning' ? countText(part.text, model) : REDACTED_TOKENS,
      text: textHash(JSON.stringify(summaryOf(text))),
      prefix,
      previous: '',
    };
    return { type: 'reasoning', text, signature: issue(seal) };
  });
  const rest = sealed.values();
  return parts.map((part) => (part.type === 'hold' ? part : (rest.next().value ?? part)));
}

/** The summary of a reasoning item with this visible text. */
export const summaryOf = (text: string) => (text === '' ? [] : [{ type: 'summary_text', text }]);

function canonicalPart(part: ReplyPart): string {
  if (part.type === 'call') return JSON.stringify(['call', part.id, part.name, part.arguments]);
  const kind = part.type === 'refusal' ? 'refusal' : 'text';
  const text = 'text' in part ? part.text : '';
  return JSON.stringify(['message', 'assistant', [[kind, text]]]);
}
