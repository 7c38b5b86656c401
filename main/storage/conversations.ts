import type { Conversation, ConversationPage, Reader } from '#contract';

const pending = (): never => {
  throw new Error('not implemented');
};

export class ConversationStore {
  list(_request: { trashed: boolean; after?: string | undefined; limit: number }): ConversationPage {
    return pending();
  }
  /** Throws `not_found`. */
  get(_id: string): Conversation {
    return pending();
  }
  create(_options?: { agentId?: string | undefined }): Conversation {
    return pending();
  }
  /** An automatic title never replaces the user's. */
  rename(_id: string, _title: string, _source: 'user' | 'auto'): Conversation {
    return pending();
  }
  setReader(_id: string, _reader: Reader | null): Conversation {
    return pending();
  }
  trash(_id: string): Conversation {
    return pending();
  }
  restore(_id: string): Conversation {
    return pending();
  }
  /** Deletes those of the named conversations that are in the trash, for good. */
  emptyTrash(_ids: string[]): number {
    return pending();
  }
}
