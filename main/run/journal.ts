import type { Schedule } from '#core/environment.ts';

/** How often a growing answer is written to the database, in milliseconds. */
const journalInterval = 1000;

/** Writes a growing answer about once a second while it changes; no timer runs while it does not. */
export class Journal {
  readonly #schedule: Schedule;
  readonly #write: () => void;
  #cancel: (() => void) | null = null;

  constructor(schedule: Schedule, write: () => void) {
    this.#schedule = schedule;
    this.#write = write;
  }

  /** Something changed. */
  touch(): void {
    this.#cancel ??= this.#schedule(journalInterval, () => {
      this.#cancel = null;
      this.#write();
    });
  }

  /** Nothing more will be written. */
  end(): void {
    this.#cancel?.();
    this.#cancel = null;
  }
}
