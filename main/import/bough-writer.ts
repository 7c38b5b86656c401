import { join } from 'node:path';
import type { Agent, Attachment } from '#contract';
import type { Environment } from '#core/environment.ts';
import { BoughError } from '#core/errors.ts';
import type { BoughConversation, BoughMessage } from '#core/export/bough-format.ts';
import type { Transcript } from '#core/transcript/types.ts';
import { plainText } from '#core/tree/text.ts';
import { writeDurably } from '../storage/durable-file.ts';
import { guardedFiles } from '../storage/failures.ts';
import { fold } from '../storage/fold.ts';
import type { Writable } from '../storage/handle.ts';
import { serialiseParts } from '../storage/message-rows.ts';
import { serialiseTranscript, sha256, transcriptFileName } from '../storage/transcript-file.ts';
import { AttachmentUses, attachmentsOf } from '../storage/uses.ts';

import { boughStatements } from './bough-statements.ts';

export interface BoughWriterOptions {
  db: Writable;
  /** Folder of the transcripts. */
  transcripts: string;
  environment: Environment;
}

/** One conversation of a Bough JSON file, whole. */
export interface StagedConversation {
  conversation: BoughConversation;
  messages: BoughMessage[];
  transcripts: Transcript[];
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
   * Writes a conversation, or adds the messages that are new to the one that is here. Throws `bad_request` for one that
   * contradicts itself or what is here, and what storing throws.
   */
  async write(
    staged: StagedConversation,
    importId: string,
  ): Promise<{ kind: 'new' | 'grown' | 'same'; added: number }> {
    const { db } = this.#options;
    const { id } = staged.conversation;
    if (this.#sql.conversation.get({ id })) {
      const added = db.transaction(() => this.#addMessages(staged));
      return { kind: added > 0 ? 'grown' : 'same', added };
    }
    // The files first: a crash in between leaves files that nothing names, never a name without its file.
    const hashes = await this.#writeTranscripts(staged.transcripts);
    return db.transaction(() => {
      this.#addConversation(staged.conversation);
      const added = this.#addMessages(staged);
      this.#finish(staged, hashes, importId);
      return { kind: 'new', added };
    });
  }

  /** Links forks to origins that came after them in the file. */
  linkFork(conversationId: string, originId: string): void {
    this.#sql.linkFork.run({ id: conversationId, originId });
  }

  async #writeTranscripts(transcripts: readonly Transcript[]): Promise<{ agentId: string; hash: string }[]> {
    const { environment } = this.#options;
    const written: { agentId: string; hash: string }[] = [];
    for (const transcript of transcripts) {
      const bytes = serialiseTranscript(transcript);
      const file = join(this.#options.transcripts, transcriptFileName(transcript));
      await guardedFiles(() => writeDurably(file, bytes, environment.newId()));
      written.push({ agentId: transcript.agentId, hash: sha256(bytes) });
    }
    return written;
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
    const files: Attachment[] = [];
    let added = 0;
    for (const message of messages) {
      const known = this.#sql.message.get({ id: message.id });
      if (known && known.conversationId !== conversation.id) {
        throw new BoughError('bad_request', 'A message is in another conversation already', {
          detail: message.id,
        });
      }
      if (known) continue;
      const parent = this.#sql.message.get({ id: message.parentId });
      if (parent?.conversationId !== conversation.id) {
        throw new BoughError('bad_request', 'A message continues from none of its conversation', {
          detail: message.id,
        });
      }
      const { usage, parts, ...row } = message;
      this.#sql.insertMessage.run({
        ...row,
        conversationId: conversation.id,
        depth: parent.depth + 1,
        usage: usage && JSON.stringify(usage),
        text: fold(plainText(parts)),
        parts: serialiseParts(parts),
      });
      files.push(...attachmentsOf(parts));
      added += 1;
    }
    this.#uses.noteClaimed(conversation.id, files);
    return added;
  }

  #finish(
    { conversation, transcripts }: StagedConversation,
    hashes: readonly { agentId: string; hash: string }[],
    importId: string,
  ): void {
    const { id, rootId, tipId, updatedAt, origin, branchNames, title } = conversation;
    const now = this.#options.environment.now();
    if (tipId !== rootId) this.#sql.setTip.run({ id, tipId, updatedAt });
    for (const { agentId, hash } of hashes) this.#sql.insertTranscript.run({ id, agentId, hash, now });
    for (const transcript of transcripts) this.#uses.note(id, hashesIn(transcript));
    for (const { messageId, name } of branchNames) this.#sql.insertName.run({ id, messageId, name });
    if (origin) {
      const { conversationId: originId, messageId, copied, createdAt } = origin;
      this.#sql.insertFork.run({ id, originId, messageId, copied, createdAt });
    }
    this.#sql.insertOrigin.run({ id, importId, title, tipId });
  }
}

function hashesIn(transcript: Transcript): string[] {
  return transcript.turns
    .flatMap((turn) => [turn.user, ...turn.steps.flatMap(({ results }) => results.map(({ parts }) => parts))])
    .flat()
    .flatMap((part) => (part.type === 'attachment' ? [part.attachment.hash] : []));
}
