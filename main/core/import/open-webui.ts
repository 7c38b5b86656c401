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
import { openWebUiMarks } from './marks.ts';
import type { Entry, FileRef, ImportPart, SourceConversation } from './types.ts';

/** Whether a value has the shape of a chat of Open WebUI. */
export function isOpenWebUi(value: JsonObject): boolean {
  const chat = objectIn(value['chat']);
  return isObject(chat['history']) || Array.isArray(chat['messages']);
}

/** Reads a chat that Open WebUI exported: by its history, or by its list where it is of an old version. */
export function readOpenWebUi(value: JsonObject): SourceConversation | null {
  const chat = objectIn(value['chat']);
  const history = objectIn(chat['history']);
  const map = history['messages'];
  const list: [string, unknown][] = isObject(map)
    ? Object.entries(map)
    : listIn(chat['messages']).map((message, at) => [
        nameIn(objectIn(message)['id']) ?? `message ${at}`,
        message,
      ]);
  const conversation: SourceConversation = {
    source: 'open-webui',
    key: textIn(value['id']),
    title: textIn(value['title']) || textIn(chat['title']),
    summary: '',
    createdAt: timeIn(value['created_at']) ?? timeIn(chat['timestamp']),
    updatedAt: timeIn(value['updated_at']),
    model: null,
    tipKey: nameIn(history['currentId']),
    entries: [],
    types: {},
    unknownTypes: {},
    lostForks: 0,
    marks: openWebUiMarks(value, chat),
  };
  let previous: string | null = null;
  for (const [key, message] of list) {
    const entry = readMessage(key, message, conversation);
    if (!isObject(map)) entry.parentKey = previous;
    if (entry.kind === 'shown') previous = key;
    conversation.entries.push(entry);
  }
  return conversation;
}

function readMessage(key: string, value: unknown, conversation: SourceConversation): Entry {
  const message = objectIn(value);
  const failure = message['error'];
  const failed = failure !== null && failure !== undefined && failure !== false;
  const entry: Entry = {
    key,
    parentKey: nameIn(message['parentId']),
    kind: 'unreadable',
    role: message['role'] === 'user' ? 'user' : 'agent',
    createdAt: timeIn(message['timestamp']),
    model: nameIn(message['model']),
    status: failed ? 'failed' : message['done'] === false ? 'interrupted' : 'complete',
    parts: [],
    raw: [],
  };
  if (!isObject(value)) return entry;
  if (message['role'] === 'system') return { ...entry, kind: 'hidden', raw: [message] };
  const { reasoning, text } = withoutDetails(textOf(message['content']));
  const steps = listIn(message['output'])
    .filter(isObject)
    .flatMap((step) => readStep(step, entry, conversation));
  const thought = steps.some((part) => part.type === 'reasoning') ? [] : reasoning;
  const spoken: ImportPart[] = text.trim() === '' ? [] : [{ type: 'text', text }];
  const fallback = spoken.length > 0 ? spoken : outputTexts(message['output']);
  const errors: ImportPart[] = failed
    ? [{ type: 'error', detail: readableStrings(failure, []).join('\n') }]
    : [];
  entry.parts = [...thought, ...pairSteps(steps), ...fallback, ...filesOf(message), ...errors];
  entry.kind = entry.parts.length > 0 ? 'shown' : 'placeholder';
  return entry;
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return readableStrings(content, ['type', 'url', 'image_url']).join('\n\n');
}

const details = /<details type="reasoning"[^>]*>\s*(?:<summary>[^<]*<\/summary>)?([\s\S]*?)<\/details>\s*/g;
/** Calls stand in `output` too, from where they are read. */
const callDetails = /<details type="tool_calls"[^>]*>[\s\S]*?<\/details>\s*/g;

/** Reasoning inside of the text, where older versions put it, as quoted and escaped lines. */
function withoutDetails(content: string): { reasoning: ImportPart[]; text: string } {
  const reasoning: ImportPart[] = [];
  const text = content
    .replaceAll(details, (_, inner: string) => {
      const thought = unescaped(inner).replaceAll(/^> ?/gm, '').trim();
      if (thought !== '') reasoning.push({ type: 'reasoning', text: thought });
      return '';
    })
    .replaceAll(callDetails, '');
  return { reasoning, text };
}

function unescaped(html: string): string {
  return html
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll(/&#(?:39|x27);/g, "'")
    .replaceAll('&amp;', '&');
}

function readStep(step: JsonObject, entry: Entry, conversation: SourceConversation): ImportPart[] {
  const type = textIn(step['type']);
  countIn(conversation.types, type);
  const id = textIn(step['call_id']) || textIn(step['id']);
  if (type === 'message') return [];
  if (type === 'reasoning') {
    const text = readableStrings(step['content'] ?? step['summary'], ['type']).join('\n\n');
    return text === '' ? [] : [{ type: 'reasoning', text }];
  }
  if (type === 'function_call') {
    const name = nameIn(step['name']) ?? 'tool';
    return [{ type: 'tool', id, name, input: textIn(step['arguments']), state: 'stopped' }];
  }
  if (type === 'function_call_output') {
    const result = readableStrings(step['output'], ['type']).join('\n');
    return [{ type: 'tool', id, name: 'tool', input: '', state: 'done', result }];
  }
  countIn(conversation.unknownTypes, type);
  entry.raw.push(step);
  return [];
}

/** Puts results into their calls. */
function pairSteps(steps: readonly ImportPart[]): ImportPart[] {
  const paired: ImportPart[] = [];
  for (const step of steps) {
    const call = paired.find(
      (part) =>
        part.type === 'tool' && step.type === 'tool' && part.id === step.id && part.result === undefined,
    );
    if (call && step.type === 'tool' && step.result !== undefined) {
      Object.assign(call, { result: step.result, state: step.state });
    } else paired.push(step);
  }
  return paired;
}

function outputTexts(output: unknown): ImportPart[] {
  const texts = listIn(output)
    .filter(isObject)
    .filter((step) => step['type'] === 'message')
    .map((step) => readableStrings(step['content'], ['type', 'annotations']).join('\n\n'));
  const text = texts.join('\n\n');
  return text.trim() === '' ? [] : [{ type: 'text', text }];
}

function filesOf(message: JsonObject): ImportPart[] {
  return listIn(message['files'])
    .filter(isObject)
    .map((file): ImportPart => {
      const inner = objectIn(file['file']);
      const name = nameIn(file['name']) ?? nameIn(inner['filename']);
      const content = inlineContent(textIn(file['url']));
      const id = textIn(file['id']) || textIn(inner['id']);
      return { type: 'file', file: { id, name, ...(content && { content }) } };
    });
}

/** What stands in a `data:` address in base64; null for any other. */
function inlineContent(url: string): FileRef['content'] | null {
  const data = /^data:[^,]*;base64,([A-Za-z0-9+/=\s]*)$/.exec(url)?.[1];
  return data === undefined ? null : { encoding: 'base64', data };
}
