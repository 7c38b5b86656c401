import { useEffect, useState } from 'react';
import type { CodeToken, HighlightAnswer, HighlightRequest } from './highlight-protocol.ts';
import { languageId } from './languages.ts';

export type { CodeToken };

/** Longest code that is coloured, in characters. */
const longest = 60_000;
/** Coloured blocks that are remembered, so that scrolling back finds them ready. */
const remembered = 150;

const cache = new Map<string, CodeToken[][] | null>();
const asked = new Map<string, Promise<CodeToken[][] | null>>();
const waiting = new Map<number, (lines: CodeToken[][] | null) => void>();
let worker: Worker | null = null;
let requests = 0;

/**
 * Colours for code, line by line, worked out in another thread. Null until they are ready, and for code that
 * gets none.
 *
 * @param wanted false while the code is still being written
 */
export function useHighlight(code: string, language: string, wanted: boolean): CodeToken[][] | null {
  const id = languageId(language);
  const key = wanted && id && code.length <= longest ? `${id}\n${code}` : null;
  const [, redraw] = useState(0);
  useEffect(() => {
    if (key === null || id === null || cache.has(key)) return;
    let here = true;
    void ask(key, id, code).then(() => here && redraw((count) => count + 1));
    return () => {
      here = false;
    };
  }, [key, id, code]);
  return key === null ? null : (cache.get(key) ?? null);
}

function ask(key: string, language: string, code: string): Promise<CodeToken[][] | null> {
  const already = asked.get(key);
  if (already) return already;
  const answer = request({ id: ++requests, code, language }).then((lines) => {
    asked.delete(key);
    remember(key, lines);
    return lines;
  });
  asked.set(key, answer);
  return answer;
}

function remember(key: string, lines: CodeToken[][] | null): void {
  cache.set(key, lines);
  const oldest = cache.size > remembered ? cache.keys().next().value : undefined;
  if (oldest !== undefined) cache.delete(oldest);
}

function request(message: HighlightRequest): Promise<CodeToken[][] | null> {
  return new Promise((resolve) => {
    waiting.set(message.id, resolve);
    theWorker().postMessage(message);
  });
}

function theWorker(): Worker {
  if (worker) return worker;
  const started = new Worker(new URL('./highlight.worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data }: MessageEvent<HighlightAnswer>) => {
    waiting.get(data.id)?.(data.lines);
    waiting.delete(data.id);
  });
  // A worker that cannot start costs the colours and nothing else.
  started.addEventListener('error', (event) => {
    console.error(event.message);
    for (const resolve of waiting.values()) resolve(null);
    waiting.clear();
  });
  worker = started;
  return started;
}
