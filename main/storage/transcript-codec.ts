import { Worker } from 'node:worker_threads';
import type { Schedule } from '#core/environment.ts';
import type { Log } from '#core/log.ts';
import type { Transcript } from '#core/transcript/types.ts';
import {
  type ParsedTranscript,
  parseTranscript,
  serialiseTranscript,
  sha256,
  type TranscriptKey,
} from './transcript-file.ts';

/** What is asked of the worker, and what it answers. */
export type CodecTask =
  | { kind: 'parse'; bytes: Uint8Array; key: TranscriptKey }
  | { kind: 'serialise'; transcript: Transcript };
export type CodecAnswer = { parsed: ParsedTranscript; hash: string } | { bytes: Uint8Array; hash: string };
export type CodecReply = { id: number; answer: CodecAnswer | null };

/** Files of fewer bytes are read and written in a few milliseconds. */
const large = 1024 * 1024;
/** Milliseconds without work after which the worker is let go. */
const idleTime = 60_000;

export interface CodecOptions {
  /** The worker's script; null: everything is done here. */
  workerFile: string | null;
  schedule: Schedule;
  log: Log;
}

/**
 * Turns transcripts into files and back, the large ones beside the main process: a long conversation is parsed, checked
 * and written out after every turn, and must not hold up what is being typed.
 */
export class TranscriptCodec {
  readonly #options: CodecOptions;
  #worker: Worker | null = null;
  readonly #waiting = new Map<number, (answer: CodecAnswer | null) => void>();
  #tasks = 0;
  #cancelIdle: (() => void) | null = null;

  constructor(options: CodecOptions) {
    this.#options = options;
  }

  /** Never rejects for what is in the file. */
  async parse(bytes: Uint8Array, key: TranscriptKey): Promise<{ parsed: ParsedTranscript; hash: string }> {
    const task: CodecTask = { kind: 'parse', bytes, key };
    const done = bytes.length < large ? null : await this.#beside(task);
    return done && 'parsed' in done ? done : parsedHere(bytes, key);
  }

  /** @param size of the transcript, about, in bytes */
  async serialise(transcript: Transcript, size: number): Promise<{ bytes: Uint8Array; hash: string }> {
    const task: CodecTask = { kind: 'serialise', transcript };
    const done = size < large ? null : await this.#beside(task);
    return done && 'bytes' in done ? done : serialisedHere(transcript);
  }

  async close(): Promise<void> {
    this.#cancelIdle?.();
    await this.#worker?.terminate();
    this.#worker = null;
  }

  /** Null where the worker could not do it: then it is done here, for nothing may be lost with a helper. */
  #beside(task: CodecTask): Promise<CodecAnswer | null> {
    const worker = this.#awake();
    if (!worker) return Promise.resolve(null);
    this.#cancelIdle?.();
    this.#cancelIdle = null;
    const id = ++this.#tasks;
    return new Promise<CodecAnswer | null>((resolve) => {
      this.#waiting.set(id, resolve);
      worker.postMessage({ id, task });
    }).finally(() => this.#rest());
  }

  #awake(): Worker | null {
    const { workerFile } = this.#options;
    if (this.#worker || workerFile === null) return this.#worker;
    const worker = new Worker(workerFile, { execArgv: [], name: 'transcripts' });
    worker.unref();
    worker.on('message', ({ id, answer }: CodecReply) => {
      this.#waiting.get(id)?.(answer);
      this.#waiting.delete(id);
    });
    worker.on('error', (error) =>
      this.#options.log.error('transcript worker failed', { error: String(error) }),
    );
    worker.on('exit', () => this.#lost(worker));
    this.#worker = worker;
    return worker;
  }

  #lost(worker: Worker): void {
    if (this.#worker === worker) this.#worker = null;
    for (const resolve of this.#waiting.values()) resolve(null);
    this.#waiting.clear();
  }

  #rest(): void {
    if (this.#waiting.size > 0 || !this.#worker) return;
    this.#cancelIdle ??= this.#options.schedule(idleTime, () => {
      this.#cancelIdle = null;
      this.#worker?.terminate();
    });
  }
}

export function parsedHere(bytes: Uint8Array, key: TranscriptKey) {
  return { parsed: parseTranscript(bytes, key), hash: sha256(bytes) };
}

/** Throws `internal` for a transcript that could not be read back. */
export function serialisedHere(transcript: Transcript) {
  const bytes = serialiseTranscript(transcript);
  return { bytes, hash: sha256(bytes) };
}
