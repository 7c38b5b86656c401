import type { StartupNotice } from '#contract';
import type { EventSink } from './ipc/event-hub.ts';

/** What was recognised and repaired, until the user has read it. */
export class Notices {
  #notices: StartupNotice[];
  readonly #events: EventSink;

  /** @param found what opening the workspace repaired */
  constructor(found: readonly StartupNotice[], events: EventSink) {
    this.#notices = [...found];
    this.#events = events;
  }

  /** Newest first. */
  list(): StartupNotice[] {
    return [...this.#notices];
  }

  add(notice: StartupNotice): void {
    this.#notices.unshift(notice);
    this.#events.publish({ type: 'notice', notice });
  }

  dismiss(id: string): void {
    this.#notices = this.#notices.filter((notice) => notice.id !== id);
  }
}
