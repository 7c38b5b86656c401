import { useEffect, useRef } from 'react';
import type { BridgeEvent } from '#contract';
import { boughApi } from './api.ts';

export type EventType = BridgeEvent['type'];
export type EventOf<Type extends EventType> = Extract<BridgeEvent, { type: Type }>;

/**
 * Listens for one type of event. Returns the function that ends it.
 */
export function onEvent<Type extends EventType>(
  type: Type,
  listener: (event: EventOf<Type>) => void,
): () => void {
  return boughApi().on((event) => {
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
  const stop = api.on((event) => {
    if (event.type !== 'delta' || waiting) return;
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
