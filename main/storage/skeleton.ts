import type { TreeSkeleton } from '#contract';
import { type SkeletonRow, skeletonOf } from '#core/tree/skeleton.ts';
import type { Readable } from './handle.ts';

type Id = { conversationId: string };

/** Reads whole trees without their texts: some columns of the messages, and what belongs to branches. */
export class SkeletonReader {
  readonly #rows;
  readonly #names;
  readonly #forks;

  constructor(db: Readable) {
    this.#rows = db.query<Id, SkeletonRow>(`
      SELECT seq, id, parent_id AS parentId, role, status, agent_id AS agentId, depth FROM messages
      WHERE conversation_id = @conversationId ORDER BY seq`);
    this.#names = db.query<Id, TreeSkeleton['names'][number]>(`
      SELECT message_id AS messageId, name FROM branch_names WHERE conversation_id = @conversationId`);
    this.#forks = db.query<Id, TreeSkeleton['forks'][number]>(`
      SELECT f.origin_message_id AS messageId, f.conversation_id AS conversationId
      FROM forks f JOIN conversations c ON c.id = f.conversation_id
      WHERE f.origin_id = @conversationId AND c.trashed_at IS NULL ORDER BY f.created_at, f.conversation_id`);
  }

  /** @param tipId of the conversation */
  read(conversationId: string, tipId: string): TreeSkeleton {
    return {
      ...skeletonOf(this.#rows.all({ conversationId }), tipId),
      names: this.#names.all({ conversationId }),
      forks: this.#forks.all({ conversationId }),
    };
  }
}
