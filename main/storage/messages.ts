import type { Ahead, Message, MessageUsage, Part, PathPage, TipMove, TreeSkeleton } from '#contract';
import type { Environment } from '#core/environment.ts';
import { BoughError } from '#core/errors.ts';
import { plainText } from '#core/tree/text.ts';
import { canHoldTip } from '#core/tree/tip.ts';
import type { PathNode } from '#core/tree/types.ts';
import type { FaultPoints } from './faults.ts';
import { fold } from './fold.ts';
import type { Writable } from './handle.ts';
import { MessageReader } from './message-reader.ts';
import { serialiseParts } from './message-rows.ts';
import { SkeletonReader } from './skeleton.ts';
import { AttachmentUses, attachmentsOf } from './uses.ts';
import type { ViewMemory } from './view-memory.ts';

export interface NewUserMessage {
  conversationId: string;
  parentId: string;
  parts: Part[];
  /** What search finds it by. Default: its text parts. */
  text?: string;
}

export interface NewAgentMessage {
  conversationId: string;
  parentId: string;
  agentId: string;
  /** `route/model` as it is asked. */
  model: string;
}

export interface WrittenAgentMessage {
  conversationId: string;
  parentId: string;
  agentId: string;
  model: string | null;
  parts: Part[];
  text?: string;
}

export interface Finalisation {
  status: 'complete' | 'interrupted' | 'failed';
  parts: Part[];
  /** Of an interrupted answer: the app closed. */
  cutOff?: boolean;
  usage: MessageUsage | null;
  /** SHA-256 of the transcript file that holds this turn. */
  transcriptHash?: string;
  /** [T9] The agent goes back to a message: what it learned is said after it, and the tip goes there. */
  goBack?: { toId: string; digest: string };
  /** Move the tip to this message if it is still this one. Never moved for a failed message. */
  moveTipFrom?: string;
}

export interface PageRequest {
  conversationId: string;
  until?: string;
  skip?: number;
  limit?: number;
}

export interface MessageStoreOptions {
  db: Writable;
  environment: Environment;
  memory: ViewMemory;
  faults: FaultPoints;
}

type Insertion = {
  id: string;
  conversationId: string;
  parentId: string;
  depth: number;
  role: 'user' | 'agent';
  agentId: string | null;
  status: 'streaming' | 'complete';
  model: string | null;
  createdAt: number;
  text: string;
  parts: string;
};

/** The messages of all conversations: written once, finalised once, never changed after that [B3]. */
export class MessageStore {
  readonly #options: MessageStoreOptions;
  readonly #reader: MessageReader;
  readonly #uses: AttachmentUses;
  readonly #insert;
  readonly #journal;
  readonly #finalise;
  readonly #recordTranscript;
  readonly #moveTip;
  readonly #touch;
  readonly #skeletons: SkeletonReader;

