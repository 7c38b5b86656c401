import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '#core/environment.ts';
import { BoughError } from '#core/errors.ts';
import type { Log } from '#core/log.ts';
import type { Transcript } from '#core/transcript/types.ts';
import { weightOf } from '../weight.ts';
import { renameStubbornly, syncFolder, type WriteMoment, writeDurably } from './durable-file.ts';
import { guardedFiles } from './failures.ts';
import type { FaultPoints } from './faults.ts';
import type { Writable } from './handle.ts';
import { KeyedQueue } from './queue.ts';
import type { TranscriptCodec } from './transcript-codec.ts';
import { emptyTranscript, type TranscriptKey, transcriptFileName } from './transcript-file.ts';
import { AttachmentUses } from './uses.ts';

export type LoadedTranscript =
  | { kind: 'loaded'; transcript: Transcript; hash: string }
  /** Never written. */
  | { kind: 'absent' }
  /** Set aside under a new name, now or in an earlier session, and not written again since [T7]. */
  | { kind: 'quarantined'; reason: 'unreadable' | 'newer'; setAsideAs: string }
  /** The database says that one was written, but the file is gone. */
  | { kind: 'missing' };

/** Transcripts that are kept in memory: the one in the window, and the one before. */
const mostKept = 2;

type Row = {
  hash: string | null;
  set_aside_reason: 'unreadable' | 'newer' | null;
  set_aside_as: string | null;
};
type RowKey = { conversationId: string; agentId: string };

export interface TranscriptStoreOptions {
  db: Writable;
  folder: string;
  codec: TranscriptCodec;
  environment: Environment;
  log: Log;
  faults: FaultPoints;
}

/** The transcript files: one for each conversation and agent [T1], read and written one after the other. */
export class TranscriptStore {
  readonly #options: TranscriptStoreOptions;
  readonly #uses: AttachmentUses;
  readonly #queue = new KeyedQueue();
  /** Names of the files whose content was read or written by this process: the only ones that may be replaced. */
  readonly #read = new Set<string>();
  /** By name, the one used last at the end; a file that is as it was then is not read again. */
  readonly #kept = new Map<string, { state: string; transcript: Transcript; hash: string }>();
  readonly #row;
  readonly #agents;
  readonly #adopt;
  readonly #setAside;

