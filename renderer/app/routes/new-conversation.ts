import type { Conversation } from '#contract';
import { call } from '../../bridge/call.ts';

/** How many of the newest conversations are looked through for an empty one. */
const lookThrough = 20;

/**
 * A conversation without a message: an empty one that is already there, so that they do not pile up and a draft
 * in it is found again, or a fresh one.
 * @throws BridgeFailure
 */
export async function emptyConversation(): Promise<Conversation> {
  const { items } = await call('conversations.list', { limit: lookThrough });
  return items.find(isUntouched) ?? call('conversations.create', {});
}

function isUntouched(conversation: Conversation): boolean {
  return (
    conversation.pathLength === 0 && conversation.branchCount === 0 && conversation.titleSource === 'auto'
  );
}
