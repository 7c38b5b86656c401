import type { Part } from '#contract';
import { fold } from './fold.ts';
import type { Readable } from './handle.ts';
import { parseParts } from './message-rows.ts';

/** A message of a tree without its text: UTF-8 bytes of what it says, without reasoning and tools. */
export interface MessageSize {
  id: string;
  /** Null for the root. */
  parentId: string | null;
  bytes: number;
}

/** What is said in a tree, read for many messages at once. */
export class BranchTexts {
  readonly #parts;
  readonly #sizes;
  readonly #holding;

  constructor(db: Readable) {
    this.#parts = db.query<{ conversationId: string; ids: string }, { id: string; parts: string }>(`
      SELECT m.id, m.parts FROM json_each(@ids) AS given CROSS JOIN messages m ON m.id = given.value
      WHERE m.conversation_id = @conversationId AND m.role <> 'root' ORDER BY given.key`);
    this.#sizes = db.query<{ conversationId: string }, MessageSize>(`
      SELECT id, parent_id AS parentId, octet_length(text) AS bytes FROM messages
      WHERE conversation_id = @conversationId`);
    this.#holding = db.query<{ conversationId: string; terms: string; limit: number }, { id: string }>(`
      SELECT m.id FROM messages m
      WHERE m.conversation_id = @conversationId AND m.text <> ''
        AND NOT EXISTS (SELECT 1 FROM json_each(@terms) WHERE instr(m.text, value) = 0)
      ORDER BY m.seq LIMIT @limit`);
  }

  /** In the order asked for; ids that are not in the conversation, and its root, are left out. */
  parts(conversationId: string, ids: readonly string[]): { id: string; parts: Part[] }[] {
    return this.#parts
      .all({ conversationId, ids: JSON.stringify(ids) })
      .map((row) => ({ id: row.id, parts: parseParts(row) }));
  }

  /** Messages of a conversation that hold every word of a text, in the order they were made. */
  holding(conversationId: string, text: string, limit: number): string[] {
    const terms = fold(text)
      .split(/[\s\0]+/u)
      .filter((term) => term !== '');
    if (terms.length === 0) return [];
    return this.#holding.all({ conversationId, terms: JSON.stringify(terms), limit }).map(({ id }) => id);
  }

  /** Every message of a conversation, in no order, its root included. */
  sizes(conversationId: string): MessageSize[] {
    return this.#sizes.all({ conversationId });
  }
}
