import type { Environment } from '#core/environment.ts';
import type { Log } from '#core/log.ts';
import type { AttachmentStore } from './attachments.ts';
import type { Writable } from './handle.ts';
import type { TranscriptStore } from './transcripts.ts';

/** Milliseconds for which an attachment that nothing uses is kept: it may be on its way into a draft. */
const grace = 60 * 60 * 1000;

export interface SweeperOptions {
  db: Writable;
  transcripts: TranscriptStore;
  attachments: AttachmentStore;
  /** Conversations that are being made by a fork: their files are not left over. */
  forking: ReadonlySet<string>;
  environment: Environment;
  log: Log;
}

/**
 * Removes the files of conversations that were emptied from the trash, and of forks that a crash kept from being made. The database names them until they are gone,
 * so a crash in between leaves nothing behind that the user meant to delete, and nothing else is ever removed.
 */
export class Sweeper {
  readonly #options: SweeperOptions;
  readonly #pending;
  readonly #done;
  #running: Promise<void> = Promise.resolve();

  constructor(options: SweeperOptions) {
    const { db } = options;
    this.#options = options;
    this.#pending = db.query<Record<string, never>, { id: string }>(
      'SELECT conversation_id AS id FROM removals',
    );
    this.#done = db.command<{ ids: string }>(
      'DELETE FROM removals WHERE conversation_id IN (SELECT value FROM json_each(@ids))',
    );
  }

  /** Starts a run behind the one that may be under way. A failure is logged; the next run tries again. */
  start(): void {
    this.#running = this.#running
      .then(() => this.#sweep())
      .catch((thrown: unknown) => {
        this.#options.log.warn('Files of deleted conversations could not be removed', {
          error: String(thrown),
        });
      });
  }

  /** Resolves when every run that was started has ended. */
  idle(): Promise<void> {
    return this.#running;
  }

  async #sweep(): Promise<void> {
    const { transcripts, attachments, forking, environment } = this.#options;
    const pending = this.#pending.all({}).map((row) => row.id);
    const ids = pending.filter((id) => !forking.has(id));
    if (ids.length > 0) {
      await transcripts.remove(ids);
      this.#done.run({ ids: JSON.stringify(ids) });
    }
    await attachments.removeUnused(environment.now() - grace);
  }
}