  constructor(options: MessageStoreOptions) {
    const { db } = options;
    this.#options = options;
    this.#reader = new MessageReader(db);
    this.#uses = new AttachmentUses(db);
    this.#insert = db.command<Insertion>(`
      INSERT INTO messages
        (id, conversation_id, parent_id, depth, role, agent_id, status, model, created_at, text, parts)
      VALUES
        (@id, @conversationId, @parentId, @depth, @role, @agentId, @status, @model, @createdAt, @text, @parts)`);
    this.#journal = db.command<{ id: string; parts: string }>(
      "UPDATE messages SET parts = @parts WHERE id = @id AND status = 'streaming'",
    );
    this.#finalise = db.command<{
      id: string;
      status: string;
      parts: string;
      text: string;
      usage: string | null;
      cutOff: number;
    }>(`
      UPDATE messages SET status = @status, parts = @parts, text = @text, usage = @usage, cut_off = @cutOff
      WHERE id = @id AND status = 'streaming'`);
    this.#recordTranscript = db.command<{
      conversationId: string;
      agentId: string;
      hash: string;
      now: number;
    }>(`
      INSERT INTO transcripts (conversation_id, agent_id, hash, saved_at)
      VALUES (@conversationId, @agentId, @hash, @now)
      ON CONFLICT DO UPDATE
        SET hash = excluded.hash, saved_at = excluded.saved_at, set_aside_reason = NULL, set_aside_as = NULL`);
    this.#moveTip = db.command<{ id: string; tipId: string; now: number }>(
      'UPDATE conversations SET tip_id = @tipId, updated_at = @now WHERE id = @id',
    );
    this.#touch = db.command<{ id: string; now: number }>(
      'UPDATE conversations SET updated_at = @now WHERE id = @id',
    );
    this.#skeletons = new SkeletonReader(db);
  }

  /** Complete at once: inserts it and moves the tip onto it, in one transaction. Throws `not_found`, `busy`. */
  appendUser(message: NewUserMessage): Message {
    const { parts, text } = message;
    const id = this.#append(
      { ...message, role: 'user', agentId: null, model: null, status: 'complete', parts, text },
      () => this.#options.faults('user-message:in-transaction'),
    );
    this.#options.faults('user-message:committed');
    return this.get(id);
  }

  /** Inserts a streaming row; does not move the tip. */
  startAgent(message: NewAgentMessage): Message {
    return this.get(this.#append({ ...message, role: 'agent', status: 'streaming', parts: [] }));
  }

  /** A complete agent message that the user wrote (an edit); moves the tip. */
  appendAgent(message: WrittenAgentMessage): Message {
    return this.get(this.#append({ ...message, role: 'agent', status: 'complete' }));
  }

  /** Keeps what was streamed so far. Throws `internal` when the message is already final. */
  journal(id: string, parts: Part[]): void {
    if (this.#journal.run({ id, parts: serialiseParts(parts) }) !== 1) throw alreadyFinal(id);
    this.#options.faults('journal:committed');
  }

  /**
   * Ends a streaming message, in one transaction with the tip and the transcript's hash. Throws `internal` when it
   * is already final.
   */
  finalise(id: string, end: Finalisation): Message {
    const { db, faults, memory } = this.#options;
    const moved = db.transaction(() => {
      const node = this.#reader.node(id);
      const conversationId = this.#reader.conversationOf(id);
      const text = fold(plainText(end.parts));
      const usage = end.usage && JSON.stringify(end.usage);
      const parts = serialiseParts(end.parts);
      const cutOff = end.cutOff ? 1 : 0;
      if (this.#finalise.run({ id, status: end.status, parts, text, usage, cutOff }) !== 1)
        throw alreadyFinal(id);
      this.#uses.note(
        conversationId,
        attachmentsOf(end.parts).map(({ hash }) => hash),
      );
      const now = this.#options.environment.now();
      if (end.transcriptHash !== undefined && node.agentId !== null) {
        const record = { conversationId, agentId: node.agentId, hash: end.transcriptHash, now };
        this.#recordTranscript.run(record);
      }
      const newest = end.goBack ? this.#appendDigest(id, end.goBack, now) : id;
      const from = this.#reader.tip(conversationId).tipId;
      const moves = end.status !== 'failed' && from === end.moveTipFrom;
      if (moves) this.#moveTip.run({ id: conversationId, tipId: newest, now });
      else this.#touch.run({ id: conversationId, now });
      faults('finalise:in-transaction');
      return moves && from !== node.parentId ? { conversationId, from } : null;
    });
    faults('finalise:committed');
    if (moved) memory.noteLeft(moved.conversationId, moved.from);
    return this.get(id);
  }

  /** Throws `not_found`. */
  get(id: string): Message {
    return this.#reader.message(id);
  }

  /** The root can be asked for too. Throws `not_found`. */
  node(id: string): PathNode {
    return this.#reader.node(id);
  }

  parts(id: string): Part[] {
    return this.#reader.parts(id);
  }

  /** Reads as many rows as it returns messages, and their siblings' ids: the length of the path does not matter. */
  page(request: PageRequest): PathPage {
    const { conversationId } = request;
    const { tipId, pathLength } = this.#reader.tip(conversationId);
    const until = request.until ?? tipId;
    if (until !== tipId) this.#reader.nodeIn(conversationId, until);
    const messages = this.#reader.path(conversationId, until, request.skip ?? 0, request.limit ?? 40);
    const below = this.#reader.unfinishedBelow(tipId, this.#options.memory.shownBelow(tipId));
    return { messages, tipId, pathLength, below };
  }

  /** Root to leaf. With `limit`, only the newest. */
  pathIds(until: string, limit?: number): PathNode[] {
    return this.#reader.pathNodes(until, limit);
  }

  /** In reading order, the root left out. With `maxMessages`, only the newest. */
  pathMessages(until: string, options: { maxMessages?: number } = {}): Message[] {
    const { depth } = this.#reader.node(until);
    const conversationId = this.#reader.conversationOf(until);
    return this.#reader.path(conversationId, until, 0, options.maxMessages ?? depth + 1);
  }

  /** In the order they were made. */
  children(id: string): PathNode[] {
    return this.#reader.children(id);
  }

  /** [B2] One row. Throws `not_found`, and `bad_request` for a message on which the tip cannot stand. */
  moveTip(conversationId: string, messageId: string): TipMove {
    const { db, environment, memory } = this.#options;
    const move = db.transaction((): TipMove => {
      const { tipId: previousTipId } = this.#reader.tip(conversationId);
      const node = this.#reader.nodeIn(conversationId, messageId);
      if (!canHoldTip(node)) {
        throw new BoughError('bad_request', `The tip cannot stand on a ${node.status} message`);
      }
      if (messageId !== previousTipId) {
        this.#moveTip.run({ id: conversationId, tipId: messageId, now: environment.now() });
      }
      return { tipId: messageId, previousTipId, pathLength: node.depth };
    });
    if (move.tipId !== move.previousTipId) memory.noteLeft(conversationId, move.previousTipId);
    return move;
  }

  /**
   * [B9] Goes to the leaf last used below a sibling, or to the newest one there. A failed or streaming answer is
   * shown below its question, where the tip then stands. Throws `not_found`, `bad_request`.
   */
  switchSibling(conversationId: string, fromId: string, toId: string): TipMove {
    const from = this.#reader.nodeIn(conversationId, fromId);
    const to = this.#reader.nodeIn(conversationId, toId);
    if (to.parentId === null || from.parentId !== to.parentId) {
      throw new BoughError('bad_request', 'The two messages are not siblings');
    }
    const { memory } = this.#options;
    if (canHoldTip(to)) {
      const { tipId } = this.#reader.tip(conversationId);
      return this.moveTip(conversationId, memory.leafBelow(conversationId, toId, tipId) ?? toId);
    }
    memory.noteShown(to.parentId, toId);
    return this.moveTip(conversationId, to.parentId);
  }

  /** What follows a message, up to the tip last used there; null where nothing does. Throws `not_found`. */
  ahead(conversationId: string, messageId: string): Ahead | null {
    const { depth } = this.#reader.nodeIn(conversationId, messageId);
    const { tipId } = this.#reader.tip(conversationId);
    const leafId = this.#options.memory.leafBelow(conversationId, messageId, tipId, { itself: false });
    return leafId === undefined ? null : { leafId, messages: this.#reader.node(leafId).depth - depth };
  }

  skeleton(conversationId: string): TreeSkeleton {
    const { tipId } = this.#reader.tip(conversationId);
    return this.#skeletons.read(conversationId, tipId);
  }

  /** Answers that a crash left unfinished; empty after start-up repair. */
  streaming(): Message[] {
    return this.#reader.streaming();
  }

  /** Says what an agent learned on a branch that it leaves, after the message that it goes back to. */
  #appendDigest(
    agentMessageId: string,
    { toId, digest }: { toId: string; digest: string },
    now: number,
  ): string {
    const { conversationId, agentId, model } = this.#reader.message(agentMessageId);
    const parent = this.#reader.nodeIn(conversationId, toId);
    const id = this.#options.environment.newId();
    this.#insert.run({
      id,
      conversationId,
      parentId: toId,
      depth: parent.depth + 1,
      role: 'agent',
      agentId,
      status: 'complete',
      model,
      createdAt: now,
      text: fold(digest),
      parts: serialiseParts([{ type: 'text', text: digest }]),
    });
    return id;
  }

  /** Inserts; a complete message takes the tip. Returns its id. */
  #append(
    message: Omit<Insertion, 'id' | 'depth' | 'createdAt' | 'parts' | 'text'> & {
      parts: Part[];
      text?: string | undefined;
    },
    beforeCommit: () => void = () => {},
  ): string {
    const { db, environment, memory } = this.#options;
    const { conversationId, parentId, role, agentId, status, model, parts } = message;
    const id = environment.newId();
    const now = environment.now();
    const from = db.transaction(() => {
      const { tipId } = this.#reader.tip(conversationId);
      const parent = this.#reader.nodeIn(conversationId, parentId);
      if (parent.status === 'streaming') throw new BoughError('busy', 'The answer is still being written');
      if (parent.status === 'failed')
        throw new BoughError('bad_request', 'Nothing continues a failed answer');
      const text = fold(message.text ?? plainText(parts));
      const place = { id, conversationId, parentId, depth: parent.depth + 1, createdAt: now };
      this.#insert.run({ ...place, role, agentId, status, model, parts: serialiseParts(parts), text });
      this.#uses.noteClaimed(conversationId, attachmentsOf(parts));
      if (status === 'complete') this.#moveTip.run({ id: conversationId, tipId: id, now });
      else this.#touch.run({ id: conversationId, now });
      beforeCommit();
      return tipId;
    });
    if (status === 'complete' && from !== parentId) memory.noteLeft(conversationId, from);
    return id;
  }
}

function alreadyFinal(id: string): BoughError {
  return new BoughError('internal', `Message ${id} is not streaming`);
}
