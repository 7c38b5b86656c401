import type { Conversation, ConversationPage, Reader, Spent } from '#contract';
import { readerSchema } from '#contract/conversations.ts';
import type { Environment } from '#core/environment.ts';
import { BoughError } from '#core/errors.ts';
import type { Writable } from './handle.ts';
import { parseStored } from './message-rows.ts';
import { firstAgentId } from './migrations/0001-first-schema.ts';

type ConversationRow = {
  id: string;
  title: string;
  title_source: 'auto' | 'user';
  agent_id: string;
  reader: string | null;
  tip_id: string;
  root_id: string;
  path_length: number;
  branch_count: number;
  created_at: number;
  updated_at: number;
  trashed_at: number | null;
};

/** The length of the current branch is the depth of its tip, so a list reads no path. */
const select = `
  SELECT c.id, c.title, c.title_source, c.agent_id, c.reader, c.tip_id, c.branch_count, c.created_at, c.updated_at,
    c.trashed_at, tip.depth AS path_length, root.id AS root_id
  FROM conversations c
  JOIN messages tip ON tip.id = c.tip_id
  JOIN messages root ON root.conversation_id = c.id AND root.role = 'root'`;

const spentColumns = [
  ...['input', 'output', 'cacheRead', 'cacheWrite', 'cost'].map(
    (name) => `COALESCE(SUM(json_extract(usage, '$.${name}')), 0) AS ${name}`,
  ),
  'COUNT(*) AS answers',
  "COUNT(*) - COUNT(json_extract(usage, '$.cost')) AS unpriced",
].join(', ');

/** From the newest on; a page goes on after the time and id of the last one. */
function listSql(time: 'updated_at' | 'trashed_at', trashed: 'IS NULL' | 'IS NOT NULL'): string {
  return `${select}
    WHERE c.trashed_at ${trashed} AND (c.${time}, c.id) < (@time, @id)
    ORDER BY c.${time} DESC, c.id DESC LIMIT @limit`;
}

export interface ConversationStoreOptions {
  db: Writable;
  environment: Environment;
  /** Called after conversations were deleted for good. */
  emptied: (ids: readonly string[]) => void;
}

/** The conversations and their tips. Lists are metadata only: no message's content is read. */
export class ConversationStore {
  readonly #options: ConversationStoreOptions;
  readonly #get;
  readonly #spent;
  readonly #recent;
  readonly #trashed;
  readonly #insert;
  readonly #insertRoot;
  readonly #rename;
  readonly #setReader;
  readonly #setAgent;
  readonly #setTrashed;
  readonly #noteRemoval;
  readonly #deleteMessages;
  readonly #delete;

