import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Attachment } from '#contract';
import type { Schedule } from '#core/environment.ts';
import { BoughError } from '#core/errors.ts';
import type { Log } from '#core/log.ts';
import { imageHeader } from '../storage/image-header.ts';
import type { FitGoal, MediaAnswer, MediaReply, MediaTask } from './media-tasks.ts';
import { pruneFolder } from './page-cache.ts';

export interface MediaOptions {
  /** The worker's script: the bundle, or its source under Node. */
  workerFile: string;
  /** Where results are kept; may be deleted at any time. */
  folder: string;
  schedule: Schedule;
  log: Log;
}

/** An image as it is sent. */
export interface SentImage {
  mime: string;
  /** Pixels. */
  width: number;
  height: number;
  /** Of the file. */
  bytes: number;
  read(): Promise<Uint8Array>;
}

/** The text of a file, or why there is none. */
export type FileText = { text: string } | { none: 'locked' | 'damaged' | 'empty' };

type Read = (hash: string) => Promise<Uint8Array>;

/** Goes into the names of results: a change of how they are made makes new ones. */
const version = 1;
/** Milliseconds without work after which the worker is let go. */
const idleTime = 60_000;
/** Megabytes of heap: a file that needs more ends the worker, and not the app. */
const mostHeap = 1024;
const mostKept = 256 * 1024 * 1024;

/**
 * Fits images to what a provider takes and reads the text of PDFs, in a worker that is started with its first task. A
 * result is kept on disk by the hash of what it was made from: what was sent once is sent in the same bytes again.
 */
export class Media {
  readonly #options: MediaOptions;
  readonly #images = new Map<string, Promise<SentImage>>();
  readonly #texts = new Map<string, Promise<FileText>>();
  readonly #waiting = new Map<number, (answer: MediaAnswer) => void>();
  #worker: Worker | null = null;
  #tasks = 0;
  #cancelIdle: (() => void) | null = null;

  constructor(options: MediaOptions) {
    this.#options = options;
  }

  /**
   * An image that meets a goal.
   *
   * @throws `attachment_unsupported` for one that cannot be read, `attachment_too_large` for one that stays too large,
   * `attachment_missing`
   */
  fit(image: Attachment, goal: FitGoal, read: Read): Promise<SentImage> {
    const key = keyOf(image.hash, goal);
    return remember(this.#images, key, () => this.#fit(image, goal, key, read));
  }

  /** The text of a PDF. Rejects with `attachment_missing`. */
  pdfText(hash: string, read: Read): Promise<FileText> {
    const key = keyOf(hash, 'pdf');
    return remember(this.#texts, key, () => this.#text(hash, key, read));
  }

  async close(): Promise<void> {
    this.#cancelIdle?.();
    await this.#worker?.terminate();
    await pruneFolder(this.#options.folder, mostKept);
  }

  async #fit(image: Attachment, goal: FitGoal, key: string, read: Read): Promise<SentImage> {
    const kept = await this.#kept(key);
    const known = kept && imageHeader(kept);
    if (known) return { ...known, bytes: kept.byteLength, read: () => this.#again(key, image, goal, read) };
    const made = await this.#make(image, goal, read);
    await this.#keep(key, made.bytes);
    const header = imageHeader(made.bytes);
    if (!header) throw new Error('sharp made no image');
    return {
      ...header,
      bytes: made.bytes.byteLength,
      read: () => this.#again(key, image, goal, read),
    };
  }

  /** The result from disk, or made once more where the folder was emptied. */
  async #again(key: string, image: Attachment, goal: FitGoal, read: Read): Promise<Uint8Array> {
    return (await this.#kept(key)) ?? (await this.#make(image, goal, read)).bytes;
  }

  async #make(image: Attachment, goal: FitGoal, read: Read) {
    const answer = await this.#ask({ kind: 'fit', bytes: await read(image.hash), goal });
    if (answer.kind === 'fitted') return answer.image;
    const { reason, detail } = answer.kind === 'failed' ? answer : { reason: 'damaged', detail: '' };
    const code = reason === 'too-large' ? 'attachment_too_large' : 'attachment_unsupported';
    throw new BoughError(code, 'An image could not be fitted', { params: { name: image.name }, detail });
  }

  async #text(hash: string, key: string, read: Read): Promise<FileText> {
    const kept = await this.#kept(key);
    if (kept) return { text: new TextDecoder().decode(kept) };
    const answer = await this.#ask({ kind: 'pdf', bytes: await read(hash) });
    if (answer.kind !== 'text') {
      return { none: answer.kind === 'failed' && answer.reason === 'locked' ? 'locked' : 'damaged' };
    }
    if (answer.text === '') return { none: 'empty' };
    await this.#keep(key, Buffer.from(answer.text));
    return { text: answer.text };
  }

  async #kept(key: string): Promise<Uint8Array | null> {
    try {
      return await readFile(join(this.#options.folder, key));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    }
  }

  /** A result that cannot be kept is made again another time. */
  async #keep(key: string, bytes: Uint8Array): Promise<void> {
    const { folder, log } = this.#options;
    const file = join(folder, key);
    try {
      await mkdir(folder, { recursive: true });
      await writeFile(`${file}.new`, bytes);
      await rename(`${file}.new`, file);
    } catch (error) {
      log.error('media not kept', { error: String(error) });
    }
  }

  #ask(task: MediaTask): Promise<MediaAnswer> {
    const worker = this.#awake();
    this.#cancelIdle?.();
    this.#cancelIdle = null;
    const id = ++this.#tasks;
    return new Promise<MediaAnswer>((resolve) => {
      this.#waiting.set(id, resolve);
      worker.postMessage({ id, task });
    }).finally(() => this.#rest());
  }

  #awake(): Worker {
    if (this.#worker) return this.#worker;
    const { workerFile, log } = this.#options;
    const limits = { maxOldGenerationSizeMb: mostHeap };
    const worker = new Worker(workerFile, { execArgv: [], name: 'media', resourceLimits: limits });
    worker.unref();
    worker.on('message', ({ id, answer }: MediaReply) => {
      this.#waiting.get(id)?.(answer);
      this.#waiting.delete(id);
    });
    let why = 'The worker ended';
    worker.on('error', (error) => {
      why = String(error);
      log.error('media worker failed', { error: why });
    });
    worker.on('exit', () => this.#lost(worker, why));
    this.#worker = worker;
    return worker;
  }

  #lost(worker: Worker, detail: string): void {
    if (this.#worker === worker) this.#worker = null;
    for (const resolve of this.#waiting.values()) resolve({ kind: 'failed', reason: 'damaged', detail });
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

const keyOf = (hash: string, goal: FitGoal | 'pdf'): string =>
  createHash('sha256')
    .update(JSON.stringify([version, hash, goal]))
    .digest('hex');

/** One promise for all who ask; a failure is not remembered. */
function remember<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const found = known.get(key);
  if (found) return found;
  const made = make();
  known.set(key, made);
  made.catch(() => known.delete(key));
  return made;
}
