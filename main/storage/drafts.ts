import type { DraftContent } from '#contract';
import { draftContentSchema } from '#contract/turns.ts';
import type { Environment } from '#core/environment.ts';
import { BoughError } from '#core/errors.ts';
import type { Writable } from './handle.ts';
import { parseStored } from './message-rows.ts';
import { AttachmentUses } from './uses.ts';

/** What the user is writing, one for each conversation. */
export class DraftStore {
  readonly #db: Writable;
  readonly #environment: Environment;
  readonly #uses: AttachmentUses;
  readonly #get;
  readonly #save;
  readonly #remove;

  constructor(db: Writable, environment: Environment) {
    this.#db = db;
    this.#environment = environment;
    this.#uses = new AttachmentUses(db);
    this.#get = db.query<{ id: string }, { content: string }>(
      'SELECT content FROM drafts WHERE conversation_id = @id',
    );
    this.#save = db.command<{ id: string; content: string; now: number }>(`
      INSERT INTO drafts (conversation_id, content, saved_at)
      SELECT id, @content, @now FROM conversations WHERE id = @id
      ON CONFLICT DO UPDATE SET content = excluded.content, saved_at = excluded.saved_at`);
    this.#remove = db.command<{ id: string }>('DELETE FROM drafts WHERE conversation_id = @id');
  }

  get(conversationId: string): DraftContent | null {
    const row = this.#get.get({ id: conversationId });
    return row ? parseStored(row.content, draftContentSchema, `draft of ${conversationId}`) : null;
  }

  /** Empty text and no attachments remove the draft. Throws `not_found`, `attachment_missing`. */
  save(conversationId: string, content: DraftContent): void {
    if (content.text === '' && content.attachments.length === 0) {
      this.#remove.run({ id: conversationId });
      return;
    }
    this.#db.transaction(() => {
      const row = { id: conversationId, content: JSON.stringify(content), now: this.#environment.now() };
      if (this.#save.run(row) === 0) throw new BoughError('not_found', 'There is no such conversation');
      this.#uses.noteClaimed(conversationId, content.attachments);
    });
  }
}
