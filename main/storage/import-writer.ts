import type { Attachment, Part } from '#contract';
import type { Environment } from '#core/environment.ts';
import type { ImportExtra } from '#core/import/types.ts';
import { plainText } from '#core/tree/text.ts';
import { fold } from './fold.ts';
import type { Writable } from './handle.ts';
import { storedKey } from './import-keys.ts';
import { serialiseParts } from './message-rows.ts';
import { firstAgentId } from './migrations/0001-first-schema.ts';
import { AttachmentUses, attachmentsOf } from './uses.ts';

/** A message to be written: its files are stored and registered. */
export interface PreparedMessage {
  key: string;
  parentKey: string | null;
  role: 'user' | 'agent';
  status: 'complete' | 'interrupted' | 'failed';
  parts: Part[];
  model: string | null;
  /** Milliseconds since the epoch; 0 where it is not known. */
  createdAt: number;
}

/** A conversation to be written, parents before their children. */
export interface PreparedConversation {
  importId: string;
  source: string;
  key: string;
  title: string;
  /** `auto` where it was made here. */
  titleSource: 'auto' | 'user';
  createdAt: number;
  updatedAt: number;
  messages: PreparedMessage[];
  extras: ImportExtra[];
  tipKey: string | null;
}

export interface WrittenConversation {
  conversationId: string;
  kind: 'new' | 'grown' | 'same';
  /** Messages that were added. */
  added: number;
}

interface Known {
  conversationId: string;
  title: string;
  tipId: string;
  keys: Map<string, string>;
}

type Origin = { source: string; sourceKey: string };

/** Writes imported conversations: each in one transaction, so that none is ever half there. */
export class ImportWriter {
  readonly #db: Writable;
  readonly #environment: Environment;
  readonly #uses: AttachmentUses;
  readonly #origin;
  readonly #keys;
  readonly #insertConversation;
  readonly #insertMessage;
  readonly #insertOrigin;
  readonly #insertKey;
  readonly #insertExtra;
  readonly #depth;
  readonly #setTip;
  readonly #setTitle;

