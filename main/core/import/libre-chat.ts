import {
  countIn,
  isObject,
  type JsonObject,
  listIn,
  nameIn,
  objectIn,
  readableStrings,
  textIn,
  timeIn,
} from './json-value.ts';
import { libreChatMarks } from './marks.ts';
import type { Entry, ImportPart, SourceConversation } from './types.ts';

const zeros = /^0{8}-0{4}-0{4}-0{4}-0{12}$/;

/** Whether a value has the shape of a conversation of LibreChat, recursive or flat. */
export function isLibreChat(value: JsonObject): boolean {
  const listed =
    Array.isArray(value['messages']) && objectIn(listIn(value['messages'])[0])['messageId'] !== undefined;
  return Array.isArray(value['messagesTree']) || ('conversationId' in value && listed);
}

/** Reads a conversation that LibreChat exported. */
export function readLibreChat(value: JsonObject): SourceConversation {
  const options = objectIn(value['options']);
  const conversation: SourceConversation = {
    source: 'librechat',
    key: textIn(value['conversationId']),
    title: textIn(value['title']),
    summary: '',
    createdAt: timeIn(value['createdAt']),
    updatedAt: timeIn(value['updatedAt']),
    model: nameIn(options['model']),
    tipKey: null,
    entries: [],
    types: {},
    unknownTypes: {},
    lostForks: 0,
    marks: libreChatMarks(value),
  };
  const recursive = Array.isArray(value['messagesTree']);
  const listed = listIn(recursive ? value['messagesTree'] : value['messages']);
  type Open = { message: unknown; parent: string | null };
  const open: Open[] = listed.map((message) => ({ message, parent: null })).reverse();
  for (let next = open.pop(); next; next = open.pop()) {
    const entry = readMessage(next.message, `message ${conversation.entries.length}`, conversation);
    // In the recursive form the place is the parent, whatever the id says.
    if (recursive) entry.parentKey = next.parent;
    conversation.entries.push(entry);
    const children = listIn(objectIn(next.message)['children']);
    for (const message of children.toReversed()) open.push({ message, parent: entry.key });
  }
  return conversation;
}

function readMessage(value: unknown, fallback: string, conversation: SourceConversation): Entry {
  const message = objectIn(value);
  const parent = nameIn(message['parentMessageId']);
  const failed = message['error'] === true;
  const entry: Entry = {
    key: nameIn(message['messageId']) ?? fallback,
    parentKey: parent === null || zeros.test(parent) ? null : parent,
    kind: 'unreadable',
    role: message['isCreatedByUser'] === true ? 'user' : 'agent',
    createdAt: timeIn(message['createdAt']),
    model: nameIn(message['model']),
    status: failed ? 'failed' : message['unfinished'] === true ? 'interrupted' : 'complete',
    parts: [],
    raw: [],
  };
  if (!isObject(value)) return entry;
  for (const block of listIn(message['content']).filter(isObject)) readBlock(block, entry, conversation);
  const text = textIn(message['text']);
  const spoken = entry.parts.some((part) => part.type === 'text');
  if (!spoken && text.trim() !== '')
    entry.parts.push(failed ? { type: 'error', detail: text } : { type: 'text', text });
  for (const file of listIn(message['files']).filter(isObject)) {
    entry.parts.push({ type: 'file', file: { id: textIn(file['file_id']), name: nameIn(file['filename']) } });
  }
  entry.kind = entry.parts.length > 0 ? 'shown' : 'placeholder';
  return entry;
}

function readBlock(block: JsonObject, entry: Entry, conversation: SourceConversation): void {
  const type = textIn(block['type']);
  countIn(conversation.types, type);
  if (type === 'text' || type === 'error') {
    const text = textOf(block[type] ?? block['text']);
    if (text.trim() !== '') entry.parts.push(type === 'text' ? { type, text } : { type, detail: text });
  } else if (type === 'think') {
    const text = textOf(block['think']);
    if (text.trim() !== '') entry.parts.push({ type: 'reasoning', text });
  } else if (type === 'tool_call') entry.parts.push(toolOf(objectIn(block['tool_call'])));
  else {
    countIn(conversation.unknownTypes, type);
    entry.raw.push(block);
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : textIn(objectIn(value)['value']);
}

function toolOf(call: JsonObject): ImportPart {
  const own = objectIn(call['function']);
  const input = call['args'] ?? own['arguments'] ?? '';
  const output = call['output'] ?? own['output'];
  const result = output === undefined || output === null ? null : readableStrings(output, []).join('\n');
  return {
    type: 'tool',
    id: textIn(call['id']),
    name: nameIn(call['name']) ?? nameIn(own['name']) ?? 'tool',
    input: typeof input === 'string' ? input : JSON.stringify(input),
    state: result === null ? 'stopped' : 'done',
    ...(result !== null && { result }),
  };
}
