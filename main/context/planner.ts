import { setImmediate as breathe } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { RoomWork } from '#contract';
import type { SummaryPrompt } from '#core/context/summary/prompt.ts';
import type { Schedule } from '#core/environment.ts';
import { BoughError } from '#core/errors.ts';
import type { Log } from '#core/log.ts';
import { weightOf } from '../weight.ts';
import { Mirror } from './mirror.ts';
import type {
  Contents,
  Facts,
  FactsOutline,
  FromWorker,
  JobName,
  Jobs,
  SummaryAnswer,
  ToWorker,
  WorkerSetup,
} from './protocol.ts';

export interface PlannerOptions extends WorkerSetup {
  /** The worker's script: the bundle, or its source under Node. */
  workerFile: string;
  schedule: Schedule;
  log: Log;
}

export interface JobOptions {
  signal?: AbortSignal | undefined;
  /** Gets a summary from a model; null where it cannot be had. Without it none is asked for. */
  ask?: (prompt: SummaryPrompt) => Promise<SummaryAnswer | null>;
  /** Told what is being done. */
  onWork?: ((work: RoomWork) => void) | undefined;
}

interface Pending extends JobOptions {
  resolve(output: unknown): void;
  reject(error: unknown): void;
}

/** Milliseconds without work after which the worker is let go, with the tokenizer and all that it holds. */
const idleTime = 5 * 60_000;
/** Conversations that the worker holds at a time. */
const mostConversations = 3;
/** Megabytes of heap: a worker that needs more ends, and not the app. */
const mostHeap = 2048;
/** Characters that are handed over at once. */
const batchSize = 500_000;

/**
 * The context worker, as main sees it: started with its first job, let go when it has rested for a while. Whatever ends
 * it early fails the jobs that it had with `context_failed`, and the next job starts another.
 */
export class Planner {
  readonly #options: PlannerOptions;
  #worker: Worker | null = null;
  #mirror = new Mirror();
  readonly #pending = new Map<number, Pending>();
  #jobs = 0;
  #cancelIdle: (() => void) | null = null;
  #closed = false;
  /** Contents are handed over one after the other, each before the job that names them. */
  #handing: Promise<void> = Promise.resolve();

  constructor(options: PlannerOptions) {
    this.#options = options;
  }

