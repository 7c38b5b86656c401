import type { Fork, ForkOrigin } from '#contract';
import type { Environment } from '#core/environment.ts';
import { BoughError } from '#core/errors.ts';
import type { IdMap } from '#core/transcript/fork.ts';
import type { PathNode } from '#core/tree/types.ts';
import type { FaultPoints } from './faults.ts';
import type { Writable } from './handle.ts';
import { AttachmentUses } from './uses.ts';

/** A path that is to be copied, and what was made for the copy. */
export interface ForkPlan {
  conversationId: string;
  /** Undefined: as the origin is called. */
  title: string | undefined;
  originId: string;
  /** Root to the last message. */
  path: readonly PathNode[];
  /** New ids of the path. */
  ids: IdMap;
  transcripts: readonly { agentId: string; hash: string; attachments: readonly string[] }[];
}

export interface ForkStoreOptions {
  db: Writable;
  environment: Environment;
  faults: FaultPoints;
}

type Id = { conversationId: string };
type LinkRow = Fork & { trashedAt: number | null };
type OriginRow = Omit<ForkOrigin, 'trashed'> & { trashedAt: number | null };

/** Attachments of the messages whose ids are given. */
const attachmentsSql = `
  SELECT DISTINCT json_extract(part.value, '$.attachment.hash') AS hash
  FROM json_each(@ids) AS given CROSS JOIN messages m ON m.id = given.value, json_each(m.parts) AS part
  WHERE json_extract(part.value, '$.type') = 'attachment'`;

/** Copies of paths, and the links between a copy and its origin [B7]. */
export class ForkStore {
  /** Conversations that are being made now. */
  readonly making = new Set<string>();
  readonly #options: ForkStoreOptions;
  readonly #uses: AttachmentUses;
  readonly #announce;
  readonly #withdraw;
  readonly #conversation;
  readonly #root;
  readonly #message;
  readonly #transcript;
  readonly #link;
  readonly #attachments;
  readonly #origin;
  readonly #forks;

