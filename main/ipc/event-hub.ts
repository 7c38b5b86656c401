import type { BridgeEvent, DeltaOp } from '#contract';
import type { Schedule } from '#core/environment.ts';
import { mergeOps } from './merge-ops.ts';

/** Shortest time between two delta batches, in milliseconds. */
export const batchInterval = 50;

/** Where the services tell what happened. */
export interface EventSink {
  publish(event: BridgeEvent): void;
}

/** A window that listens. */
export interface EventClient {
  /** The window painted the last batch of deltas: the next may leave. */
  acknowledge(): void;
  close(): void;
}

type Delta = Extract<BridgeEvent, { type: 'delta' }>;

/**
 * Hands events to every listening window. Deltas are merged for each message and leave about every 50 ms, the next
 * batch only after the last was acknowledged; every other event leaves at once. A message's final event takes
 * the place of its waiting deltas, so a window that never acknowledges costs at most the answers being written.
 */
export class EventHub implements EventSink {
  readonly #clients = new Set<Client>();
  readonly #schedule: Schedule;

  constructor(schedule: Schedule) {
    this.#schedule = schedule;
  }

  publish(event: BridgeEvent): void {
    for (const client of this.#clients) client.take(event);
  }

  /** Starts handing events to `send`, which must not throw. */
  connect(send: (event: BridgeEvent) => void): EventClient {
    const client = new Client(send, this.#schedule, () => this.#clients.delete(client));
    this.#clients.add(client);
    return client;
  }

  /** Ends all subscriptions and takes back their timers. */
  close(): void {
    for (const client of [...this.#clients]) client.close();
  }
}

class Client implements EventClient {
  readonly #send: (event: BridgeEvent) => void;
  readonly #schedule: Schedule;
  readonly #onClose: () => void;
  readonly #waiting = new Map<string, Delta>();
  #unpainted = false;
  #cancelTimer: (() => void) | null = null;

  constructor(send: (event: BridgeEvent) => void, schedule: Schedule, onClose: () => void) {
    this.#send = send;
    this.#schedule = schedule;
    this.#onClose = onClose;
  }

  take(event: BridgeEvent): void {
    if (event.type === 'delta') {
      const before = this.#waiting.get(event.messageId);
      const ops: DeltaOp[] = before ? mergeOps(before.ops, event.ops) : mergeOps([], event.ops);
      this.#waiting.set(event.messageId, { ...event, ops });
      this.#arm();
      return;
    }
    const ended = event.type === 'message' ? event.message.id : event.type === 'side' ? event.id : null;
    if (ended !== null && this.#waiting.delete(ended)) this.#arm();
    this.#send(event);
  }

  acknowledge(): void {
    this.#unpainted = false;
    this.#arm();
  }

  close(): void {
    this.#disarm();
    this.#waiting.clear();
    this.#onClose();
  }

  /** Sets the timer when there is something that may leave, and takes it back when there is nothing any more. */
  #arm(): void {
    if (this.#waiting.size === 0) this.#disarm();
    if (this.#cancelTimer || this.#unpainted || this.#waiting.size === 0) return;
    this.#cancelTimer = this.#schedule(batchInterval, () => {
      this.#cancelTimer = null;
      this.#flush();
    });
  }

  #disarm(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
  }

  #flush(): void {
    const batch = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#unpainted = true;
    for (const delta of batch) this.#send(delta);
  }
}
