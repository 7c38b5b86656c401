import type { turnMethods } from '#contract/turns.ts';
import type { TurnService } from '../run/turn-service.ts';
import type { HandlersOf } from './handlers.ts';

export function turnHandlers(turns: TurnService): HandlersOf<typeof turnMethods> {
  return {
    'turns.send': (request) => turns.send(request),
    'turns.edit': (request) => turns.edit(request),
    'turns.regenerate': (request) => turns.regenerate(request),
    'turns.stop': async ({ messageId }) => ({ stopped: await turns.stop(messageId) }),
    'turns.retryState': ({ conversationId }) => turns.retryState(conversationId),
    'turns.retry': ({ conversationId, rebuild }) => turns.retry(conversationId, rebuild),
    'turns.look': ({ conversationId, messageId }) => {
      turns.look(conversationId, messageId);
      return { looked: true };
    },
    'turns.running': () => turns.running(),
  };
}
