import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { BackupInfo, BackupList, BridgeError, DataCheck, StartupNotice } from '#contract';
import type { Environment, Schedule } from '#core/environment.ts';
import { BoughError } from '#core/errors.ts';
import type { Log } from '#core/log.ts';
import { temporaryOf, type Unfinished } from '../export/unfinished.ts';
import { listBackups } from '../storage/backup-set.ts';
import type { BackupAnswer, BackupJob, BackupSetup } from './protocol.ts';

/** Milliseconds between two automatic backups, after the start before the first, and between two looks at the clock. */
const daily = 24 * 60 * 60 * 1000;
const settling = 2 * 60 * 1000;
const looks = 60 * 60 * 1000;

export interface BackupServiceOptions {
  /** Of the workspace. */
  folder: string;
  workerFile: string;
  nativeBinding: string | undefined;
  environment: Environment;
  schedule: Schedule;
  /** Whether there is anything to back up. */
  isEmpty(): boolean;
  /** Removes at the next start what a save leaves in the user's folder that a crash ends. */
  unfinished: Pick<Unfinished, 'note'>;
  tell(notice: StartupNotice): void;
  log: Log;
}

/** Makes backups every day and when asked, checks the data, and writes and reads the workspace as one file. */
export class BackupService {
  readonly #options: BackupServiceOptions;
  #cancelTimer: (() => void) | null = null;
  #running: { worker: Worker; ended: Promise<void> } | null = null;
  #failure: BridgeError | null = null;
  #closed = false;

  constructor(options: BackupServiceOptions) {
    this.#options = options;
    this.#wait(settling);
  }

  async list(): Promise<BackupList> {
    const backups = await listBackups(join(this.#options.folder, 'backups'));
    return { backups, failure: this.#failure };
  }

  /** Throws `disk_full`, `not_writable`. */
  async create(reason: 'daily' | 'asked'): Promise<BackupInfo> {
    const { made } = await this.#run({ kind: 'make', reason });
    this.#failure = null;
    return made ?? failed('No backup came of it');
  }

  async check(): Promise<DataCheck> {
    const { check } = await this.#run({ kind: 'check' });
    return check ?? failed('No answer came of it');
  }

  /** Writes the workspace as one file. Throws `disk_full`, `not_writable`. */
  async save(target: string): Promise<void> {
    const { unfinished, environment } = this.#options;
    const unique = environment.newId();
    const forget = await unfinished.note(target, unique);
    try {
      await this.#run({ kind: 'save', target, unique });
    } catch (thrown) {
      // Cut off by the end of the app: the next start removes what is left of it, and says so.
      if (thrown instanceof BoughError && thrown.code === 'cancelled') throw thrown;
      await rm(temporaryOf(target, unique), { force: true });
      await forget();
      throw thrown;
    }
    await forget();
  }

  async take(file: string): Promise<BackupInfo> {
    const { made } = await this.#run({ kind: 'take', file });
    return made ?? failed('No backup came of it');
  }

  /** Ends what runs: a backup that is not finished is removed at the next start. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelTimer?.();
    await this.#running?.worker.terminate();
    await this.#running?.ended;
  }

  #wait(milliseconds: number): void {
    if (this.#closed) return;
    this.#cancelTimer = this.#options.schedule(milliseconds, () => {
      this.#look().finally(() => this.#wait(looks));
    });
  }

  /**
   * Makes the daily backup when it is due, and looks whether it could be made when it is not: before it is needed. A
   * failure is told once, in a sentence, and tried again with the next look.
   */
  async #look(): Promise<void> {
    const { environment, isEmpty, log, tell } = this.#options;
    try {
      if (this.#running || isEmpty()) return;
      if (await this.#isDue()) await this.create('daily');
      else {
        await this.#run({ kind: 'probe' });
        this.#failure = null;
      }
    } catch (thrown) {
      if (this.#closed) return;
      const error = thrown instanceof BoughError ? thrown : new BoughError('internal', String(thrown));
      log.warn('No backup could be made', { error: String(thrown), detail: error.detail });
      const known = this.#failure?.code === error.code;
      this.#failure = { code: error.code, message: error.message };
      if (!known)
        tell({ id: environment.newId(), kind: 'backup_failed', conversationId: null, detail: error.code });
    }
  }

  /** The clock may have been wrong: a backup that seems to be of the future says nothing of today. */
  async #isDue(): Promise<boolean> {
    const now = this.#options.environment.now();
    const { backups } = await this.list();
    return backups.every(({ createdAt }) => createdAt > now || now - createdAt >= daily);
  }

  /** One job at a time: the next one waits. */
  async #run(job: BackupJob): Promise<Extract<BackupAnswer, { ok: true }>> {
    while (this.#running) await this.#running.ended;
    if (this.#closed) throw new BoughError('cancelled', 'The workspace is being closed');
    const { folder, workerFile, nativeBinding, environment } = this.#options;
    const setup: BackupSetup = { folder, nativeBinding, now: environment.now(), job };
    const worker = new Worker(workerFile, { workerData: setup, execArgv: [], name: 'backup' });
    const answered = new Promise<BackupAnswer>((resolve) => {
      let answer: BackupAnswer = {
        ok: false,
        error: { code: 'cancelled', message: 'It ended before it was done' },
      };
      worker.on('message', (message: BackupAnswer) => {
        answer = message;
      });
      worker.on('error', (thrown) => {
        answer = { ok: false, error: { code: 'internal', message: String(thrown) } };
      });
      worker.once('exit', () => resolve(answer));
    });
    this.#running = { worker, ended: answered.then(() => {}) };
    const answer = await answered.finally(() => {
      this.#running = null;
    });
    if (answer.ok) return answer;
    const { code, message, detail } = answer.error;
    throw new BoughError(code, message, detail === undefined ? {} : { detail });
  }
}

function failed(message: string): never {
  throw new BoughError('internal', message);
}
