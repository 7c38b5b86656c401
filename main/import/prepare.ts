import type { Part } from '#contract';
import type { ImportConversation, ImportMessage, ImportPart } from '#core/import/types.ts';
import { plainText } from '#core/tree/text.ts';
import { titleOf } from '../run/title.ts';
import type { PreparedConversation, PreparedMessage } from '../storage/import-writer.ts';

/** UTF-16 units of a title, as the bridge takes it. */
const longestTitle = 200;

/** Makes the parts of a message of what its source says; files are stored on the way. */
export type KeepFile = (part: Extract<ImportPart, { type: 'file' }>, message: ImportMessage) => Promise<Part>;

/**
 * Makes a conversation ready to be written. A time that is not known is 0; a conversation whose own is not known takes
 * those of its messages.
 */
export async function prepare(
  conversation: ImportConversation,
  importId: string,
  keepFile: KeepFile,
): Promise<PreparedConversation> {
  const messages: PreparedMessage[] = [];
  for (const message of conversation.messages)
    messages.push(await prepareMessage(message, conversation, keepFile));
  const times = messages.map(({ createdAt }) => createdAt).filter((time) => time > 0);
  const first = times.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
  const last = times.reduce((most, time) => Math.max(most, time), 0);
  const createdAt = conversation.createdAt ?? (Number.isFinite(first) ? first : 0);
  return {
    importId,
    source: conversation.source,
    key: conversation.key,
    ...nameOf(conversation, messages),
    createdAt,
    updatedAt: conversation.updatedAt ?? Math.max(last, createdAt),
    messages,
    extras: conversation.extras,
    tipKey: conversation.tipKey,
  };
}

function nameOf(
  { title, summary }: ImportConversation,
  messages: readonly PreparedMessage[],
): Pick<PreparedConversation, 'title' | 'titleSource'> {
  const own = title.normalize('NFC').replaceAll(/\s+/g, ' ').trim().slice(0, longestTitle);
  if (own !== '') return { title: own, titleSource: 'user' };
  const first = messages.find(({ parts }) => plainText(parts) !== '');
  const made = titleOf(summary) ?? titleOf(plainText(first?.parts ?? [])) ?? '';
  return { title: made, titleSource: 'auto' };
}

async function prepareMessage(
  message: ImportMessage,
  { source }: ImportConversation,
  keepFile: KeepFile,
): Promise<PreparedMessage> {
  const parts: Part[] = [];
  for (const part of message.parts) {
    if (part.type === 'file') parts.push(await keepFile(part, message));
    else parts.push(preparePart(part, `${message.key}.${parts.length}`));
  }
  const { key, parentKey, role, status } = message;
  const model = message.model === null ? null : `${source}/${message.model}`;
  return { key, parentKey, role, status, parts, model, createdAt: message.createdAt ?? 0 };
}

function preparePart(part: Exclude<ImportPart, { type: 'file' }>, fallbackId: string): Part {
  if (part.type === 'error') return { type: 'error', code: 'provider_unknown', detail: part.detail };
  if (part.type !== 'tool') return { type: part.type, text: wellFormed(part.text) };
  const { name, input, state, result } = part;
  return {
    type: 'tool',
    id: part.id || fallbackId,
    name: name || 'tool',
    input: wellFormed(input),
    state,
    ...(result !== undefined && { result: wellFormed(result) }),
  };
}

/** Half of a surrogate pair is no text: the database would keep something else for it. */
function wellFormed(text: string): string {
  return text.replaceAll(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD');
}
