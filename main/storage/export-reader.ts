import type { BoughExtra, BoughImported, BoughOrigin } from '#core/export/bough-format.ts';
import type { Readable } from './handle.ts';
import { keyOfStored } from './import-keys.ts';

type Id = { conversationId: string };
type ExtraRow = Omit<BoughExtra, 'content'> & { content: string };
type OriginRow = Omit<BoughOrigin, 'title'> & { title: string | null };

/** What only a whole copy of a conversation needs to know of it. */
export class ExportReader {
  readonly #agents;
  readonly #origin;
  readonly #imported;
  readonly #sourceKey;
  readonly #extras;

  constructor(db: Readable) {
    this.#agents = db.query<Id, { agentId: string }>(`
      SELECT agent_id AS agentId FROM transcripts WHERE conversation_id = @conversationId ORDER BY agent_id`);
    this.#origin = db.query<Id, OriginRow>(`
      SELECT f.origin_id AS conversationId, c.title AS title, f.origin_message_id AS messageId, f.copied AS copied,
        f.created_at AS createdAt
      FROM forks f LEFT JOIN conversations c ON c.id = f.origin_id
      WHERE f.conversation_id = @conversationId`);
    // What came as Bough JSON is known by its own id.
    this.#imported = db.query<Id, BoughImported>(`
      SELECT source, source_key AS key, title, tip_id AS tipId FROM import_origins
      WHERE conversation_id = @conversationId AND source <> 'bough'`);
    this.#sourceKey = db.query<{ id: string }, { key: string }>(
      'SELECT source_key AS key FROM import_messages WHERE message_id = @id',
    );
    this.#extras = db.query<Id, ExtraRow>(`
      SELECT source_key AS key, place, message_id AS messageId, content FROM import_extras
      WHERE conversation_id = @conversationId ORDER BY source_key, place`);
  }

  /** Where a conversation was brought in from; null for one that was not, and for Bough's own format. */
  imported(conversationId: string): BoughImported | null {
    return this.#imported.get({ conversationId }) ?? null;
  }

  /** The id of a message in the source that it was brought in from. */
  sourceKey(messageId: string): string | null {
    const row = this.#sourceKey.get({ id: messageId });
    return row ? keyOfStored(row.key) : null;
  }

  /** What was brought in with a conversation and is no message. */
  extras(conversationId: string): BoughExtra[] {
    return this.#extras
      .all({ conversationId })
      .map(({ content, ...extra }) => ({ ...extra, content: JSON.parse(content) as unknown }));
  }

  /** Agents that have a transcript in a conversation, or had one that was lost. */
  agentsWithTranscript(conversationId: string): string[] {
    return this.#agents.all({ conversationId }).map(({ agentId }) => agentId);
  }

  /** Where a fork came from; null for a conversation that is none. */
  origin(conversationId: string): BoughOrigin | null {
    const row = this.#origin.get({ conversationId });
    return row ? { ...row, title: row.title ?? '' } : null;
  }
}
