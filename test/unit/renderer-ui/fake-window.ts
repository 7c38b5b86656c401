import { vi } from 'vitest';
import type { BoughApi, BridgeEvent, Result } from '#contract';

export interface FakeWindow {
  /** Answers by method; a function is called with the input. */
  answers: Record<string, Result<unknown> | ((input: unknown) => Result<unknown> | Promise<never>)>;
  calls: { method: string; input: unknown }[];
  emit: (event: BridgeEvent) => void;
  listeners: () => number;
  acknowledged: () => number;
  /** Paints the next frame: runs what waits for it. */
  paint: () => void;
  setHidden: (hidden: boolean) => void;
}

/** A window with a bridge, and frames that come when the test says so. */
export function stubWindow(): FakeWindow {
  const listeners = new Set<(event: BridgeEvent) => void>();
  const calls: FakeWindow['calls'] = [];
  const answers: FakeWindow['answers'] = {};
  let frames: (() => void)[] = [];
  let acknowledged = 0;
  const page = Object.assign(new EventTarget(), { hidden: false });
  const api = {
    call: async (method: string, input: unknown) => {
      calls.push({ method, input });
      const answer = answers[method] ?? { ok: false, error: { code: 'unknown_method', message: method } };
      return typeof answer === 'function' ? answer(input) : answer;
    },
    on: (listener: (event: BridgeEvent) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    acknowledge: () => {
      acknowledged += 1;
    },
  };
  vi.stubGlobal('window', { bough: api as unknown as BoughApi });
  vi.stubGlobal('document', page);
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
  return {
    answers,
    calls,
    emit: (event) => {
      for (const listener of listeners) listener(event);
    },
    listeners: () => listeners.size,
    acknowledged: () => acknowledged,
    paint: () => {
      const due = frames;
      frames = [];
      for (const frame of due) frame();
    },
    setHidden: (hidden) => {
      page.hidden = hidden;
      page.dispatchEvent(new Event('visibilitychange'));
    },
  };
}
