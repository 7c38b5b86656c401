import type { ServerResponse } from 'node:http';
import { setTimeout as pause, setImmediate as tick } from 'node:timers/promises';
import type { StreamItem } from './types.ts';

/** How an answer is spread over the wire. */
export interface Pace {
  /** Size of the text in one delta: a few characters, a realistic mixture, long stretches, or all of it. */
  readonly deltas: 'small' | 'mixed' | 'large' | 'whole';
  /** `arbitrary` cuts the bytes anywhere, inside frames and inside UTF-8 characters; `frames` never does. */
  readonly writes: 'arbitrary' | 'frames';
  /** Milliseconds between frames. */
  readonly gapMs: number;
}

export const DEFAULT_PACE: Pace = { deltas: 'mixed', writes: 'arbitrary', gapMs: 0 };

/** How a response came to its end. `aborted` means that the client went away first. */
export type Outcome = 'finished' | 'aborted' | 'cut';

const DELTA_SIZES = { small: [1, 5], mixed: [1, 40], large: [200, 600] } as const;

/** Cuts a text into deltas between characters (never inside a surrogate pair). */
export function splitText(text: string, pace: Pace, random: () => number): string[] {
  if (pace.deltas === 'whole') return text === '' ? [] : [text];
  const [least, most] = DELTA_SIZES[pace.deltas];
  const deltas: string[] = [];
  for (let at = 0; at < text.length; ) {
    // Real streams are mostly word-sized with a burst now and then.
    const burst = pace.deltas === 'mixed' && random() < 0.03 ? 8 : 1;
    let end = Math.min(text.length, at + (least + Math.floor(random() * (most - least + 1))) * burst);
    if (/[\uD800-\uDBFF]/.test(text[end - 1] ?? '') && end < text.length) end += 1;
    deltas.push(text.slice(at, end));
    at = end;
  }
  return deltas;
}

/** Cuts bytes at places that have nothing to do with their meaning. */
export function splitBytes(bytes: Buffer, random: () => number): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = Math.min(bytes.length, at + 1 + Math.floor(random() * (random() < 0.2 ? 12 : 500)));
    pieces.push(bytes.subarray(at, end));
    at = end;
  }
  return pieces;
}

/** Writes stream items one after another, waits at gates, and stops when the client has gone. */
export async function writeItems(
  response: ServerResponse,
  items: readonly StreamItem[],
  pace: Pace,
  random: () => number,
): Promise<Outcome> {
  let pending: string[] = [];
  const flush = async () => {
    const bytes = Buffer.from(pending.join(''));
    const pieces =
      pace.writes === 'frames' ? pending.map((frame) => Buffer.from(frame)) : splitBytes(bytes, random);
    pending = [];
    for (const piece of pieces) await writePiece(response, piece);
  };
  for (const item of items) {
    if (gone(response)) return 'aborted';
    if ('gate' in item) {
      await flush();
      await Promise.race([item.gate.pass(), closed(response)]);
      continue;
    }
    pending.push(item.frame);
    // Frames are joined before they are cut, so that one write may hold the end of one and half of the next.
    if (pace.gapMs > 0 || random() < 0.5) await flush();
    if (pace.gapMs > 0) await pause(pace.gapMs);
  }
  await flush();
  return gone(response) ? 'aborted' : 'finished';
}

async function writePiece(response: ServerResponse, piece: Buffer): Promise<void> {
  if (gone(response)) return;
  if (!response.write(piece)) await until(response, 'drain');
  await tick();
}

/** Ends a response, with a last piece if given, and says how that went. */
export function endResponse(response: ServerResponse, last = ''): Promise<Outcome> {
  if (gone(response)) return Promise.resolve('aborted');
  return new Promise((resolve) => {
    const left = () => resolve('aborted');
    response.once('close', left);
    response.end(last, () => {
      response.off('close', left);
      resolve('finished');
    });
  });
}

/** Whether the client has closed the connection. */
const gone = (response: ServerResponse) => response.destroyed || response.socket?.destroyed === true;

/** Resolves when the connection is closed, by whichever side. */
export const closed = (response: ServerResponse) => until(response, 'close');

function until(response: ServerResponse, event: 'drain' | 'close'): Promise<void> {
  if (gone(response)) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      response.off(event, done).off('close', done);
      resolve();
    };
    response.on(event, done).on('close', done);
  });
}
