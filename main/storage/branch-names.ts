import type { Writable } from './handle.ts';

/** Names that people gave to branches, by the first message of each. */
export class BranchNameStore {
  readonly #set;
  readonly #remove;

  constructor(db: Writable) {
    this.#set = db.command<{ conversationId: string; messageId: string; name: string }>(`
      INSERT INTO branch_names (message_id, conversation_id, name) VALUES (@messageId, @conversationId, @name)
      ON CONFLICT DO UPDATE SET name = excluded.name`);
    this.#remove = db.command<{ messageId: string }>(
      'DELETE FROM branch_names WHERE message_id = @messageId',
    );
  }

  /** @param messageId the first message of the branch */
  set(conversationId: string, messageId: string, name: string | null): void {
    if (name === null) this.#remove.run({ messageId });
    else this.#set.run({ conversationId, messageId, name: name.normalize('NFC') });
  }
}
