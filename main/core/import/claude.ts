import { link } from './chatgpt/marks.ts';
import {
  countIn,
  isObject,
  type JsonObject,
  listIn,
  nameIn,
  objectIn,
  parsedJson,
  readableStrings,
  textIn,
  timeIn,
} from './json-value.ts';
import { claudeMarks } from './marks.ts';
import type { Entry, ImportPart, SourceConversation } from './types.ts';

/** The parent of first messages: no message. Some tools write it without the version digits. */
const zeros = /^0{8}-0{4}-[04]0{3}-[08]0{3}-0{12}$/;

/** Whether a value has the shape of a conversation of Claude. */
export function isClaude(value: JsonObject): boolean {
  return 'chat_messages' in value;
}

/** Reads a conversation of Claude's archive, or one saved by a browser extension. Null for what cannot be read. */
export function readClaude(value: JsonObject): SourceConversation | null {
  const messages = value['chat_messages'];
  if (!Array.isArray(messages)) return null;
  const conversation: SourceConversation = {
    source: 'claude',
    key: textIn(value['uuid']),
    title: textIn(value['name']),
    summary: textIn(value['summary']),
    createdAt: timeIn(value['created_at']),
    updatedAt: timeIn(value['updated_at']),
    model: nameIn(value['model']),
    tipKey: nameIn(value['current_leaf_message_uuid']),
    entries: [],
    types: {},
    unknownTypes: {},
    lostForks: 0,
    marks: claudeMarks(value),
  };
  const flat = messages.every((message) => !('parent_message_uuid' in objectIn(message)));
  let previous: Entry | null = null;
  for (const [at, message] of messages.entries()) {
    const entry = readMessage(message, String(at), conversation);
    if (flat) entry.parentKey = previous?.key ?? null;
    // Two in a row of one sender: the archive lost the branch between them.
    if (flat && entry.kind === 'shown' && previous?.role === entry.role) conversation.lostForks += 1;
    if (entry.kind === 'shown') previous = entry;
    conversation.entries.push(entry);
  }
  return conversation;
}

function readMessage(value: unknown, place: string, conversation: SourceConversation): Entry {
  const message = objectIn(value);
  const parent = nameIn(message['parent_message_uuid']);
  const entry: Entry = {
    key: nameIn(message['uuid']) ?? `message ${place}`,
    parentKey: parent === null || zeros.test(parent) ? null : parent,
    kind: 'unreadable',
    role: message['sender'] === 'human' ? 'user' : 'agent',
    createdAt: timeIn(message['created_at']),
    model: nameIn(message['model']),
    status: 'complete',
    parts: [],
    raw: [],
  };
  if (!isObject(value)) return entry;
  const blocks = blocksOf(message['content']);
  for (const block of blocks) readBlock(block, entry, conversation);
  const text = textIn(message['text']);
  if (blocks.length === 0 && text.trim() !== '') entry.parts.push({ type: 'text', text });
  entry.parts.push(...filesOf(message));
  entry.kind = entry.parts.length > 0 ? 'shown' : entry.raw.length > 0 ? 'hidden' : 'placeholder';
  return entry;
}

function blocksOf(content: unknown): JsonObject[] {
  const blocks = typeof content === 'string' ? parsedJson(content) : content;
  if (typeof content === 'string' && blocks === undefined) return [{ type: 'text', text: content }];
  return listIn(blocks).filter(isObject);
}

function readBlock(block: JsonObject, entry: Entry, conversation: SourceConversation): void {
  const type = textIn(block['type']);
  countIn(conversation.types, type);
  const say = (part: ImportPart, text: string): void => {
    if (text.trim() !== '') entry.parts.push(part);
  };
  if (type === 'text') {
    const text = withCitations(textIn(block['text']), block['citations']);
    say({ type: 'text', text }, text);
  } else if (type === 'voice_note') say({ type: 'text', text: textIn(block['text']) }, textIn(block['text']));
  else if (type === 'thinking') {
    const text = textIn(block['thinking']) || summariesOf(block);
    say({ type: 'reasoning', text }, text);
  } else if (type === 'tool_use') entry.parts.push(callOf(block));
  else if (type === 'tool_result') takeResult(block, entry);
  else if (type === 'injected_prompt_block') entry.raw.push(block);
  else if (type === 'token_budget') return;
  else if (type === 'document' || type === 'image') takeFile(block, entry);
  else {
    countIn(conversation.unknownTypes, type);
    entry.raw.push(block);
  }
}