  constructor(db: Writable, environment: Environment) {
    this.#db = db;
    this.#environment = environment;
    this.#uses = new AttachmentUses(db);
    this.#origin = db.query<Origin, Omit<Known, 'keys'>>(`
      SELECT conversation_id AS conversationId, title, tip_id AS tipId FROM import_origins
      WHERE source = @source AND source_key = @sourceKey`);
    this.#keys = db.query<{ conversationId: string }, { key: string; id: string }>(`
      SELECT source_key AS key, message_id AS id FROM import_messages WHERE conversation_id = @conversationId`);
    this.#insertConversation = db.command<{
      id: string;
      title: string;
      titleSource: string;
      agentId: string;
      tipId: string;
      createdAt: number;
      updatedAt: number;
    }>(`
      INSERT INTO conversations (id, title, title_source, agent_id, tip_id, created_at, updated_at)
      VALUES (@id, @title, @titleSource, @agentId, @tipId, @createdAt, @updatedAt)`);
    this.#insertMessage = db.command<{
      id: string;
      conversationId: string;
      parentId: string | null;
      depth: number;
      role: string;
      agentId: string | null;
      status: string;
      model: string | null;
      createdAt: number;
      text: string;
      parts: string;
    }>(`
      INSERT INTO messages
        (id, conversation_id, parent_id, depth, role, agent_id, status, model, created_at, text, parts)
      VALUES
        (@id, @conversationId, @parentId, @depth, @role, @agentId, @status, @model, @createdAt, @text, @parts)`);
    this.#insertOrigin = db.command<
      Origin & { conversationId: string; importId: string; title: string; tipId: string }
    >(`
      INSERT INTO import_origins (source, source_key, conversation_id, import_id, title, tip_id)
      VALUES (@source, @sourceKey, @conversationId, @importId, @title, @tipId)
      ON CONFLICT (source, source_key) DO UPDATE SET title = excluded.title, tip_id = excluded.tip_id`);
    this.#insertKey = db.command<{ conversationId: string; key: string; id: string }>(`
      INSERT INTO import_messages (conversation_id, source_key, message_id) VALUES (@conversationId, @key, @id)`);
    this.#insertExtra = db.command<{
      conversationId: string;
      key: string;
      place: number;
      messageId: string | null;
      content: string;
    }>(`
      INSERT OR IGNORE INTO import_extras (conversation_id, source_key, place, message_id, content)
      VALUES (@conversationId, @key, @place, @messageId, @content)`);
    this.#depth = db.query<{ id: string }, { depth: number }>('SELECT depth FROM messages WHERE id = @id');
    this.#setTip = db.command<{ id: string; from: string; to: string; updatedAt: number }>(`
      UPDATE conversations SET tip_id = @to, updated_at = max(updated_at, @updatedAt)
      WHERE id = @id AND tip_id = @from`);
    this.#setTitle = db.command<{ id: string; from: string; to: string }>(
      'UPDATE conversations SET title = @to WHERE id = @id AND title = @from',
    );
  }

  /** Whether all these messages of a source are here already. */
  holdsAll(source: string, key: string, messageKeys: readonly string[]): boolean {
    const known = this.#known(source, key);
    return known !== null && messageKeys.every((each) => known.keys.has(storedKey(each)));
  }

  /**
   * Writes a conversation, or adds to the one it already is what is new of it: below the messages that are there,
   * which stay as they are. The tip and the title follow only where the user has not moved or changed them.
   */
  write(conversation: PreparedConversation): WrittenConversation {
    return this.#db.transaction(() => {
      const known = this.#known(conversation.source, conversation.key);
      return known ? this.#grow(known, conversation) : this.#create(conversation);
    });
  }

  #known(source: string, sourceKey: string): Known | null {
    const origin = this.#origin.get({ source, sourceKey });
    if (!origin) return null;
    const { conversationId } = origin;
    const keys = new Map(this.#keys.all({ conversationId }).map(({ key, id }) => [key, id]));
    return { ...origin, keys };
  }

  #create(conversation: PreparedConversation): WrittenConversation {
    const { title, titleSource, createdAt, updatedAt } = conversation;
    const id = this.#environment.newId();
    const rootId = this.#environment.newId();
    // The tip of a new conversation is its root until the messages are there.
    this.#insertConversation.run({
      id,
      title,
      titleSource,
      agentId: firstAgentId,
      tipId: rootId,
      createdAt,
      updatedAt,
    });
    this.#insertMessage.run({
      id: rootId,
      conversationId: id,
      parentId: null,
      depth: 0,
      role: 'root',
      agentId: null,
      status: 'complete',
      model: null,
      createdAt,
      text: '',
      parts: '[]',
    });
    const keys = new Map([[storedKey(null), rootId]]);
    this.#insertKey.run({ conversationId: id, key: storedKey(null), id: rootId });
    const added = this.#addMessages(id, keys, conversation);
    this.#moveTip(id, rootId, keys, conversation);
    return { conversationId: id, kind: 'new', added };
  }

  #grow(known: Known, conversation: PreparedConversation): WrittenConversation {
    const { conversationId: id, keys } = known;
    const added = this.#addMessages(id, keys, conversation);
    if (added === 0) return { conversationId: id, kind: 'same', added };
    this.#setTitle.run({ id, from: known.title, to: conversation.title });
    this.#moveTip(id, known.tipId, keys, conversation);
    return { conversationId: id, kind: 'grown', added };
  }

  /** Adds to `keys` what it writes. Returns how many messages. */
  #addMessages(
    conversationId: string,
    keys: Map<string, string>,
    conversation: PreparedConversation,
  ): number {
    const depths = new Map<string, number>();
    const files: Attachment[] = [];
    let added = 0;
    for (const message of conversation.messages) {
      const key = storedKey(message.key);
      if (keys.has(key)) continue;
      const parentId = keys.get(storedKey(message.parentKey)) ?? '';
      const depth = (depths.get(parentId) ?? this.#depth.get({ id: parentId })?.depth ?? 0) + 1;
      const id = this.#environment.newId();
      const { role, status, model, createdAt, parts } = message;
      const agentId = role === 'agent' ? firstAgentId : null;
      const text = fold(plainText(parts));
      const row = { id, conversationId, parentId, depth, role, agentId, status, model, createdAt, text };
      this.#insertMessage.run({ ...row, parts: serialiseParts(parts) });
      this.#insertKey.run({ conversationId, key, id });
      keys.set(key, id);
      depths.set(id, depth);
      files.push(...attachmentsOf(parts));
      added += 1;
    }
    if (added > 0) this.#keepExtras(conversationId, keys, conversation.extras);
    this.#uses.noteClaimed(conversationId, files);
    return added;
  }

  #keepExtras(
    conversationId: string,
    keys: ReadonlyMap<string, string>,
    extras: readonly ImportExtra[],
  ): void {
    const places = new Map<string, number>();
    for (const { key, messageKey, raw } of extras) {
      const place = places.get(key) ?? 0;
      places.set(key, place + 1);
      const messageId = messageKey === null ? null : (keys.get(storedKey(messageKey)) ?? null);
      this.#insertExtra.run({ conversationId, key, place, messageId, content: JSON.stringify(raw) });
    }
  }

  /** Puts the tip where the source has it, if it still stands at `from`, and notes where the import put it. */
  #moveTip(
    id: string,
    from: string,
    keys: ReadonlyMap<string, string>,
    conversation: PreparedConversation,
  ): void {
    const { source, key: sourceKey, importId, title, tipKey, messages, updatedAt } = conversation;
    const byKey = new Map(messages.map((message) => [message.key, message]));
    let key = tipKey;
    // The tip never stands on a failed answer.
    while (key !== null && byKey.get(key)?.status === 'failed') key = byKey.get(key)?.parentKey ?? null;
    const to = keys.get(storedKey(key)) ?? from;
    this.#setTip.run({ id, from, to, updatedAt });
    this.#insertOrigin.run({ source, sourceKey, conversationId: id, importId, title, tipId: to });
  }
}
