import type { draftMethods } from '#contract/drafts.ts';
import type { DraftStore } from '../storage/drafts.ts';
import type { HandlersOf } from './handlers.ts';

export function draftHandlers(drafts: DraftStore): HandlersOf<typeof draftMethods> {
  return {
    'drafts.get': ({ conversationId }) => drafts.get(conversationId),
    'drafts.save': ({ conversationId, content }) => {
      drafts.save(conversationId, content);
      return { saved: true };
    },
  };
}