  constructor(options: ConversationStoreOptions) {
    const { db } = options;
    type After = { time: number; id: string; limit: number };
    this.#options = options;
    this.#get = db.query<{ id: string }, ConversationRow>(`${select} WHERE c.id = @id`);
    this.#spent = db.query<{ id: string }, Spent>(`
      SELECT ${spentColumns} FROM messages WHERE conversation_id = @id AND usage IS NOT NULL`);
    this.#recent = db.query<After, ConversationRow>(listSql('updated_at', 'IS NULL'));
    this.#trashed = db.query<After, ConversationRow>(listSql('trashed_at', 'IS NOT NULL'));
    this.#insert = db.command<{ id: string; agentId: string; rootId: string; now: number }>(`
      INSERT INTO conversations (id, title, title_source, agent_id, tip_id, created_at, updated_at)
      VALUES (@id, '', 'auto', @agentId, @rootId, @now, @now)`);
    this.#insertRoot = db.command<{ id: string; rootId: string; now: number }>(`
      INSERT INTO messages (id, conversation_id, depth, role, status, created_at, text, parts)
      VALUES (@rootId, @id, 0, 'root', 'complete', @now, '', '[]')`);
    this.#rename = db.command<{ id: string; title: string; source: string }>(
      'UPDATE conversations SET title = @title, title_source = @source WHERE id = @id',
    );
    this.#setReader = db.command<{ id: string; reader: string | null }>(
      'UPDATE conversations SET reader = @reader WHERE id = @id',
    );
    this.#setAgent = db.command<{ id: string; agentId: string }>(
      'UPDATE conversations SET agent_id = @agentId WHERE id = @id',
    );
    this.#setTrashed = db.command<{ id: string; at: number | null }>(
      'UPDATE conversations SET trashed_at = @at WHERE id = @id',
    );
    this.#noteRemoval = db.command<{ id: string }>(`
      INSERT OR IGNORE INTO removals (conversation_id)
      SELECT id FROM conversations WHERE id = @id AND trashed_at IS NOT NULL`);
    this.#deleteMessages = db.command<{ id: string }>('DELETE FROM messages WHERE conversation_id = @id');
    this.#delete = db.command<{ id: string }>('DELETE FROM conversations WHERE id = @id');
  }

  /** Newest activity first; in the trash, newest arrival first. Throws `bad_request` for a foreign cursor. */
  list(request: { trashed: boolean; after?: string | undefined; limit: number }): ConversationPage {
    const { trashed, after, limit } = request;
    const query = trashed ? this.#trashed : this.#recent;
    // One more than asked for tells whether there is a next page.
    const rows = query.all({ ...parseCursor(after), limit: limit + 1 });
    const items = rows.slice(0, limit).map(toConversation);
    const last = rows.length > limit ? items.at(-1) : undefined;
    const time = (trashed ? last?.trashedAt : last?.updatedAt) ?? 0;
    return { items, next: last ? `${time}:${last.id}` : null };
  }

  /** Throws `not_found`. */
  get(id: string): Conversation {
    const row = this.#get.get({ id });
    if (!row) throw new BoughError('not_found', 'There is no such conversation');
    return toConversation(row);
  }

  /** What its answers took, as far as their providers said. */
  spent(id: string): Spent {
    this.get(id);
    const row = this.#spent.get({ id });
    if (!row) throw new BoughError('internal', 'A sum over no rows is still a row');
    return row;
  }

  /** Empty, with its invisible root as the tip. */
  create(options: { agentId?: string | undefined } = {}): Conversation {
    const { db, environment } = this.#options;
    const id = environment.newId();
    const rootId = environment.newId();
    const now = environment.now();
    db.transaction(() => {
      this.#insert.run({ id, agentId: options.agentId ?? firstAgentId, rootId, now });
      this.#insertRoot.run({ id, rootId, now });
    });
    return this.get(id);
  }

  /** An automatic title never replaces the user's. Throws `not_found`. */
  rename(id: string, title: string, source: 'user' | 'auto'): Conversation {
    const known = this.get(id);
    if (source === 'auto' && known.titleSource === 'user') return known;
    this.#rename.run({ id, title: title.normalize('NFC'), source });
    return this.get(id);
  }

  /** Throws `not_found`. */
  setReader(id: string, reader: Reader | null): Conversation {
    this.#setReader.run({ id, reader: reader && JSON.stringify(reader) });
    return this.get(id);
  }

  /** Throws `not_found`. */
  setAgent(id: string, agentId: string): Conversation {
    this.#setAgent.run({ id, agentId });
    return this.get(id);
  }

  /** [B5] Throws `not_found`. */
  trash(id: string): Conversation {
    if (this.get(id).trashedAt === null) this.#setTrashed.run({ id, at: this.#options.environment.now() });
    return this.get(id);
  }

  /** Throws `not_found`. */
  restore(id: string): Conversation {
    this.#setTrashed.run({ id, at: null });
    return this.get(id);
  }

  /**
   * [B5] Moves several into the trash, or out of it, at once. Returns them as they are now, without those that are
   * not there any more.
   */
  moveSeveral(ids: readonly string[], into: 'trash' | 'list'): Conversation[] {
    const now = this.#options.environment.now();
    return this.#options.db.transaction(() =>
      ids.flatMap((id) => {
        const known = this.#get.get({ id });
        if (!known) return [];
        const at = into === 'list' ? null : (known.trashed_at ?? now);
        this.#setTrashed.run({ id, at });
        return [toConversation({ ...known, trashed_at: at })];
      }),
    );
  }

  /** [B5] Deletes those of the named conversations that are in the trash, for good. Returns how many. */
  emptyTrash(ids: readonly string[]): number {
    const deleted = this.#options.db.transaction(() =>
      ids.filter((id) => {
        if (this.#noteRemoval.run({ id }) === 0) return false;
        this.#deleteMessages.run({ id });
        return this.#delete.run({ id }) === 1;
      }),
    );
    if (deleted.length > 0) this.#options.emptied(deleted);
    return deleted.length;
  }
}

function toConversation(row: ConversationRow): Conversation {
  return {
    id: row.id,
    title: row.title,
    titleSource: row.title_source,
    tipId: row.tip_id,
    rootId: row.root_id,
    pathLength: row.path_length,
    branchCount: row.branch_count,
    agentId: row.agent_id,
    reader: row.reader === null ? null : parseStored(row.reader, readerSchema, `reader of ${row.id}`),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    trashedAt: row.trashed_at,
  };
}

function parseCursor(after: string | undefined): { time: number; id: string } {
  if (after === undefined) return { time: Number.MAX_SAFE_INTEGER, id: '' };
  const [, time, id] = /^(\d+):(.+)$/.exec(after) ?? [];
  if (time === undefined || id === undefined) throw new BoughError('bad_request', 'Not a place in the list');
  return { time: Number(time), id };
}
