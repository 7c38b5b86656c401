import { parentPort, workerData } from 'node:worker_threads';
import { readablePage } from './readable.ts';

// One page a worker: a page that is made to take for ever ends with it.
const { html, url } = workerData as { html: string; url: string };
parentPort?.postMessage(readablePage(html, url));
