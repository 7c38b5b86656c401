import type { Message, TipMove } from '#contract';
import type { treeMethods } from '#contract/tree.ts';
import type { TurnService } from '../run/turn-service.ts';
import type { ConversationStore } from '../storage/conversations.ts';
import type { MessageStore } from '../storage/messages.ts';
import type { EventSink } from './event-hub.ts';
import type { HandlersOf } from './handlers.ts';

export interface TreeHandlerOptions {
  conversations: ConversationStore;
  messages: MessageStore;
  turns: TurnService;
  events: EventSink;
}

export function treeHandlers(options: TreeHandlerOptions): HandlersOf<typeof treeMethods> {
  const { conversations, messages, turns, events } = options;
  const moved = (conversationId: string, move: TipMove, shownId?: string): TipMove => {
    turns.turnedTo(conversationId, move.tipId, shownId);
    events.publish({ type: 'conversation', conversation: conversations.get(conversationId) });
    return move;
  };
  // The database holds a streaming message as of its last journal: what was written since comes from its turn.
  const live = (message: Message): Message => {
    if (message.status !== 'streaming') return message;
    return { ...message, parts: turns.live(message.id) ?? message.parts };
  };
  return {
    'tree.page': ({ conversationId, until, skip, limit }) => {
      const page = messages.page({ conversationId, skip, limit, ...(until !== undefined && { until }) });
      return { ...page, messages: page.messages.map(live), below: page.below && live(page.below) };
    },
    'tree.message': ({ id }) => live(messages.get(id)),
    'tree.moveTip': ({ conversationId, messageId }) =>
      moved(conversationId, messages.moveTip(conversationId, messageId)),
    'tree.switchSibling': ({ conversationId, fromId, toId }) =>
      moved(conversationId, messages.switchSibling(conversationId, fromId, toId), toId),
    'tree.ahead': ({ conversationId, messageId }) => messages.ahead(conversationId, messageId),
    'tree.skeleton': ({ conversationId }) => messages.skeleton(conversationId),
  };
}
