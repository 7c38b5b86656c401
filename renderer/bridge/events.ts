import { useEffect, useRef } from 'react';
import type { BoughApi, BridgeEvent } from '#contract';
import { boughApi } from './api.ts';

export type EventType = BridgeEvent['type'];
export type EventOf<Type extends EventType> = Extract<BridgeEvent, { type: Type }>;

type Listener = (event: BridgeEvent) => void;

/** Everybody in the window who listens, behind one subscription: what crosses from main is copied for each. */
class Listeners {
  readonly #byType = new Map<EventType, Set<Listener>>();
  readonly #api: BoughApi;
  #end: (() => void) | null = null;

  constructor(api: BoughApi) {
    this.#api = api;
  }

  add(type: EventType, listener: Listener): () => void {
    const same = this.#byType.get(type) ?? new Set();
    this.#byType.set(type, same.add(listener));
    this.#end ??= this.#api.on((event) => {
      for (const heard of [...(this.#byType.get(event.type) ?? [])]) heard(event);
    });
    return () => {
      same.delete(listener);
      if (same.size === 0 && this.#byType.get(type) === same) this.#byType.delete(type);
      if (this.#byType.size > 0) return;
      this.#end?.();
      this.#end = null;
    };
  }
}

const listeners = new WeakMap<BoughApi, Listeners>();

/**
 * Listens for one type of event. Returns the function that ends it.
 */
export function onEvent<Type extends EventType>(
  type: Type,
  listener: (event: EventOf<Type>) => void,
): () => void {
  const api = boughApi();
  const all = listeners.get(api) ?? new Listeners(api);
  listeners.set(api, all);
  return all.add(type, (event) => {
    if (isOf(event, type)) listener(event);
  });
}

/** `onEvent` for the life of a component. The newest listener is the one called. */
export function useEvent<Type extends EventType>(type: Type, listener: (event: EventOf<Type>) => void): void {
  const newest = useRef(listener);
  useEffect(() => {
    newest.current = listener;
  });
  useEffect(() => onEvent(type, (event) => newest.current(event)), [type]);
}

/**
 * Acknowledges every batch of deltas once it was painted; at once while the window is hidden, because a hidden
 * window paints no frames. Call once at the start. Returns the function that ends it.
 */
export function acknowledgeDeltas(): () => void {
  const api = boughApi();
  let waiting = false;
  const acknowledge = () => {
    if (!waiting) return;
    waiting = false;
    api.acknowledge();
  };
  const acknowledgeHidden = () => {
    if (document.hidden) acknowledge();
  };
  document.addEventListener('visibilitychange', acknowledgeHidden);
  const stop = onEvent('delta', () => {
    if (waiting) return;
    waiting = true;
    if (document.hidden) queueMicrotask(acknowledge);
    else requestAnimationFrame(acknowledge);
  });
  return () => {
    document.removeEventListener('visibilitychange', acknowledgeHidden);
    stop();
  };
}

function isOf<Type extends EventType>(event: BridgeEvent, type: Type): event is EventOf<Type> {
  return event.type === type;
}
