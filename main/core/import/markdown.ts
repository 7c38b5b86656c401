import type { Entry, SourceConversation } from './types.ts';

/** Words that head what a person said and what a model said, in the transcripts that programs write. */
const people = ['you', 'user', 'human', 'me', 'prompt', 'you said', 'question'];
const models = [
  'assistant',
  'ai',
  'chatgpt',
  'claude',
  'gemini',
  'bough',
  'bot',
  'model',
  'response',
  'answer',
  'chatgpt said',
  'gpt',
  'copilot',
];

/** `## User`, `**You:**`, `User:` alone on a line; more may follow a colon. */
const headings = [/^#{1,6}\s+(.+?)\s*:?\s*$/, /^\*\*(.+?):?\*\*:?\s*(.*)$/, /^([A-Za-z ]{2,20}):\s*(.*)$/];

/**
 * Reads a Markdown transcript: headings or bold labels that name who speaks, one after the other. Returns null when
 * nobody is named as a person and nobody as a model: any other document must not become a conversation.
 */
export function readMarkdown(text: string, name: string): SourceConversation | null {
  const { fields, body } = frontMatter(text.replaceAll('\r\n', '\n'));
  const { title, turns } = turnsOf(body);
  if (!turns.some(({ role }) => role === 'user') || !turns.some(({ role }) => role === 'agent')) return null;
  const entries = turns.map((turn, at): Entry => {
    const said = turn.lines.join('\n').trim();
    return {
      key: String(at + 1),
      parentKey: at === 0 ? null : String(at),
      kind: said === '' ? 'placeholder' : 'shown',
      role: turn.role,
      createdAt: null,
      model: null,
      status: 'complete',
      parts: said === '' ? [] : [{ type: 'text', text: said }],
      raw: [],
    };
  });
  return {
    source: 'markdown',
    key: '',
    title: fields.get('title') ?? title ?? name.replace(/\.(md|markdown|txt)$/i, ''),
    summary: '',
    createdAt: dateOf(fields.get('created')),
    updatedAt: dateOf(fields.get('updated') ?? fields.get('created')),
    model: fields.get('model') ?? null,
    tipKey: null,
    entries,
    types: {},
    unknownTypes: {},
    lostForks: 0,
    marks: [],
  };
}

interface SpokenTurn {
  role: 'user' | 'agent';
  lines: string[];
}

function turnsOf(body: string): { title: string | undefined; turns: SpokenTurn[] } {
  const turns: SpokenTurn[] = [];
  let title: string | undefined;
  let fence = '';
  for (const line of body.split('\n')) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined && (fence === '' || (line.trim().startsWith(fence) && line.trim() === mark))) {
      fence = fence === '' ? mark : '';
    }
    const speaker = fence === '' && mark === undefined ? speakerOf(line) : null;
    if (speaker) turns.push({ role: speaker.role, lines: speaker.rest === '' ? [] : [speaker.rest] });
    else if (turns.length > 0) turns.at(-1)?.lines.push(line);
    else title ??= /^#\s+(.+)$/.exec(line)?.[1]?.trim();
  }
  return { title, turns };
}

function speakerOf(line: string): { role: 'user' | 'agent'; rest: string } | null {
  for (const pattern of headings) {
    const [, label = '', rest = ''] = pattern.exec(line) ?? [];
    const word = label.replaceAll(/[*_:]/g, '').trim().toLowerCase();
    if (people.includes(word)) return { role: 'user', rest };
    if (models.includes(word)) return { role: 'agent', rest };
  }
  return null;
}

/** Simple `name: value` lines between two `---` at the beginning. */
function frontMatter(text: string): { fields: Map<string, string>; body: string } {
  const found = /^\uFEFF?---\n([\s\S]*?)\n---\n/.exec(text);
  const fields = new Map<string, string>();
  for (const line of (found?.[1] ?? '').split('\n')) {
    const [, name, value = ''] = /^([a-zA-Z]+):\s*(.*)$/.exec(line) ?? [];
    const bare = value.trim().replace(/^(["'])(.*)\1$/, '$2');
    if (name !== undefined && bare !== '') fields.set(name.toLowerCase(), bare);
  }
  return { fields, body: found ? text.slice(found[0].length) : text };
}

function dateOf(text: string | undefined): number | null {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? null : time;
}