function summariesOf(block: JsonObject): string {
  return listIn(block['summaries'])
    .map((each) => textIn(objectIn(each)['summary']))
    .filter((text) => text !== '')
    .join('\n\n');
}

function callOf(block: JsonObject): ImportPart {
  const input = JSON.stringify(block['input'] ?? {});
  return {
    type: 'tool',
    id: textIn(block['id']),
    name: nameIn(block['name']) ?? 'tool',
    input,
    state: 'stopped',
  };
}

/** Into the call of its id; without one, into the first of its name that has no result. */
function takeResult(block: JsonObject, entry: Entry): void {
  const id = textIn(block['tool_use_id']);
  const name = nameIn(block['name']) ?? 'tool';
  const open = entry.parts.filter((part) => part.type === 'tool').filter((part) => part.result === undefined);
  const call =
    id === '' ? (open.find((part) => part.name === name) ?? open[0]) : open.find((part) => part.id === id);
  const result = readableStrings(block['content'], [
    'type',
    'uuid',
    'metadata',
    'prompt_context_metadata',
  ]).join('\n');
  const state = block['is_error'] === true ? 'failed' : 'done';
  if (call) Object.assign(call, { result, state });
  else entry.parts.push({ type: 'tool', id, name, input: '', state, result });
}

function takeFile(block: JsonObject, entry: Entry): void {
  const source = objectIn(block['source']);
  const name = nameIn(block['file_name']) ?? nameIn(block['title']);
  const id = textIn(block['file_uuid']) || textIn(source['file_uuid']) || textIn(source['file_id']);
  if (name !== null || id !== '') entry.parts.push({ type: 'file', file: { id, name } });
  else entry.raw.push(block);
}

/** Texts of attachments come along; files never do, and one that is an attachment already is not named twice. */
function filesOf(message: JsonObject): ImportPart[] {
  const attachments = listIn(message['attachments']).filter(isObject);
  const names = new Set(attachments.map((each) => textIn(each['file_name'])));
  const files = listIn(message['files'])
    .filter(isObject)
    .filter((each) => !names.has(textIn(each['file_name'])));
  return [
    ...attachments.map((each): ImportPart => {
      const text = each['extracted_content'];
      const content = typeof text === 'string' ? { content: { encoding: 'utf8' as const, data: text } } : {};
      return { type: 'file', file: { id: textIn(each['id']), name: nameIn(each['file_name']), ...content } };
    }),
    ...files.map((each): ImportPart => {
      return { type: 'file', file: { id: textIn(each['file_uuid']), name: nameIn(each['file_name']) } };
    }),
  ];
}

/** Puts a link behind every cited stretch. Offsets count code points or UTF-16 units: the same in most texts. */
function withCitations(text: string, citations: unknown): string {
  const ends = listIn(citations)
    .filter(isObject)
    .flatMap((citation) => {
      const details = objectIn(citation['details']);
      const url = textIn(details['url']) || textIn(citation['url']);
      const at = citation['end_index'];
      if (typeof at !== 'number' || !Number.isInteger(at) || at < 0 || at > text.length) return [];
      const label = nameIn(details['title']) ?? nameIn(citation['title']) ?? hostOf(url);
      const linked = link(label, url);
      return linked === label ? [] : [{ at, linked }];
    });
  return ends
    .sort((a, b) => b.at - a.at)
    .reduce((whole, { at, linked }) => {
      return `${whole.slice(0, at)} (${linked})${whole.slice(at)}`;
    }, text);
}

function hostOf(url: string): string {
  return /^https?:\/\/([^/?#]+)/.exec(url)?.[1] ?? '';
}
