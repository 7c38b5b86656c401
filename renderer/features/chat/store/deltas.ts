import type { DeltaOp, Message } from '#contract';
import { applyOps } from '#contract/events.ts';

/** Calls back before the next frame; at once in a hidden window, which paints none. */
export type FrameScheduler = (callback: () => void) => void;

export const nextFrame: FrameScheduler = (callback) => {
  if (document.hidden) queueMicrotask(callback);
  else requestAnimationFrame(callback);
};

/** Gathers the ops of streaming messages and hands them on once a frame, however many events brought them. */
export class DeltaBatch {
  readonly #schedule: FrameScheduler;
  readonly #flush: (ops: ReadonlyMap<string, readonly DeltaOp[]>) => void;
  #waiting = new Map<string, DeltaOp[]>();

  constructor(schedule: FrameScheduler, flush: (ops: ReadonlyMap<string, readonly DeltaOp[]>) => void) {
    this.#schedule = schedule;
    this.#flush = flush;
  }

  add(messageId: string, ops: readonly DeltaOp[]): void {
    const first = this.#waiting.size === 0;
    this.#waiting.set(messageId, [...(this.#waiting.get(messageId) ?? []), ...ops]);
    if (!first) return;
    this.#schedule(() => {
      const waiting = this.#waiting;
      this.#waiting = new Map();
      if (waiting.size > 0) this.#flush(waiting);
    });
  }

  /** A message arrived whole: what waits for it is in it. */
  drop(messageId: string): void {
    this.#waiting.delete(messageId);
  }
}

/** The message with the ops applied; null when text between is missing and it must be fetched. */
export function withOps(message: Message, ops: readonly DeltaOp[]): Message | null {
  const parts = applyOps(message.parts, ops);
  return parts && { ...message, parts };
}

type Thinking = ReadonlyMap<string, { since: number; took: number | null }>;

/** Notes when a stretch of reasoning begins and when something else follows it. @param now in ms */
export function timeThinking(known: Thinking, message: Message, now: number): Thinking {
  let next: Map<string, { since: number; took: number | null }> | null = null;
  message.parts.forEach((part, index) => {
    if (part.type !== 'reasoning') return;
    const key = `${message.id}/${index}`;
    const time = known.get(key);
    const over = index < message.parts.length - 1 || message.status !== 'streaming';
    if (time ? !over || time.took !== null : over) return;
    next ??= new Map(known);
    next.set(key, time ? { ...time, took: now - time.since } : { since: now, took: null });
  });
  return next ?? known;
}
