import { BoughError } from '#core/errors.ts';
import type { StagedConversation } from './bough-writer.ts';

/** What is here already. */
export interface Here {
  /** The conversation that a message, or a root, belongs to; undefined for none. */
  conversationOf(messageId: string): string | undefined;
  hasAgent(id: string): boolean;
}

/**
 * Looks whether a conversation fits in before anything of it is written. Throws `bad_request` for one that contradicts
 * itself or what is here: a message that is in another conversation, or continues from none of its own.
 */
export function refuseContradiction({ conversation, messages, transcripts }: StagedConversation, here: Here) {
  const { id, rootId, tipId, agentId } = conversation;
  const statuses = new Map<string, string>();
  const isOwn = (messageId: string): boolean =>
    messageId === rootId || statuses.has(messageId) || here.conversationOf(messageId) === id;
  const claimed = (messageId: string): boolean => (here.conversationOf(messageId) ?? id) !== id;
  if (claimed(rootId)) refuse('Its root is in another conversation', rootId);
  for (const message of messages) {
    if (message.id === rootId || claimed(message.id))
      refuse('A message is in another conversation already', message.id);
    if (!isOwn(message.parentId)) refuse('A message continues from none of its conversation', message.id);
    if (!statuses.has(message.id)) statuses.set(message.id, message.status);
  }
  if (!isOwn(tipId) || statuses.get(tipId) === 'failed') refuse('No tip can stand there', tipId);
  const agents = [agentId, ...messages.flatMap((message) => message.agentId ?? [])];
  const remembering = transcripts.map((transcript) => transcript.agentId);
  const unknown = [...agents, ...remembering].find((each) => !here.hasAgent(each));
  if (unknown !== undefined) refuse('An agent is not known', unknown);
  if (new Set(remembering).size < remembering.length) refuse('An agent has two transcripts', id);
}

function refuse(message: string, detail: string): never {
  throw new BoughError('bad_request', message, { detail });
}
