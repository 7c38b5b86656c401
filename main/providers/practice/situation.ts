import type { Attachment, Language } from '#contract';
import type { View, ViewMessage } from '#core/context/view.ts';
import type { SeenPart, ToolResult } from '#core/transcript/types.ts';
import { languageOf } from './language.ts';

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
  /** Calls that the view holds already, for a fresh id. */
  calls: number;
}

/** Reads a view: everything that the practice assistant says follows from it alone. */
export function readSituation(view: View): Situation {
  const users = view.messages.filter((message) => message.role === 'user');
  const newest = users.at(-1);
  const agents = view.messages.filter((message) => message.role === 'agent');
  const last = view.messages.at(-1);
  const texts = users.map((message) => textOf(message.parts));
  return {
    language: texts.reduce<Language>((usual, text) => languageOf(text, usual), 'en'),
    text: texts.at(-1) ?? '',
    attachments: newest ? attachmentsOf(newest) : [],
    earlier: users.slice(0, -1).reverse().flatMap(attachmentsOf),
    results: last?.role === 'results' ? last.results : [],
    tools: new Set(view.tools.map((tool) => tool.name)),
    first: !agents.some((message) => message.said.some((part) => part.type === 'text')),
    calls: agents.flatMap((message) => message.said.filter((part) => part.type === 'call')).length,
  };
}

/** The texts of a message or result, joined. */
export function textOf(parts: readonly SeenPart[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

function attachmentsOf(message: Extract<ViewMessage, { role: 'user' }>): Attachment[] {
  return message.parts.flatMap((part) => (part.type === 'attachment' ? [part.attachment] : []));
}
