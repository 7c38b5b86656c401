import type { Message, Part } from '#contract';
import { BoughError } from '#core/errors.ts';
import { siblingPlace } from '#core/tree/siblings.ts';
import type { PathNode } from '#core/tree/types.ts';
import type { Readable } from './handle.ts';
import {
  type MessageRow,
  messageColumns,
  type NodeRow,
  nodeColumns,
  parseParts,
  toMessage,
  toNode,
} from './message-rows.ts';

/** Content is read only of the rows that are returned: those that are walked over stay on their first page. */
const pathSql = `
  WITH RECURSIVE path AS (
    SELECT 0 AS walked, ${nodeColumns}, m.conversation_id, m.model, m.usage, m.created_at, m.cut_off,
      CASE WHEN @skip = 0 THEN m.parts END AS parts
    FROM messages m WHERE m.id = @until AND m.conversation_id = @conversationId
    UNION ALL
    SELECT walked + 1, ${nodeColumns}, m.conversation_id, m.model, m.usage, m.created_at, m.cut_off,
      CASE WHEN walked + 1 >= @skip THEN m.parts END
    FROM path JOIN messages m ON m.id = path.parent_id WHERE walked + 1 < @skip + @limit
  )
  SELECT ${messageColumns} FROM path m WHERE walked >= @skip AND role <> 'root' ORDER BY walked DESC`;

const pathNodesSql = `
  WITH RECURSIVE path AS (
    SELECT 0 AS walked, ${nodeColumns} FROM messages m WHERE m.id = @until
    UNION ALL
    SELECT walked + 1, ${nodeColumns} FROM path JOIN messages m ON m.id = path.parent_id
    WHERE walked + 1 < @limit
  )
  SELECT ${nodeColumns} FROM path m ORDER BY walked DESC`;

/** What can be asked of the messages. It holds a handle that cannot write. */
export class MessageReader {
  readonly #node;
  readonly #message;
  readonly #tip;
  readonly #path;
  readonly #pathNodes;
  readonly #children;
  readonly #siblings;
  readonly #unfinished;
  readonly #streaming;

  constructor(db: Readable) {
    type Id = { id: string };
    this.#node = db.query<Id, NodeRow & { conversation_id: string }>(
      `SELECT ${nodeColumns}, m.conversation_id FROM messages m WHERE m.id = @id`,
    );
    this.#message = db.query<Id, MessageRow>(`SELECT ${messageColumns} FROM messages m WHERE m.id = @id`);
    this.#tip = db.query<Id, { tipId: string; pathLength: number }>(`
      SELECT c.tip_id AS tipId, m.depth AS pathLength
      FROM conversations c JOIN messages m ON m.id = c.tip_id WHERE c.id = @id`);
    this.#path = db.query<{ conversationId: string; until: string; skip: number; limit: number }, MessageRow>(
      pathSql,
    );
    this.#pathNodes = db.query<{ until: string; limit: number }, NodeRow>(pathNodesSql);
    this.#children = db.query<Id, NodeRow>(
      `SELECT ${nodeColumns} FROM messages m WHERE m.parent_id = @id ORDER BY m.seq`,
    );
    this.#siblings = db.query<{ parents: string }, { parent_id: string; id: string }>(`
      SELECT parent_id, id FROM messages
      WHERE parent_id IN (SELECT value FROM json_each(@parents)) ORDER BY parent_id, seq`);
    this.#unfinished = db.query<{ tipId: string; preferred: string }, MessageRow>(`
      SELECT ${messageColumns} FROM messages tip JOIN messages m ON m.parent_id = tip.id
      WHERE tip.id = @tipId AND m.role = 'agent' AND m.status IN ('streaming', 'failed')
      ORDER BY m.id = @preferred DESC, m.seq DESC LIMIT 1`);
    this.#streaming = db.query<Record<string, never>, MessageRow>(
      `SELECT ${messageColumns} FROM messages m WHERE m.status = 'streaming' ORDER BY m.seq`,
    );
  }

  /** Throws `not_found`. */
  node(id: string): PathNode {
    return toNode(this.#node.get({ id }) ?? missing('message'));
  }

  /** Throws `not_found`, also for the root, which is never shown. */
  message(id: string): Message {
    const row = this.#message.get({ id });
    if (!row || row.role === 'root') missing('message');
    return this.#withPlaces([row])[0] ?? missing('message');
  }

  /** Throws `not_found`. */
  parts(id: string): Part[] {
    return parseParts(this.#message.get({ id }) ?? missing('message'));
  }

  /** The conversation that a message is in. Throws `not_found`. */
  conversationOf(id: string): string {
    return (this.#node.get({ id }) ?? missing('message')).conversation_id;
  }

  /** Throws `not_found` also when the message is in another conversation. */
  nodeIn(conversationId: string, id: string): PathNode {
    const row = this.#node.get({ id });
    return toNode(row?.conversation_id === conversationId ? row : missing('message'));
  }

  /** Throws `not_found`. */
  tip(conversationId: string): { tipId: string; pathLength: number } {
    return this.#tip.get({ id: conversationId }) ?? missing('conversation');
  }

  /** `limit` messages that end `skip` above `until`, in reading order, without the root. */
  path(conversationId: string, until: string, skip: number, limit: number): Message[] {
    return this.#withPlaces(this.#path.all({ conversationId, until, skip, limit }));
  }

  /** Root to leaf; with `limit`, only the newest. Throws `not_found`. */
  pathNodes(until: string, limit?: number): PathNode[] {
    const rows = this.#pathNodes.all({ until, limit: limit ?? Number.MAX_SAFE_INTEGER });
    if (rows.length === 0) missing('message');
    return rows.map(toNode);
  }

  children(id: string): PathNode[] {
    return this.#children.all({ id }).map(toNode);
  }

  /** An answer to the tip on which it cannot stand itself: the preferred one, or else the newest. */
  unfinishedBelow(tipId: string, preferred: string | undefined): Message | null {
    const row = this.#unfinished.get({ tipId, preferred: preferred ?? '' });
    return row ? (this.#withPlaces([row])[0] ?? null) : null;
  }

  streaming(): Message[] {
    return this.#withPlaces(this.#streaming.all({}));
  }

  #withPlaces(rows: readonly MessageRow[]): Message[] {
    const parents = JSON.stringify(rows.map((row) => row.parent_id));
    const siblings = new Map<string | null, string[]>();
    for (const { parent_id, id } of this.#siblings.all({ parents })) {
      const known = siblings.get(parent_id);
      if (known) known.push(id);
      else siblings.set(parent_id, [id]);
    }
    const place = (row: MessageRow) => siblingPlace(siblings.get(row.parent_id) ?? [], row.id);
    return rows.map((row) => toMessage(row, place(row)));
  }
}

function missing(what: string): never {
  throw new BoughError('not_found', `There is no such ${what}`);
}
