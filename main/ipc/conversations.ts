import type { Conversation } from '#contract';
import type { conversationMethods } from '#contract/conversations.ts';
import { BoughError } from '#core/errors.ts';
import type { TurnService } from '../run/turn-service.ts';
import type { AgentStore } from '../storage/agents.ts';
import type { ConversationStore } from '../storage/conversations.ts';
import type { EventSink } from './event-hub.ts';
import type { HandlersOf } from './handlers.ts';

export interface ConversationHandlerOptions {
  conversations: ConversationStore;
  agents: AgentStore;
  turns: TurnService;
  events: EventSink;
}

export function conversationHandlers(
  options: ConversationHandlerOptions,
): HandlersOf<typeof conversationMethods> {
  const { conversations, agents, turns, events } = options;
  const tell = (conversation: Conversation): Conversation => {
    events.publish({ type: 'conversation', conversation });
    return conversation;
  };
  const tellSeveral = (moved: Conversation[]): Conversation[] => {
    events.publish({ type: 'conversations', conversations: moved });
    return moved;
  };
  return {
    'conversations.list': ({ trashed, after, limit }) =>
      conversations.list({ trashed, limit, ...(after !== undefined && { after }) }),
    'conversations.get': ({ id }) => conversations.get(id),
    'conversations.spent': ({ id }) => conversations.spent(id),
    'conversations.create': ({ agentId }) =>
      tell(conversations.create(agentId === undefined ? {} : { agentId })),
    'conversations.rename': ({ id, title }) => tell(conversations.rename(id, title, 'user')),
    'conversations.setReader': ({ id, reader }) => {
      conversations.setReader(id, reader);
      return tell(conversations.get(id));
    },
    'conversations.setAgent': ({ id, agentId }) => {
      const { archivedAt, reader } = agents.get(agentId);
      if (archivedAt !== null) throw new BoughError('bad_request', 'The agent was put away');
      // One that has a model of its own brings it along.
      if (reader) conversations.setReader(id, null);
      return tell(conversations.setAgent(id, agentId));
    },
    'conversations.trash': async ({ id }) => {
      await turns.stopAll(id);
      conversations.trash(id);
      return tell(conversations.get(id));
    },
    'conversations.restore': ({ id }) => {
      conversations.restore(id);
      return tell(conversations.get(id));
    },
    'conversations.trashSeveral': async ({ ids }) => {
      await Promise.all(ids.map((id) => turns.stopAll(id)));
      return tellSeveral(conversations.moveSeveral(ids, 'trash'));
    },
    'conversations.restoreSeveral': ({ ids }) => tellSeveral(conversations.moveSeveral(ids, 'list')),
    'conversations.emptyTrash': ({ ids }) => {
      const deleted = conversations.emptyTrash(ids);
      events.publish({ type: 'conversationsDeleted', ids: ids.filter((id) => !exists(conversations, id)) });
      return { deleted };
    },
  };
}

function exists(conversations: ConversationStore, id: string): boolean {
  try {
    conversations.get(id);
    return true;
  } catch (error) {
    if (error instanceof BoughError && error.code === 'not_found') return false;
    throw error;
  }
}
