import type { BoughApi, BridgeEvent, Result } from '#contract';
import { decode, encode, type HostFrame } from './wire-format.ts';

/**
 * Runs in the browser before the renderer: puts the contract's API on `window.bough`, over a socket to the test
 * host. The preload script does the same over Electron's channels.
 */
const socket = new WebSocket(`ws://${location.host}/bridge`);
const opened = new Promise<void>((resolve) =>
  socket.addEventListener('open', () => resolve(), { once: true }),
);
const answers = new Map<number, (result: unknown) => void>();
const listeners = new Set<(event: BridgeEvent) => void>();
let calls = 0;

socket.addEventListener('message', ({ data }) => {
  const frame = decode(String(data)) as HostFrame;
  if ('event' in frame) {
    for (const listener of listeners) listener(frame.event as BridgeEvent);
  } else {
    answers.get(frame.answer)?.(frame.result);
    answers.delete(frame.answer);
  }
});

const lost: Result<never> = { ok: false, error: { code: 'internal', message: 'The test host is gone' } };
socket.addEventListener('close', () => {
  for (const answer of answers.values()) answer(lost);
  answers.clear();
});

const api: BoughApi = {
  async call(method, input) {
    await opened;
    if (socket.readyState !== WebSocket.OPEN) return lost;
    calls += 1;
    const call = calls;
    return new Promise((resolve) => {
      answers.set(call, (result) => resolve(result as Result<never>));
      socket.send(encode({ call, method, input }));
    });
  },
  on(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  acknowledge() {
    if (socket.readyState === WebSocket.OPEN) socket.send(encode({ acknowledge: true }));
  },
};

Object.assign(window, { bough: api });