  constructor(options: ForkStoreOptions) {
    const { db } = options;
    this.#options = options;
    this.#uses = new AttachmentUses(db);
    this.#announce = db.command<Id>('INSERT INTO removals (conversation_id) VALUES (@conversationId)');
    this.#withdraw = db.command<Id>('DELETE FROM removals WHERE conversation_id = @conversationId');
    this.#conversation = db.command<
      Id & { originId: string; title: string | null; tipId: string; now: number }
    >(`
      INSERT INTO conversations (id, title, title_source, agent_id, reader, tip_id, created_at, updated_at)
      SELECT @conversationId, coalesce(@title, title), iif(@title IS NULL, title_source, 'user'), agent_id, reader,
        @tipId, @now, @now
      FROM conversations WHERE id = @originId`);
    this.#root = db.command<Id & { id: string; now: number }>(`
      INSERT INTO messages (id, conversation_id, depth, role, status, created_at, text, parts)
      VALUES (@id, @conversationId, 0, 'root', 'complete', @now, '', '[]')`);
    this.#message = db.command<Id & { id: string; parentId: string; originalId: string }>(`
      INSERT INTO messages
        (id, conversation_id, parent_id, depth, role, agent_id, status, model, usage, created_at, cut_off, text, parts)
      SELECT @id, @conversationId, @parentId, depth, role, agent_id, status, model, usage, created_at,
        cut_off, text, parts
      FROM messages WHERE id = @originalId`);
    this.#transcript = db.command<Id & { agentId: string; hash: string; now: number }>(`
      INSERT INTO transcripts (conversation_id, agent_id, hash, saved_at)
      VALUES (@conversationId, @agentId, @hash, @now)`);
    this.#link = db.command<Id & { originId: string; originMessageId: string; copied: number; now: number }>(`
      INSERT INTO forks (conversation_id, origin_id, origin_message_id, copied, created_at)
      VALUES (@conversationId, @originId, @originMessageId, @copied, @now)`);
    this.#attachments = db.query<{ ids: string }, { hash: string }>(attachmentsSql);
    this.#origin = db.query<Id, OriginRow>(`
      SELECT f.origin_id AS conversationId, coalesce(c.title, '') AS title, c.trashed_at AS trashedAt,
        f.origin_message_id AS messageId, f.copied, f.created_at AS createdAt
      FROM forks f LEFT JOIN conversations c ON c.id = f.origin_id WHERE f.conversation_id = @conversationId`);
    this.#forks = db.query<Id, LinkRow>(`
      SELECT f.conversation_id AS conversationId, c.title, c.trashed_at AS trashedAt,
        f.origin_message_id AS messageId, f.created_at AS createdAt
      FROM forks f JOIN conversations c ON c.id = f.conversation_id
      WHERE f.origin_id = @conversationId ORDER BY f.created_at, f.conversation_id`);
  }

  /** Where a conversation was copied from; null for one that is no fork. */
  origin(conversationId: string): ForkOrigin | null {
    const row = this.#origin.get({ conversationId });
    if (!row) return null;
    const { trashedAt, ...origin } = row;
    return { ...origin, trashed: trashedAt !== null };
  }

  /** Oldest first, those in the trash too. */
  forksOf(conversationId: string): Fork[] {
    return this.#forks
      .all({ conversationId })
      .map(({ trashedAt, ...fork }) => ({ ...fork, trashed: trashedAt !== null }));
  }

  /** Different attachments of the messages of a path. */
  attachmentsOn(path: readonly PathNode[]): string[] {
    const ids = JSON.stringify(path.map((node) => node.id));
    return this.#attachments.all({ ids }).map((row) => row.hash);
  }

  /**
   * Says that files of a new conversation are about to be written. Until `commit` the database names them as left over,
   * so that the next start removes them if the process ends in between: there is no fork then, or a whole one.
   */
  announce(conversationId: string): void {
    this.making.add(conversationId);
    this.#announce.run({ conversationId });
    this.#options.faults('fork:announced');
  }

  /** The fork did not come about: its files are left over from now on. */
  abandon(conversationId: string): void {
    this.making.delete(conversationId);
  }

  /** Makes the new conversation with its messages and links, in one transaction. */
  commit(plan: ForkPlan): void {
    const { db, faults } = this.#options;
    db.transaction(() => {
      this.#copy(plan);
      faults('fork:in-transaction');
    });
    this.making.delete(plan.conversationId);
    faults('fork:committed');
  }

  #copy({ conversationId, title, originId, path, ids, transcripts }: ForkPlan): void {
    const now = this.#options.environment.now();
    const last = path.at(-1);
    if (!last) throw new BoughError('internal', 'A path has at least its root');
    const copyOf = (id: string): string => {
      const copy = ids.get(id);
      if (copy === undefined) throw new BoughError('internal', `No new id for ${id}`);
      return copy;
    };
    const made = {
      conversationId,
      originId,
      title: title?.normalize('NFC') ?? null,
      tipId: copyOf(last.id),
      now,
    };
    if (this.#conversation.run(made) !== 1)
      throw new BoughError('not_found', 'There is no such conversation');
    for (const { id, parentId } of path) {
      if (parentId === null) this.#root.run({ id: copyOf(id), conversationId, now });
      else {
        const place = { id: copyOf(id), parentId: copyOf(parentId), originalId: id };
        if (this.#message.run({ ...place, conversationId }) !== 1)
          throw new BoughError('not_found', 'A message is gone');
      }
    }
    for (const { agentId, hash } of transcripts) this.#transcript.run({ conversationId, agentId, hash, now });
    const needed = transcripts.flatMap(({ attachments }) => attachments);
    this.#uses.note(conversationId, [...new Set([...this.attachmentsOn(path), ...needed])]);
    const copied = last.depth;
    this.#link.run({ conversationId, originId, originMessageId: last.id, copied, now });
    this.#withdraw.run({ conversationId });
  }
}
