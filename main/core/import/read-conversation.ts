import { assemble } from './assemble.ts';
import { isChatGpt, readChatGpt } from './chatgpt/conversation.ts';
import { isClaude, readClaude } from './claude.ts';
import { isObject, textIn } from './json-value.ts';
import { isLibreChat, readLibreChat } from './libre-chat.ts';
import { isOpenWebUi, readOpenWebUi } from './open-webui.ts';
import type { ImportConversation, ImportSource, SourceConversation } from './types.ts';

/** What one element of a file is. */
export type ReadElement =
  | { kind: 'conversation'; conversation: ImportConversation }
  /** A conversation without a message. */
  | { kind: 'empty'; source: ImportSource; title: string; createdAt: number | null }
  /** Meant as a conversation, but not to be read. */
  | { kind: 'unreadable'; title: string }
  /** Something else, which is none of our business. */
  | { kind: 'other' };

/**
 * Tells by its shape alone whose conversation a value of a JSON file is, and reads it. File names are not believed:
 * ChatGPT's and Claude's are the same.
 */
export function readConversation(value: unknown): ReadElement {
  if (!isObject(value)) return { kind: 'other' };
  const source = readSource(value);
  if (source === undefined) return { kind: 'other' };
  if (source === null) return { kind: 'unreadable', title: textIn(value['title']) || textIn(value['name']) };
  return readAssembled(source);
}

/** Puts the tree of a conversation in order; one without a message is empty, one with nothing but damage unreadable. */
export function readAssembled(source: SourceConversation): ReadElement {
  const { title, createdAt } = source;
  const conversation = assemble(source);
  if (conversation.messages.length > 0) return { kind: 'conversation', conversation };
  if (conversation.tally.unreadable > 0) return { kind: 'unreadable', title };
  return { kind: 'empty', source: source.source, title, createdAt };
}

/** Undefined for what has no known shape, null for what cannot be read. */
function readSource(value: Record<string, unknown>): SourceConversation | null | undefined {
  if (isClaude(value)) return readClaude(value);
  if (isOpenWebUi(value)) return readOpenWebUi(value);
  if (isLibreChat(value)) return readLibreChat(value);
  if (isChatGpt(value)) return readChatGpt(value);
  return undefined;
}
