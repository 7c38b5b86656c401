import { isObject, type JsonObject, listIn, nameIn, objectIn, textIn } from './json-value.ts';
import type { SourceMark } from './types.ts';

/** Marks without a name, of those that are set. */
function set(value: JsonObject, fields: Readonly<Record<string, SourceMark['kind']>>): SourceMark[] {
  return Object.entries(fields).flatMap(([field, kind]): SourceMark[] =>
    isSet(value[field]) ? [{ kind, name: '' }] : [],
  );
}

const isSet = (value: unknown): boolean =>
  value === true || (typeof value === 'number' && value > 0) || (typeof value === 'string' && value !== '');

function tags(value: unknown): SourceMark[] {
  const names = listIn(value).map((tag) => textIn(tag) || textIn(isObject(tag) ? tag['name'] : ''));
  return [...new Set(names)].flatMap((name): SourceMark[] => (name === '' ? [] : [{ kind: 'tag', name }]));
}

/** Projects and custom GPTs have ids alone: `g-p-` is one of a project. */
export function chatGptMarks(value: JsonObject): SourceMark[] {
  const gizmo = nameIn(value['gizmo_id']) ?? nameIn(value['conversation_template_id']) ?? '';
  const from: SourceMark[] = gizmo.startsWith('g-')
    ? [{ kind: gizmo.startsWith('g-p-') ? 'project' : 'assistant', name: '' }]
    : [];
  const marks = { is_archived: 'archived', is_starred: 'starred', pinned_time: 'pinned' } as const;
  return [...set(value, marks), ...from];
}

export function claudeMarks(value: JsonObject): SourceMark[] {
  const project = objectIn(value['project']);
  const within: SourceMark[] =
    isObject(value['project']) || isSet(value['project_uuid'])
      ? [{ kind: 'project', name: textIn(project['name']) }]
      : [];
  return [...set(value, { is_archived: 'archived', is_starred: 'starred' }), ...within];
}

/** Tags stand in `meta`, in old versions in the chat itself. */
export function openWebUiMarks(value: JsonObject, chat: JsonObject): SourceMark[] {
  const found = tags(objectIn(value['meta'])['tags']);
  return [
    ...set(value, { archived: 'archived', pinned: 'pinned', folder_id: 'folder' }),
    ...(found.length > 0 ? found : tags(chat['tags'])),
  ];
}

export function libreChatMarks(value: JsonObject): SourceMark[] {
  return [...set(value, { isArchived: 'archived' }), ...tags(value['tags'])];
}
