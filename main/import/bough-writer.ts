import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Agent, Attachment } from '#contract';
import type { Environment } from '#core/environment.ts';
import type { BoughConversation, BoughExtra, BoughMessage } from '#core/export/bough-format.ts';
import type { Transcript } from '#core/transcript/types.ts';
import { plainText } from '#core/tree/text.ts';
import { writeDurably } from '../storage/durable-file.ts';
import { guardedFiles } from '../storage/failures.ts';
import { fold } from '../storage/fold.ts';
import type { Writable } from '../storage/handle.ts';
import { storedKey } from '../storage/import-keys.ts';
import { serialiseParts } from '../storage/message-rows.ts';
import { serialiseTranscript, sha256, transcriptFileName } from '../storage/transcript-file.ts';
import { hashesIn } from '../storage/transcripts.ts';
import { AttachmentUses, attachmentsOf } from '../storage/uses.ts';
import { refuseContradiction } from './bough-check.ts';
import { boughStatements } from './bough-statements.ts';
import type { MergeTranscript } from './merge-transcript.ts';

export interface BoughWriterOptions {
  db: Writable;
  /** Folder of the transcripts. */
  transcripts: string;
  /** For a conversation that is here: its transcripts have one owner, who may be writing to them. */
  merge: MergeTranscript;
  environment: Environment;
}

/** One conversation of a Bough JSON file, whole. */
export interface StagedConversation {
  conversation: BoughConversation;
  messages: BoughMessage[];
  extras: BoughExtra[];
  transcripts: Transcript[];
}

interface WrittenTranscript {
  agentId: string;
  file: string;
  hash: string;
}

/** Writes conversations of Bough's own format under their own ids, each whole or not at all. */
export class BoughWriter {
  readonly #options: BoughWriterOptions;
  readonly #uses: AttachmentUses;
  readonly #sql;

  constructor(options: BoughWriterOptions) {
    this.#options = options;
    this.#uses = new AttachmentUses(options.db);
    this.#sql = boughStatements(options.db);
  }

  /** Makes an agent that is not here yet; its name is numbered where another one has it. */
  ensureAgent(agent: Agent): void {
    const { db, environment } = this.#options;
    db.transaction(() => {
      if (this.#sql.agent.get({ id: agent.id })) return;
      let name = agent.name;
      for (let n = 2; this.#sql.agentNamed.get({ name }); n += 1) name = `${agent.name} ${n}`;
      const { id, colour, systemPrompt, archivedAt } = agent;
      this.#sql.insertAgent.run({
        id,
        name,
        colour,
        systemPrompt,
        tools: JSON.stringify(agent.tools),
        reader: agent.reader && JSON.stringify(agent.reader),
        archivedAt,
        now: environment.now(),
      });
    });
  }

