import {
  countIn,
  isObject,
  type JsonObject,
  listIn,
  nameIn,
  objectIn,
  textIn,
  timeIn,
} from '../json-value.ts';
import { chatGptMarks } from '../marks.ts';
import type { Entry, ImportPart, SourceConversation } from '../types.ts';
import { pointerId, type ReadContent, readContent } from './content.ts';

/** Whether a value has the shape of a conversation of ChatGPT, or of the shell of one. */
export function isChatGpt(value: JsonObject): boolean {
  return (
    'mapping' in value || 'current_node' in value || ('conversation_id' in value && 'create_time' in value)
  );
}

/**
 * Reads a conversation of ChatGPT's archive, in the full form or the slim one of 2026: of the tree only the parents are
 * believed. A shell without messages gives no entries. Returns null for what cannot be read.
 */
export function readChatGpt(value: JsonObject): SourceConversation | null {
  const mapping = value['mapping'] ?? {};
  if (!isObject(mapping)) return null;
  const conversation: SourceConversation = {
    source: 'chatgpt',
    key: textIn(value['conversation_id']) || textIn(value['id']),
    title: textIn(value['title']),
    summary: '',
    createdAt: timeIn(value['create_time']),
    updatedAt: timeIn(value['update_time']),
    model: nameIn(value['default_model_slug']),
    tipKey: nameIn(value['current_node']),
    entries: [],
    types: {},
    unknownTypes: {},
    lostForks: 0,
    marks: chatGptMarks(value),
  };
  conversation.entries = Object.entries(mapping).map(([key, node]) => readNode(key, node, conversation));
  return conversation;
}

function readNode(key: string, value: unknown, conversation: SourceConversation): Entry {
  const node = objectIn(value);
  const message = node['message'];
  const entry: Entry = {
    key,
    parentKey: nameIn(node['parent']),
    kind: 'placeholder',
    role: 'agent',
    createdAt: null,
    model: null,
    status: 'complete',
    parts: [],
    raw: [],
  };
  if (!isObject(value)) return { ...entry, kind: 'unreadable' };
  if (message === null || message === undefined) return entry;
  if (!isObject(message) || !isObject(message['content'])) return { ...entry, kind: 'unreadable' };
  return readMessage(entry, message, message['content'], conversation);
}

function readMessage(
  entry: Entry,
  message: JsonObject,
  content: JsonObject,
  conversation: SourceConversation,
): Entry {
  const metadata = objectIn(message['metadata']);
  const author = objectIn(message['author']);
  const read = readContent(content, metadata);
  const type = textIn(content['content_type']);
  countIn(conversation.types, type);
  const parts = [...read.parts, ...attachedFiles(metadata, read.parts)];
  const known: Entry = {
    ...entry,
    role: author['role'] === 'user' ? 'user' : 'agent',
    createdAt: timeIn(message['create_time']),
    model: nameIn(metadata['model_slug']),
    status: isUnfinished(message, metadata) ? 'interrupted' : 'complete',
  };
  if (parts.length === 0 && !isObject(metadata['user_context_message_data'])) return known;
  if (read.hidden || isHidden(author, metadata)) return { ...known, kind: 'hidden', raw: [message] };
  if (read.reasoning) return { ...known, kind: 'reasoning', parts };
  if (isTool(message, author, read))
    return { ...known, kind: 'tool', parts: toolParts(message, author, read, metadata) };
  if (read.unknown) countIn(conversation.unknownTypes, type);
  const withLinks = [...parts, ...sandboxFiles(parts)];
  return { ...known, kind: 'shown', parts: withLinks, raw: read.unknown ? [message] : [] };
}

function isHidden(author: JsonObject, metadata: JsonObject): boolean {
  return (
    author['role'] === 'system' ||
    metadata['is_visually_hidden_from_conversation'] === true ||
    metadata['is_user_system_message'] === true
  );
}

function isTool(message: JsonObject, author: JsonObject, read: ReadContent): boolean {
  const recipient = nameIn(message['recipient']);
  if (author['role'] === 'tool' || read.reply) return true;
  return author['role'] !== 'user' && (read.call || (recipient !== null && recipient !== 'all'));
}

/** A call, or a reply that `assemble` puts into the call before it; files of a reply follow it. */
function toolParts(
  message: JsonObject,
  author: JsonObject,
  read: ReadContent,
  metadata: JsonObject,
): ImportPart[] {
  const files = [...read.parts.filter((part) => part.type === 'file'), ...outputImages(metadata)];
  const text = read.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
  if (author['role'] === 'tool' || read.reply) {
    const failed = objectIn(message['content'])['content_type'] === 'system_error';
    const name = nameIn(author['name']) ?? 'tool';
    return [
      { type: 'tool', id: '', name, input: '', state: failed ? 'failed' : 'done', result: text },
      ...files,
    ];
  }
  const recipient = nameIn(message['recipient']);
  const name = recipient !== null && recipient !== 'all' ? recipient : 'code';
  return [{ type: 'tool', id: textIn(message['id']), name, input: text, state: 'stopped' }, ...files];
}

/** Pictures that Python drew. */
function outputImages(metadata: JsonObject): ImportPart[] {
  return listIn(objectIn(metadata['aggregate_result'])['messages']).flatMap((each): ImportPart[] => {
    const url = textIn(objectIn(each)['image_url']);
    return url === '' ? [] : [{ type: 'file', file: { id: pointerId(url), name: null } }];
  });
}

/** Files that came with the message and are not in its content already; a known name goes to those that are. */
function attachedFiles(metadata: JsonObject, parts: readonly ImportPart[]): ImportPart[] {
  const attached = listIn(metadata['attachments']).filter(isObject);
  const more: ImportPart[] = [];
  for (const each of attached) {
    const id = pointerId(textIn(each['id']));
    const name = nameIn(each['name']);
    const there = parts.find((part) => part.type === 'file' && part.file.id === id);
    if (there?.type === 'file') there.file.name = name;
    else if (id !== '' || name !== null) more.push({ type: 'file', file: { id, name } });
  }
  return more;
}

const sandboxLink = /sandbox:(\/mnt\/data\/[^\s)\]"'<>]+)/g;

/** Files that the answer links to in the place where they were made. */
function sandboxFiles(parts: readonly ImportPart[]): ImportPart[] {
  const paths = new Set<string>();
  for (const part of parts) {
    if (part.type !== 'text') continue;
    for (const [, path = ''] of part.text.matchAll(sandboxLink)) paths.add(path);
  }
  return [...paths].map((path): ImportPart => {
    return { type: 'file', file: { id: `sandbox:${path}`, name: path.slice(path.lastIndexOf('/') + 1) } };
  });
}

function isUnfinished(message: JsonObject, metadata: JsonObject): boolean {
  const status = textIn(message['status']);
  const ended = objectIn(metadata['finish_details'])['type'];
  return status === 'finished_partial_completion' || status === 'in_progress' || ended === 'interrupted';
}
