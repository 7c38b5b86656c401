import { basename, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { BridgeEvent, ImportProgress, ImportReport } from '#contract';
import type { Environment } from '#core/environment.ts';
import { BoughError, toBridgeError } from '#core/errors.ts';
import type { Log } from '#core/log.ts';
import { emptyReport, type ImportStore } from '../storage/import-store.ts';
import { type AnnouncedFile, DroppedFiles } from './dropped-files.ts';
import type { MergeTranscript } from './merge-transcript.ts';
import type { FromImportWorker, ImportWorkerSetup, ToImportWorker } from './protocol.ts';

export interface ImportServiceOptions {
  /** Folder of the workspace. */
  folder: string;
  store: ImportStore;
  /** Takes into a transcript what another copy of it holds more. */
  merge: MergeTranscript;
  workerFile: string;
  nativeBinding: string | undefined;
  events: { publish(event: BridgeEvent): void };
  environment: Environment;
  log: Log;
}

interface Running {
  worker: Worker;
  progress: ImportProgress;
  ended: Promise<void>;
}

/** Brings in archives, one at a time, in a worker. */
export class ImportService {
  readonly #options: ImportServiceOptions;
  readonly #drops: DroppedFiles;
  #running: Running | null = null;
  #closing = false;

  constructor(options: ImportServiceOptions) {
    this.#options = options;
    this.#drops = new DroppedFiles(this.#temporary('dropped'), options.environment);
  }

  /** Starts an import of what the user chose. Throws `import_busy` while another runs. Returns its id. */
  start(paths: readonly string[]): string {
    return this.#start(paths, async () => {});
  }

  /** Takes over files whose bytes come from the window. Throws `import_busy`, `disk_full`, `not_writable`. */
  beginDrop(files: readonly AnnouncedFile[]): Promise<string> {
    this.#refuseBusy();
    return this.#drops.begin(files);
  }

  takeChunk(id: string, file: number, bytes: Uint8Array): Promise<void> {
    return this.#drops.take(id, file, bytes);
  }

  /** All bytes are here: starts. Throws `bad_request` where some are missing. */
  async endDrop(id: string): Promise<void> {
    this.#refuseBusy();
    const paths = this.#drops.end(id);
    this.#start(paths, () => this.#drops.remove(id), id);
  }

  progress(): ImportProgress | null {
    return this.#running?.progress ?? null;
  }

  /** Ends an import after the conversation that it is at, or throws away what was dropped. */
  async cancel(id: string): Promise<boolean> {
    if (this.#running?.progress.id === id) {
      send(this.#running.worker, { type: 'cancel' });
      return true;
    }
    return this.#drops.remove(id);
  }

  /** Cancels what runs and waits for it. */
  async close(): Promise<void> {
    this.#closing = true;
    if (this.#running) send(this.#running.worker, { type: 'cancel' });
    await this.#running?.ended;
    await this.#drops.close();
  }

  #refuseBusy(): void {
    if (this.#running || this.#closing) throw new BoughError('import_busy', 'An import is running');
  }

  #temporary(name: string): string {
    return join(this.#options.folder, 'imports', name);
  }

  #start(paths: readonly string[], cleanUp: () => Promise<unknown>, givenId?: string): string {
    this.#refuseBusy();
    const { folder, store, workerFile, nativeBinding, environment } = this.#options;
    const id = givenId ?? environment.newId();
    const [first = ''] = paths;
    const name = paths.length > 1 ? `${basename(first)} + ${paths.length - 1}` : basename(first);
    store.begin(id, name, environment.now());
    const request = { id, name, paths, temporary: this.#temporary(id) };
    const setup: ImportWorkerSetup = { folder, nativeBinding, request };
    const worker = new Worker(workerFile, { workerData: setup, execArgv: [], name: 'import' });
    const progress: ImportProgress = {
      id,
      name,
      phase: 'reading',
      done: 0,
      total: 0,
      conversations: 0,
      messages: 0,
    };
    this.#running = { worker, progress, ended: this.#follow(worker, progress, cleanUp) };
    this.#options.events.publish({ type: 'import', progress });
    return id;
  }

  /** Resolves when the worker is gone and the report is told. */
  #follow(worker: Worker, start: ImportProgress, cleanUp: () => Promise<unknown>): Promise<void> {
    const { events, log } = this.#options;
    return new Promise((resolve) => {
      let report: ImportReport | null = null;
      let failure: unknown = null;
      worker.on('message', (message: FromImportWorker) => {
        if (message.type === 'ended') {
          report = message.report;
          return;
        }
        if (message.type === 'merge') {
          this.#merge(worker, message);
          return;
        }
        const { type: _, ...figures } = message;
        const progress: ImportProgress = { ...start, phase: 'importing', ...figures };
        if (this.#running) this.#running.progress = progress;
        events.publish({ type: 'import', progress });
      });
      worker.on('error', (thrown) => {
        failure = thrown;
        log.error('the import ended unexpectedly', { error: String(thrown) });
      });
      worker.once('exit', () => {
        const ended = report ?? this.#broken(start, failure);
        cleanUp()
          .catch((thrown: unknown) => log.warn('Dropped files stay behind', { error: String(thrown) }))
          .finally(() => {
            this.#running = null;
            const { conversations: _, problems, ...summary } = ended;
            events.publish({ type: 'imported', summary: { ...summary, problemCount: problems.length } });
            resolve();
          });
      });
    });
  }

  #merge(worker: Worker, { number, transcript, added }: Extract<FromImportWorker, { type: 'merge' }>): void {
    this.#options.merge(transcript, added).then(
      () => send(worker, { type: 'merged', number, error: null }),
      (thrown: unknown) => send(worker, { type: 'merged', number, error: toBridgeError(thrown) }),
    );
  }

  /** The worker itself broke: what is in is whole, and the report says so. */
  #broken({ id, name }: ImportProgress, failure: unknown): ImportReport {
    const { store, environment, log } = this.#options;
    const now = environment.now();
    const error = {
      code: 'internal' as const,
      message: 'The import ended unexpectedly',
      detail: String(failure),
    };
    const known = store.report(id);
    const report: ImportReport = {
      ...emptyReport(id, name, known.startedAt),
      imported: known.imported,
      state: 'failed',
      endedAt: now,
      failure: error,
    };
    try {
      store.end(report);
    } catch (thrown) {
      // The next start finds it still running, and says so.
      log.warn('The report of an import could not be kept', { error: String(thrown) });
    }
    return report;
  }
}

const send = (worker: Worker, message: ToImportWorker): void => worker.postMessage(message);