  /** Registers a file that the writing workspace had lost: messages that name it stay as they are. */
  noteMissing(attachment: Omit<Attachment, 'name'>): void {
    const { hash, mime, kind, bytes, width, height } = attachment;
    const size = { width: width ?? null, height: height ?? null };
    this.#sql.insertAttachment.run({
      hash,
      mime,
      kind,
      bytes,
      ...size,
      now: this.#options.environment.now(),
    });
  }

  /**
   * Writes a conversation, or adds what is new to the one that is here. Throws `bad_request` for one that contradicts
   * itself or what is here, and what storing throws.
   */
  async write(
    staged: StagedConversation,
    importId: string,
  ): Promise<{ kind: 'new' | 'grown' | 'same'; added: number }> {
    const { db } = this.#options;
    const { id } = staged.conversation;
    refuseContradiction(staged, {
      conversationOf: (messageId) => this.#sql.message.get({ id: messageId })?.conversationId,
      hasAgent: (agentId) => this.#sql.agent.get({ id: agentId }) !== undefined,
    });
    if (this.#sql.conversation.get({ id })) return this.#grow(staged);
    // The files first: a crash in between leaves files that nothing names, never a name without its file.
    const written: WrittenTranscript[] = [];
    try {
      for await (const each of this.#writeTranscripts(staged.transcripts)) written.push(each);
      return db.transaction(() => {
        this.#addConversation(staged.conversation);
        const added = this.#addMessages(staged);
        this.#finish(staged, written, importId);
        return { kind: 'new', added };
      });
    } catch (thrown) {
      for (const { file } of written) await rm(file, { force: true });
      throw thrown;
    }
  }

  /** Links forks to origins that came after them in the file. */
  linkFork(conversationId: string, originId: string): void {
    this.#sql.linkFork.run({ id: conversationId, originId });
  }

  /**
   * Adds what is new to a conversation that is here. The transcripts first: a turn without its message stands on no
   * branch, a message without its turn would be sent as plain text. The tip goes on only where it stood at an end, and
   * the file's is below it: where somebody put it elsewhere it stays.
   */
  async #grow(staged: StagedConversation): Promise<{ kind: 'grown' | 'same'; added: number }> {
    const { conversation, messages, extras, transcripts } = staged;
    const { id, updatedAt } = conversation;
    const isNew = ({ id: messageId }: BoughMessage): boolean => !this.#sql.message.get({ id: messageId });
    const coming = new Set(messages.filter(isNew).map((message) => message.id));
    for (const transcript of transcripts) await this.#options.merge(transcript, coming);
    const added = this.#options.db.transaction(() => {
      const before = this.#sql.conversation.get({ id });
      const stoodAtEnd = before && !this.#sql.hasChild.get({ id: before.tipId });
      const count = this.#addMessages(staged);
      if (count === 0 || !before) return count;
      this.#addExtras(id, extras);
      for (const { messageId, name } of conversation.branchNames) {
        if (coming.has(messageId)) this.#sql.insertName.run({ id, messageId, name });
      }
      if (before.titleSource === 'auto' && conversation.titleSource === 'user')
        this.#sql.setTitle.run({ id, title: conversation.title });
      const tipId = stoodAtEnd && leadsTo(before.tipId, staged) ? conversation.tipId : before.tipId;
      this.#sql.setTip.run({ id, tipId, updatedAt });
      return count;
    });
    return { kind: added > 0 ? 'grown' : 'same', added };
  }

  async *#writeTranscripts(transcripts: readonly Transcript[]): AsyncGenerator<WrittenTranscript> {
    const { environment } = this.#options;
    for (const transcript of transcripts) {
      const file = join(this.#options.transcripts, transcriptFileName(transcript));
      const bytes = serialiseTranscript(transcript);
      await guardedFiles(() => writeDurably(file, bytes, environment.newId()));
      yield { agentId: transcript.agentId, file, hash: sha256(bytes) };
    }
  }

  #addConversation(conversation: BoughConversation): void {
    const { id, title, titleSource, agentId, reader, rootId, createdAt, updatedAt, trashedAt } = conversation;
    this.#sql.insertConversation.run({
      id,
      title,
      titleSource,
      agentId,
      reader: reader && JSON.stringify(reader),
      rootId,
      createdAt,
      updatedAt,
      trashedAt,
    });
    this.#sql.insertRoot.run({ id, rootId, createdAt });
  }

  #addMessages({ conversation, messages }: StagedConversation): number {
    const { id: conversationId } = conversation;
    const files: Attachment[] = [];
    const depths = new Map<string, number>();
    let added = 0;
    for (const message of messages) {
      if (depths.has(message.id) || this.#sql.message.get({ id: message.id })) continue;
      const { usage, parts, cutOff, sourceKey: _, ...row } = message;
      const { parentId } = message;
      const above = depths.get(parentId) ?? this.#sql.message.get({ id: parentId })?.depth ?? 0;
      this.#sql.insertMessage.run({
        ...row,
        conversationId,
        depth: above + 1,
        usage: usage && JSON.stringify(usage),
        cutOff: cutOff ? 1 : 0,
        text: fold(plainText(parts)),
        parts: serialiseParts(parts),
      });
      depths.set(message.id, above + 1);
      files.push(...attachmentsOf(parts));
      added += 1;
    }
    this.#uses.noteClaimed(conversationId, files);
    return added;
  }

  #addExtras(id: string, extras: readonly BoughExtra[]): void {
    for (const { content, ...extra } of extras)
      this.#sql.insertExtra.run({ id, ...extra, content: JSON.stringify(content) });
  }

  #finish(staged: StagedConversation, written: readonly WrittenTranscript[], importId: string): void {
    const { conversation, transcripts, extras } = staged;
    const { id, rootId, tipId, updatedAt, origin, branchNames } = conversation;
    const now = this.#options.environment.now();
    if (tipId !== rootId) this.#sql.setTip.run({ id, tipId, updatedAt });
    for (const { agentId, hash } of written) this.#sql.insertTranscript.run({ id, agentId, hash, now });
    for (const transcript of transcripts) this.#uses.note(id, hashesIn(transcript));
    for (const { messageId, name } of branchNames) this.#sql.insertName.run({ id, messageId, name });
    if (origin) {
      const { conversationId: originId, messageId, copied, createdAt } = origin;
      this.#sql.insertFork.run({ id, originId, messageId, copied, createdAt });
    }
    this.#addExtras(id, extras);
    this.#noteOrigin(staged, importId);
  }

  /** As a conversation of the program that it comes from, so that it is known when it comes from there again. */
  #noteOrigin({ conversation, messages }: StagedConversation, importId: string): void {
    const { id, rootId, title, tipId, imported } = conversation;
    const isFree = imported && !this.#sql.origin.get({ source: imported.source, key: imported.key });
    if (!isFree) {
      this.#sql.insertOrigin.run({ source: 'bough', key: id, id, importId, title, tipId });
      return;
    }
    this.#sql.insertOrigin.run({ ...imported, id, importId });
    this.#sql.insertKey.run({ id, key: storedKey(null), messageId: rootId });
    for (const { id: messageId, sourceKey } of messages) {
      if (sourceKey !== undefined) this.#sql.insertKey.run({ id, key: storedKey(sourceKey), messageId });
    }
  }
}

/** Whether the file's tip is on a branch that goes on from this message. */
function leadsTo(from: string, { conversation, messages }: StagedConversation): boolean {
  const parents = new Map(messages.map(({ id, parentId }) => [id, parentId]));
  let at: string | undefined = conversation.tipId;
  for (let steps = 0; at !== undefined && at !== from && steps <= messages.length; steps += 1)
    at = parents.get(at);
  return at === from;
}
