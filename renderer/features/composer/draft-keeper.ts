import type { DraftContent } from '#contract';
import { call } from '../../bridge/call.ts';
import { reportError } from '../../bridge/report.ts';

/** Calls back after a time in ms. Returns the function that takes it back. */
export type Wait = (milliseconds: number, callback: () => void) => () => void;

/** How long typing must rest before the draft is written, in ms. */
const rest = 300;

const timeout: Wait = (milliseconds, callback) => {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
};

/** Writes one conversation's draft: soon after a change, at once when the box is left. */
export class DraftKeeper {
  readonly #conversationId: string;
  readonly #content: () => DraftContent;
  readonly #wait: Wait;
  #takeBack: (() => void) | null = null;
  /** Writes follow each other, so that an older draft never lands last. */
  #writing: Promise<unknown> = Promise.resolve();

  constructor(conversationId: string, content: () => DraftContent, wait: Wait = timeout) {
    this.#conversationId = conversationId;
    this.#content = content;
    this.#wait = wait;
  }

  /** Something was written: the draft is saved when typing rests. */
  changed(): void {
    this.#takeBack?.();
    this.#takeBack = this.#wait(rest, () => {
      this.#takeBack = null;
      this.save().catch(reportError);
    });
  }

  /** Saves now what `changed` still waits with. */
  async flush(): Promise<void> {
    if (!this.#takeBack) return;
    this.hold();
    await this.save();
  }

  /** Forgets what waits: the words are on their way as a message. */
  hold(): void {
    this.#takeBack?.();
    this.#takeBack = null;
  }

  /** Saves what is in the box now. */
  save(): Promise<void> {
    const content = this.#content();
    const written = this.#writing.then(async () => {
      await call('drafts.save', { conversationId: this.#conversationId, content });
    });
    // The next write waits for this one; its failure is the caller's.
    this.#writing = written.catch(() => {});
    return written;
  }
}
