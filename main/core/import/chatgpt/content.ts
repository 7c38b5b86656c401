import {
  isObject,
  type JsonObject,
  listIn,
  nameIn,
  objectIn,
  readableStrings,
  textIn,
} from '../json-value.ts';
import type { ImportPart } from '../types.ts';
import { withoutMarks } from './marks.ts';

/** What the content of one message says, by its type. */
export interface ReadContent {
  parts: ImportPart[];
  /** No message ever shows it: the user's profile, a model's notes. */
  hidden: boolean;
  reasoning: boolean;
  /** A reply of a tool, whoever is named as its author. */
  reply: boolean;
  /** A call of a tool, also where no recipient is named. */
  call: boolean;
  /** This app does not know the type: what can be read of it is shown. */
  unknown: boolean;
}

const plain = { hidden: false, reasoning: false, reply: false, call: false, unknown: false };
const said = (text: string): ImportPart[] => (text.trim() === '' ? [] : [{ type: 'text', text }]);
const joined = (...texts: unknown[]): string =>
  texts
    .map(textIn)
    .filter((text) => text.trim() !== '')
    .join('\n\n');

type Reader = (content: JsonObject, metadata: unknown) => ReadContent;

const reply =
  (...fields: string[]): Reader =>
  (content) => ({ ...plain, reply: true, parts: said(joined(...fields.map((field) => content[field]))) });
const context: Reader = (content) => ({
  ...plain,
  hidden: true,
  parts: said(readableStrings(content, ['content_type']).join('\n\n')),
});
const spoken: Reader = (content, metadata) => ({ ...plain, parts: partsOf(content['parts'], metadata) });

/** The content types that are known, https://github.com/mohamed-chs/convoviz docs/dev/chatgpt-spec.md among others. */
const readers: Record<string, Reader> = {
  text: spoken,
  multimodal_text: spoken,
  code: (content) => ({ ...plain, call: true, parts: said(textIn(content['text'])) }),
  execution_output: reply('text'),
  thoughts: (content) => ({ ...plain, reasoning: true, parts: thoughtsOf(content) }),
  reasoning_recap: (content) => ({ ...plain, reasoning: true, parts: reasoned(textIn(content['content'])) }),
  tether_browsing_display: reply('result', 'summary'),
  tether_quote: reply('title', 'url', 'text'),
  sonic_webpage: reply('title', 'url', 'text', 'snippet'),
  user_editable_context: context,
  model_editable_context: context,
  system_error: reply('name', 'text'),
  citable_code_output: reply('output_str'),
  computer_output: (content) => ({ ...plain, reply: true, parts: fileParts(content['screenshot']) }),
};

/** Reads the content of a message; one of an unknown type by the strings in it. */
export function readContent(content: JsonObject, metadata: unknown): ReadContent {
  const type = textIn(content['content_type']);
  const reader = Object.hasOwn(readers, type) ? readers[type] : undefined;
  if (reader) return reader(content, metadata);
  return { ...plain, unknown: true, parts: said(readableStrings(content, ['content_type']).join('\n\n')) };
}

/** The file that a pointer or a link into the sandbox leads to. */
export function pointerId(pointer: string): string {
  return pointer.replace(/^(?:file-service|sediment):\/\//, '');
}

function partsOf(list: unknown, metadata: unknown): ImportPart[] {
  const parts: ImportPart[] = [];
  for (const each of listIn(list)) {
    if (typeof each === 'string') parts.push(...said(withoutMarks(each, metadata)));
    else if (isObject(each)) parts.push(...fileParts(each));
  }
  return mergeTexts(parts);
}

/** Neighbouring texts are one. */
function mergeTexts(parts: readonly ImportPart[]): ImportPart[] {
  const merged: ImportPart[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (part.type === 'text' && last?.type === 'text') {
      merged[merged.length - 1] = { type: 'text', text: `${last.text}\n\n${part.text}` };
    } else merged.push(part);
  }
  return merged;
}

/** A picture, a sound or what was said in it. An object without a pointer gives what can be read of it. */
function fileParts(value: unknown): ImportPart[] {
  const part = objectIn(value);
  const type = textIn(part['content_type']);
  if (type === 'audio_transcription') return said(textIn(part['text']));
  const inner = objectIn(part['audio_asset_pointer'])['asset_pointer'];
  const video = objectIn(part['video_container_asset_pointer'])['asset_pointer'];
  const pointers = [part['asset_pointer'], inner, video].map(textIn).filter((pointer) => pointer !== '');
  if (pointers.length > 0 || type.endsWith('asset_pointer')) {
    return pointers.map(
      (pointer): ImportPart => ({ type: 'file', file: { id: pointerId(pointer), name: null } }),
    );
  }
  return said(readableStrings(part, ['content_type']).join('\n\n'));
}

function reasoned(text: string): ImportPart[] {
  return text.trim() === '' ? [] : [{ type: 'reasoning', text }];
}

function thoughtsOf(content: JsonObject): ImportPart[] {
  return listIn(content['thoughts']).flatMap((each) => {
    const thought = objectIn(each);
    const summary = nameIn(thought['summary']);
    return reasoned(joined(summary === null ? '' : `**${summary}**`, thought['content']));
  });
}