  /** Starts the worker for a job that is sure to come: it loads while the job's facts are read. */
  wake(): void {
    if (this.#closed || this.#worker) return;
    this.#awake();
    this.#rest();
  }

  /** Rejects with `context_failed` when the job or the worker fails, and with the signal's reason when it is aborted. */
  async run<Name extends JobName>(
    name: Name,
    input: Jobs[Name]['input'],
    options: JobOptions = {},
  ): Promise<Jobs[Name]['output']> {
    if (this.#closed) throw new BoughError('busy', 'The app is closing');
    options.signal?.throwIfAborted();
    this.#cancelIdle?.();
    this.#cancelIdle = null;
    const id = ++this.#jobs;
    const output = new Promise<unknown>((resolve, reject) => {
      this.#pending.set(id, { ...options, resolve, reject });
    });
    const abort = () => this.#settle(id, ({ reject }) => reject(options.signal?.reason));
    options.signal?.addEventListener('abort', abort, { once: true });
    this.#handing = this.#handing.then(() => this.#hand(id, name, input)).catch(() => {});
    try {
      return (await output) as Jobs[Name]['output'];
    } finally {
      options.signal?.removeEventListener('abort', abort);
      if (this.#pending.size === 0) this.#rest();
    }
  }

  /** Ends the worker for good. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#end(new BoughError('busy', 'The app is closing'));
  }

  /** Gives the worker what it does not hold yet, and the job. */
  async #hand(id: number, name: JobName, input: object): Promise<void> {
    if (!this.#pending.has(id)) return;
    try {
      const worker = this.#awake();
      let job = input;
      if ('facts' in input) job = { ...input, facts: await this.#handOver(worker, input.facts as Facts) };
      worker.postMessage({ type: 'job', id, name, input: job });
    } catch (error) {
      this.#settle(id, ({ reject }) => reject(error));
    }
  }

  async #handOver(worker: Worker, facts: Facts): Promise<FactsOutline> {
    const { conversationId } = facts.branch;
    await breathe();
    const { outline, fresh } = this.#mirror.outline(facts.branch);
    for (const contents of batches(fresh)) {
      send(worker, { type: 'hold', conversationId, contents });
      // A long history is copied piece by piece, so that the window's own calls get their turn in between.
      await breathe();
    }
    for (const old of this.#mirror.conversations.slice(0, -mostConversations)) {
      this.#mirror.forget(old);
      send(worker, { type: 'forget', conversationId: old });
    }
    return { ...facts, branch: outline };
  }

  #awake(): Worker {
    if (this.#worker) return this.#worker;
    const { workerFile, atlasFolder, vocabularyFile, pageFolder, attachmentFolder } = this.#options;
    const workerData: WorkerSetup = { atlasFolder, vocabularyFile, pageFolder, attachmentFolder };
    const worker = new Worker(workerFile, {
      workerData,
      execArgv: [],
      name: 'context',
      resourceLimits: { maxOldGenerationSizeMb: mostHeap },
    });
    worker.unref();
    worker.on('message', (message: FromWorker) => this.#take(worker, message));
    worker.on('error', (error) => this.#lost(worker, error));
    worker.on('exit', (code) => this.#lost(worker, new Error(`It ended with code ${code}`)));
    this.#worker = worker;
    this.#mirror = new Mirror();
    return worker;
  }

  #take(worker: Worker, message: FromWorker): void {
    const { id } = message;
    if (message.type === 'done') this.#settle(id, ({ resolve }) => resolve(message.output));
    else if (message.type === 'failed') {
      this.#settle(id, ({ reject }) => reject(contextFailed(message.message, message.stack)));
    } else if (message.type === 'drawing') this.#pending.get(id)?.onWork?.({ kind: 'drawing' });
    else {
      this.#answer(message).then((answer) => send(worker, { type: 'answer', id, answer }));
    }
  }

  /** A job that was given up meanwhile gets no answer, and ends by that. */
  async #answer({ id, prompt, piece, pieces }: Extract<FromWorker, { type: 'ask' }>) {
    const job = this.#pending.get(id);
    job?.onWork?.({ kind: 'summarising', piece, pieces });
    try {
      return (await job?.ask?.(prompt)) ?? null;
    } catch (error) {
      this.#options.log.warn('no summary', { error: String(error) });
      return null;
    }
  }

  #settle(id: number, how: (job: Pending) => void): void {
    const job = this.#pending.get(id);
    this.#pending.delete(id);
    if (job) how(job);
  }

  #lost(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#options.log.error('context worker ended', { error: error.stack ?? error.message });
    this.#worker = null;
    this.#failAll(contextFailed(error.message, error.stack ?? ''));
  }

  #failAll(error: Error): void {
    for (const id of [...this.#pending.keys()]) this.#settle(id, ({ reject }) => reject(error));
  }

  #rest(): void {
    if (this.#closed || this.#cancelIdle || !this.#worker) return;
    this.#cancelIdle = this.#options.schedule(idleTime, () => {
      this.#cancelIdle = null;
      if (this.#pending.size === 0) this.#end(contextFailed('It was resting', '')).catch(() => {});
    });
  }

  async #end(reason: Error): Promise<void> {
    this.#cancelIdle?.();
    this.#cancelIdle = null;
    const worker = this.#worker;
    this.#worker = null;
    this.#failAll(reason);
    await worker?.terminate();
  }
}

const send = (worker: Worker, message: ToWorker): void => worker.postMessage(message);

function contextFailed(message: string, detail: string): BoughError {
  return new BoughError('context_failed', `The context worker failed: ${message}`, { detail });
}

/** Cuts what is handed over into pieces that are copied in a moment each. */
function* batches(contents: Contents): Generator<Contents> {
  let batch: Contents = { users: [], steps: [], passes: [] };
  let size = 0;
  const kinds = ['users', 'steps', 'passes'] as const;
  for (const kind of kinds) {
    for (const entry of contents[kind]) {
      (batch[kind] as unknown[]).push(entry);
      size += weightOf(entry);
      if (size < batchSize) continue;
      yield batch;
      batch = { users: [], steps: [], passes: [] };
      size = 0;
    }
  }
  if (size > 0) yield batch;
}
