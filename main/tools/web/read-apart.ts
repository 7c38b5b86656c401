import { Worker } from 'node:worker_threads';
import type { ReadablePage } from './readable.ts';

export type ReadApart = (html: string, url: string, signal: AbortSignal) => Promise<ReadablePage>;

/** Memory that reading a page may take, in MiB. */
const mostMemory = 256;

/** Reads pages in a worker of their own, so that the window stays quick and a page that never ends can be ended. */
export function readApartWith(workerFile: string): ReadApart {
  return (html, url, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const worker = new Worker(workerFile, {
        workerData: { html, url },
        resourceLimits: { maxOldGenerationSizeMb: mostMemory },
      });
      const stop = () => {
        void worker.terminate();
        reject(signal.reason);
      };
      signal.addEventListener('abort', stop, { once: true });
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', (code) => {
        signal.removeEventListener('abort', stop);
        reject(new Error(`the page could not be read (${code})`));
      });
    });
}
