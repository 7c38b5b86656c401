import type { DraftContent } from '#contract';

const pending = (): never => {
  throw new Error('not implemented');
};

export class DraftStore {
  get(_conversationId: string): DraftContent | null {
    return pending();
  }
  /** Empty text and no attachments remove the draft. */
  save(_conversationId: string, _content: DraftContent): void {
    pending();
  }
}
