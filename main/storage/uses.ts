import type { Attachment, Part } from '#contract';
import { BoughError } from '#core/errors.ts';
import type { Writable } from './handle.ts';

type Registered = Pick<Attachment, 'mime' | 'kind' | 'bytes'>;

/** Attachments among the parts of a message. */
export function attachmentsOf(parts: readonly Part[]): Attachment[] {
  return parts.flatMap((part) => (part.type === 'attachment' ? [part.attachment] : []));
}

/** Which conversations need which attachment files, so that what nothing needs is known. */
export class AttachmentUses {
  readonly #registered;
  readonly #missing;
  readonly #note;

  constructor(db: Writable) {
    this.#registered = db.query<{ hash: string }, Registered>(
      'SELECT mime, kind, bytes FROM attachments WHERE hash = @hash',
    );
    // Asked first, so that a turn without a new file writes nothing.
    this.#missing = db.query<{ conversationId: string; hashes: string }, { hash: string }>(`
      SELECT hash FROM attachments WHERE hash IN (SELECT value FROM json_each(@hashes))
      EXCEPT SELECT hash FROM attachment_uses WHERE conversation_id = @conversationId`);
    this.#note = db.command<{ conversationId: string; hash: string }>(
      'INSERT OR IGNORE INTO attachment_uses (conversation_id, hash) VALUES (@conversationId, @hash)',
    );
  }

  /** Notes that a conversation needs these files. */
  note(conversationId: string, hashes: readonly string[]): void {
    if (hashes.length === 0) return;
    for (const { hash } of this.#missing.all({ conversationId, hashes: JSON.stringify(hashes) })) {
      this.#note.run({ conversationId, hash });
    }
  }

  /**
   * Notes files that a window names. What it claims of a file must be what was found in its bytes.
   * Throws `attachment_missing` or `bad_request`.
   */
  noteClaimed(conversationId: string, attachments: readonly Attachment[]): void {
    for (const { hash, mime, kind, bytes } of attachments) {
      const found = this.#registered.get({ hash });
      if (!found)
        throw new BoughError('attachment_missing', 'An attachment was never stored', { detail: hash });
      if (found.mime !== mime || found.kind !== kind || found.bytes !== bytes) {
        throw new BoughError('bad_request', 'An attachment is not what it is said to be', { detail: hash });
      }
    }
    this.note(
      conversationId,
      attachments.map(({ hash }) => hash),
    );
  }
}
