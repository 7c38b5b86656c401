import type { Agent } from '#contract';
import type { LostTranscriptRecord } from '#core/export/bough-format.ts';
import {
  type AttachmentRecord,
  attachmentHalves,
  type BoughConversation,
  type BoughExtra,
  type BoughMessage,
  type BoughRecord,
  boughVersion,
  countRecord,
  emptyCounts,
  recordText,
} from '#core/export/bough-format.ts';
import type { Transcript } from '#core/transcript/types.ts';
import type { Output } from './output.ts';

/** What Bough's own format needs of a workspace, piece by piece. */
export interface BoughSource {
  agents(): Agent[];
  conversation(id: string): BoughConversation;
  /** Every agent that the conversation, its messages or its transcripts name. */
  agentIds(conversationId: string): Iterable<string>;
  /** Of all branches, in the order in which they were made, some at a time. */
  messages(conversationId: string): AsyncIterable<BoughMessage[]>;
  /** What was brought in with the conversation and is no message. */
  extras(conversationId: string): Iterable<BoughExtra>;
  /** Of all agents that have one. */
  transcripts(conversationId: string): AsyncIterable<BoughTranscript>;
  /** What is known of a file; `whole` tells whether its bytes can still be read. */
  attachment(hash: string): Promise<{ attachment: AttachmentRecord['attachment']; whole: boolean }>;
  /** The bytes, piece by piece. */
  bytes(hash: string): AsyncIterable<Uint8Array>;
}

export interface BoughJob {
  source: BoughSource;
  conversationIds: readonly string[];
  app: string;
  /** Milliseconds since the epoch. */
  exportedAt: number;
  attachments: 'inline' | 'beside';
  out: Output;
  /** Called after some messages were written, and after a conversation. */
  onMessages?(count: number): void;
  onConversation?(): void;
}

/**
 * Writes conversations in Bough's own format, never holding more than one of its records, a few messages and one
 * transcript.
 */
export async function writeBough(job: BoughJob): Promise<BoughResult> {
  const writer = new BoughWriter(job);
  await writer.begin();
  for (const id of job.conversationIds) await writer.conversation(id);
  return writer.end();
}

export interface BoughResult {
  /** Hashes of the attachments that belong beside the records; empty where they are in them. */
  beside: string[];
  /** Attachments that the workspace had lost. */
  missing: number;
}

class BoughWriter {
  readonly #job: BoughJob;
  readonly #counts = emptyCounts();
  readonly #attachments = new Set<string>();
  readonly #beside: string[] = [];
  #missing = 0;

  constructor(job: BoughJob) {
    this.#job = job;
  }

  async begin(): Promise<void> {
    const { source, app, exportedAt, attachments, conversationIds } = this.#job;
    await this.#write({ type: 'bough', version: boughVersion, app, exportedAt, attachments });
    const named = new Set<string>();
    for (const id of conversationIds) {
      for (const agentId of source.agentIds(id)) named.add(agentId);
    }
    for (const agent of source.agents()) if (named.has(agent.id)) await this.#write({ type: 'agent', agent });
  }

  async conversation(id: string): Promise<void> {
    const { source, onMessages, onConversation } = this.#job;
    const conversation = source.conversation(id);
    await this.#attachmentsOf(id);
    await this.#write({ type: 'conversation', conversation });
    for await (const messages of source.messages(id)) {
      for (const message of messages) await this.#write({ type: 'message', message });
      onMessages?.(messages.length);
    }
    for (const extra of source.extras(id)) await this.#write({ type: 'extra', extra });
    for await (const transcript of source.transcripts(id)) await this.#transcript(transcript);
    onConversation?.();
  }

  async end(): Promise<BoughResult> {
    await this.#write(this.#counts);
    return { beside: this.#beside, missing: this.#missing };
  }

  async #transcript(found: BoughTranscript): Promise<void> {
    const { agentId } = found;
    if ('reason' in found) {
      await this.#write({ type: 'lostTranscript', agentId, reason: found.reason });
      return;
    }
    const { version, checkpoints, turns, passes } = found.transcript;
    await this.#write({ type: 'transcript', version, agentId, checkpoints });
    for (const turn of turns) await this.#write({ type: 'turn', turn });
    for (const pass of passes) await this.#write({ type: 'pass', pass });
  }

  /** Before the conversation, so that whoever reads has the files when it meets the messages. */
  async #attachmentsOf(id: string): Promise<void> {
    const { source } = this.#job;
    const hashes = new Set<string>();
    for await (const messages of source.messages(id)) {
      for (const part of messages.flatMap((message) => message.parts)) {
        if (part.type === 'attachment') hashes.add(part.attachment.hash);
      }
    }
    for await (const found of source.transcripts(id)) {
      if ('transcript' in found) for (const hash of hashesSeen(found.transcript)) hashes.add(hash);
    }
    for (const hash of hashes) {
      if (this.#attachments.has(hash)) continue;
      this.#attachments.add(hash);
      await this.#attachment(hash);
    }
  }

  async #attachment(hash: string): Promise<void> {
    const { source, attachments, out } = this.#job;
    const { attachment, whole } = await source.attachment(hash);
    if (!whole) this.#missing += 1;
    if (!whole || attachments === 'beside') {
      if (whole) this.#beside.push(hash);
      await this.#write({ type: 'attachment', attachment, data: null, missing: !whole });
      return;
    }
    const [before, after] = attachmentHalves(attachment);
    countRecord(this.#counts, 'attachment');
    await out.write(before);
    for await (const text of base64Of(source.bytes(hash))) await out.write(text);
    await out.write(after);
  }

  async #write(record: BoughRecord): Promise<void> {
    countRecord(this.#counts, record.type);
    await this.#job.out.write(recordText(record));
  }
}

/** Base64 of bytes that come in pieces of any length: three of them make four characters. */
async function* base64Of(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest: Uint8Array = new Uint8Array();
  for await (const piece of pieces) {
    const all = Buffer.concat([rest, piece]);
    const whole = all.length - (all.length % 3);
    yield all.toString('base64', 0, whole);
    rest = all.subarray(whole);
  }
  yield Buffer.from(rest).toString('base64');
}

/** A transcript of a conversation, or why it is not there any more. */
export type BoughTranscript =
  | { agentId: string; transcript: Transcript }
  | { agentId: string; reason: LostTranscriptRecord['reason'] };

function hashesSeen({ turns }: Transcript): string[] {
  return turns
    .flatMap((turn) => [
      ...turn.user,
      ...turn.steps.flatMap(({ results }) => results.flatMap((r) => r.parts)),
    ])
    .flatMap((part) => (part.type === 'attachment' ? [part.attachment.hash] : []));
}
