import type { Attachment, Language } from '#contract';
import { isFold, type PagedView, type ViewMessage } from '#core/context/view.ts';
import type { SaidPart, SeenPart, ToolResult } from '#core/transcript/types.ts';
import { languageOf } from './language.ts';
import { phrases } from './phrases/index.ts';

/** Where a conversation stands, as the practice assistant sees it. */
export interface Situation {
  language: Language;
  /** What the user wrote last. */
  text: string;
  /** Attached to the newest user message. */
  attachments: readonly Attachment[];
  /** Attached to any message before, newest first. */
  earlier: readonly Attachment[];
  /** Results that were asked for and are now there. */
  results: readonly ToolResult[];
  /** Names of the tools that may be called. */
  tools: ReadonlySet<string>;
  /** True before the first answer of the conversation. */
  first: boolean;
  /** Highest number of a call in the view, for a fresh id. */
  calls: number;
  /** Parts of filling the memory that were said in a row until now; 0 where something else was said last. */
  filled: number;
  /** Pages or a summary stand for a part of the conversation. */
  folded: boolean;
  /** What was set aside and can be recalled. */
  recallable: ReadonlySet<string>;
}

/** Reads a view: everything that the practice assistant says follows from it alone. */
export function readSituation(view: PagedView): Situation {
  const messages = view.messages.filter((message): message is ViewMessage => !isFold(message));
  const users = messages.filter((message) => message.role === 'user');
  const newest = users.at(-1);
  const agents = messages.filter((message) => message.role === 'agent');
  const last = view.messages.at(-1);
  const texts = users.map((message) => textOf(message.parts));
  const language = texts.reduce<Language>((usual, text) => languageOf(text, usual), 'en');
  return {
    language,
    text: texts.at(-1) ?? '',
    attachments: newest ? attachmentsOf(newest) : [],
    earlier: users.slice(0, -1).reverse().flatMap(attachmentsOf),
    results: last?.role === 'results' ? last.results : [],
    tools: new Set(view.tools.map((tool) => tool.name)),
    first:
      messages.length === view.messages.length &&
      !agents.some((message) => message.said.some((part) => part.type === 'text')),
    calls: Math.max(0, ...agents.flatMap(({ said }) => said.map(callNumber))),
    filled: partsSaid(agents, language),
    folded: messages.length < view.messages.length,
    recallable: recallableIn(view),
  };
}

/** A part of filling the memory begins with its title. */
function partsSaid(agents: readonly Extract<ViewMessage, { role: 'agent' }>[], language: Language): number {
  const { title } = phrases[language].fill;
  const isPart = agents.map(({ said }) =>
    said.some((part) => part.type === 'text' && part.text.includes(title)),
  );
  return isPart.length - 1 - isPart.lastIndexOf(false);
}

const callNumber = (part: SaidPart): number =>
  part.type === 'call' ? Number(/^practice_(\d+)$/.exec(part.id)?.[1] ?? 0) : 0;

/** Ids in placeholders and in what stands before pages: `recall("r1a2b3c")`, `recall with id "r1a2b3c"`. */
function recallableIn({ messages }: PagedView): Set<string> {
  const texts = messages.flatMap((message) => {
    if (message.role === 'agent') return [];
    const parts = message.role === 'user' ? message.parts : message.results.flatMap((result) => result.parts);
    return parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  });
  const ids = texts.flatMap((text) => [...text.matchAll(/recall(?:\(| with id )"(\w+)"/g)]);
  return new Set(ids.map(([, id]) => id ?? ''));
}

/** The texts of a message or result, joined. */
export function textOf(parts: readonly SeenPart[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

function attachmentsOf(message: Extract<ViewMessage, { role: 'user' }>): Attachment[] {
  return message.parts.flatMap((part) => (part.type === 'attachment' ? [part.attachment] : []));
}