  constructor(options: TranscriptStoreOptions) {
    const { db } = options;
    this.#options = options;
    this.#uses = new AttachmentUses(db);
    this.#row = db.query<RowKey, Row>(`
      SELECT hash, set_aside_reason, set_aside_as FROM transcripts
      WHERE conversation_id = @conversationId AND agent_id = @agentId`);
    this.#agents = db.query<{ conversationId: string }, { agentId: string }>(`
      SELECT agent_id AS agentId FROM transcripts WHERE conversation_id = @conversationId ORDER BY agent_id`);
    this.#adopt = db.command<RowKey & { hash: string; now: number }>(`
      INSERT INTO transcripts (conversation_id, agent_id, hash, saved_at)
      VALUES (@conversationId, @agentId, @hash, @now)
      ON CONFLICT DO UPDATE SET hash = excluded.hash, set_aside_reason = NULL, set_aside_as = NULL`);
    this.#setAside = db.command<RowKey & { reason: string; name: string; now: number }>(`
      INSERT INTO transcripts (conversation_id, agent_id, saved_at, set_aside_reason, set_aside_as)
      VALUES (@conversationId, @agentId, @now, @reason, @name)
      ON CONFLICT DO UPDATE
        SET hash = NULL, set_aside_reason = excluded.set_aside_reason, set_aside_as = excluded.set_aside_as`);
  }

  /** Reads a transcript. One that cannot be understood is set aside, never taken for an empty one [T7]. */
  load(conversationId: string, agentId: string): Promise<LoadedTranscript> {
    const key = { conversationId, agentId };
    return this.#inTurn(key, (name) => this.#load(key, name));
  }

  /** The agents that have, or had, a transcript in a conversation. */
  agentsOf(conversationId: string): string[] {
    return this.#agents.all({ conversationId }).map((row) => row.agentId);
  }

  /**
   * Writes the transcript of a conversation that the database does not know yet. The transaction that makes the
   * conversation records the hash, and which attachments the file needs.
   */
  writeAhead(transcript: Transcript): Promise<{ hash: string }> {
    const { conversationId, agentId } = transcript;
    const { codec, folder, environment, faults } = this.#options;
    return this.#inTurn({ conversationId, agentId }, async (name) => {
      const { bytes, hash } = await codec.serialise(transcript, weightOf(transcript));
      const passed = (moment: WriteMoment) => faults(`fork-transcript:${moment}`);
      await writeDurably(join(folder, name), bytes, environment.newId(), passed);
      return { hash };
    });
  }

  /**
   * Replaces a transcript, atomically and durably [T3]. Throws `internal` for a file that this process has not
   * read: what was not read is never written over.
   */
  save(transcript: Transcript): Promise<{ hash: string }> {
    const { conversationId, agentId } = transcript;
    return this.#inTurn({ conversationId, agentId }, (name) => this.#save(transcript, name));
  }

  /**
   * Loads, changes and saves, with no other write of this file in between: for turns of two branches that end at
   * the same time [B11]. `change` gets an empty transcript where none could be loaded.
   */
  update(
    conversationId: string,
    agentId: string,
    change: (transcript: Transcript) => Transcript,
  ): Promise<{ transcript: Transcript; hash: string }> {
    const key = { conversationId, agentId };
    return this.#inTurn(key, (name) => this.#change(key, name, change));
  }

  /**
   * As `update`, between turns: no message is finalised with it, so the database learns of the file at once. A crash in
   * between leaves a whole file, which the next load takes over.
   */
  amend(
    conversationId: string,
    agentId: string,
    change: (transcript: Transcript) => Transcript,
  ): Promise<Transcript> {
    const key = { conversationId, agentId };
    return this.#inTurn(key, async (name) => {
      const { transcript, hash } = await this.#change(key, name, change);
      this.#adopt.run({ ...key, hash, now: this.#options.environment.now() });
      return transcript;
    });
  }

  /** Removes every file of these conversations, those set aside too. For what was emptied from the trash. */
  async remove(conversationIds: readonly string[]): Promise<void> {
    const { folder } = this.#options;
    const gone = new Set(conversationIds);
    await this.#queue.idle();
    await guardedFiles(async () => {
      for (const name of await readdir(folder)) {
        if (gone.has(name.split('.', 1)[0] ?? '')) await rm(join(folder, name), { force: true });
      }
      syncFolder(folder);
    });
  }

  /** Resolves when every write that was asked for has ended. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }

  #inTurn<T>(key: TranscriptKey, work: (name: string) => Promise<T>): Promise<T> {
    const name = transcriptFileName(key);
    return this.#queue.run(name, () => guardedFiles(() => work(name)));
  }

  async #change(key: TranscriptKey, name: string, change: (transcript: Transcript) => Transcript) {
    const loaded = await this.#load(key, name);
    const transcript = change(loaded.kind === 'loaded' ? loaded.transcript : emptyTranscript(key));
    return { transcript, ...(await this.#save(transcript, name)) };
  }

  async #load(key: TranscriptKey, name: string): Promise<LoadedTranscript> {
    const file = join(this.#options.folder, name);
    const state = await stateOf(file);
    const kept = this.#kept.get(name);
    const row = this.#row.get({ ...key });
    if (kept && kept.state === state && row?.hash === kept.hash) return { kind: 'loaded', ...kept };
    const bytes = await readIfThere(file);
    if (bytes === null) return withoutFile(row);
    const { parsed, hash } = await this.#options.codec.parse(bytes, key);
    if (parsed.kind !== 'valid') return this.#quarantine(key, name, parsed.kind, parsed.why);
    this.#read.add(name);
    this.#keep(name, { state, transcript: parsed.transcript, hash });
    if (row?.hash !== hash) {
      // A crash between the file and the database, or a restored file: whole either way, and aligned turn by turn.
      this.#options.log.warn('The transcript is not the one that was last committed', { name });
      this.#adopt.run({ ...key, hash, now: this.#options.environment.now() });
    }
    return { kind: 'loaded', transcript: parsed.transcript, hash };
  }

  async #save(transcript: Transcript, name: string): Promise<{ hash: string }> {
    const { folder, codec, environment, faults } = this.#options;
    const file = join(folder, name);
    const { bytes, hash } = await codec.serialise(transcript, weightOf(transcript));
    if (!this.#read.has(name) && (await readIfThere(file)) !== null) {
      throw new BoughError('internal', 'Refused to replace a transcript that was not read', { detail: name });
    }
    this.#uses.note(transcript.conversationId, hashesIn(transcript));
    await writeDurably(file, bytes, environment.newId(), (moment) => faults(`transcript:${moment}`));
    this.#read.add(name);
    this.#keep(name, { state: await stateOf(file), transcript, hash });
    return { hash };
  }

  #keep(name: string, kept: { state: string; transcript: Transcript; hash: string }): void {
    this.#kept.delete(name);
    this.#kept.set(name, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > mostKept && oldest !== undefined) this.#kept.delete(oldest);
  }

  async #quarantine(
    key: TranscriptKey,
    name: string,
    reason: 'unreadable' | 'newer',
    why: string,
  ): Promise<LoadedTranscript> {
    const { folder, environment, log } = this.#options;
    const now = environment.now();
    const stamp = new Date(now).toISOString().replaceAll(/[:.]/g, '-');
    // The fresh id makes the name new in the folder, so that nothing is ever written over.
    const setAsideAs = name.replace(/json$/, `${reason}-${stamp}-${environment.newId()}.json`);
    // The database first: after a crash in between the file is found again, and not taken for one that is missing.
    this.#setAside.run({ ...key, reason, name: setAsideAs, now });
    await renameStubbornly(join(folder, name), join(folder, setAsideAs));
    syncFolder(folder);
    this.#read.delete(name);
    log.warn('A transcript was set aside', { name, setAsideAs, why });
    return { kind: 'quarantined', reason, setAsideAs };
  }
}

function withoutFile(row: Row | undefined): LoadedTranscript {
  if (row?.set_aside_reason && row.set_aside_as !== null) {
    return { kind: 'quarantined', reason: row.set_aside_reason, setAsideAs: row.set_aside_as };
  }
  return row?.hash ? { kind: 'missing' } : { kind: 'absent' };
}

/** Tells whether a file is still the one that it was; empty where there is none. */
async function stateOf(file: string): Promise<string> {
  try {
    const { mtimeNs, size, ino } = await stat(file, { bigint: true });
    return `${mtimeNs} ${size} ${ino}`;
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return '';
    throw thrown;
  }
}

async function readIfThere(file: string): Promise<Uint8Array | null> {
  try {
    return await readFile(file);
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return null;
    throw thrown;
  }
}

/** The attachments that a transcript's turns need. */
export function hashesIn(transcript: Transcript): string[] {
  return transcript.turns
    .flatMap((turn) => [
      turn.user,
      ...turn.steps.flatMap((step) => step.results.map((result) => result.parts)),
    ])
    .flat()
    .flatMap((part) => (part.type === 'attachment' ? [part.attachment.hash] : []));
}
