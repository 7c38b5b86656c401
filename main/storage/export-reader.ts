import type { BoughOrigin } from '#core/export/bough-format.ts';
import type { Readable } from './handle.ts';

type Id = { conversationId: string };
type OriginRow = Omit<BoughOrigin, 'title'> & { title: string | null };

/** What only a whole copy of a conversation needs to know of it. */
export class ExportReader {
  readonly #agents;
  readonly #origin;

  constructor(db: Readable) {
    this.#agents = db.query<Id, { agentId: string }>(`
      SELECT agent_id AS agentId FROM transcripts WHERE conversation_id = @conversationId ORDER BY agent_id`);
    this.#origin = db.query<Id, OriginRow>(`
      SELECT f.origin_id AS conversationId, c.title AS title, f.origin_message_id AS messageId, f.copied AS copied,
        f.created_at AS createdAt
      FROM forks f LEFT JOIN conversations c ON c.id = f.origin_id
      WHERE f.conversation_id = @conversationId`);
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
