import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { readAtlas } from '#core/snapshot/atlas.ts';
import { pageDrawers } from '../imaging/draw-pages.ts';
import { PageCache } from '../imaging/page-cache.ts';
import { fileCounter, openTokenCounter } from './count-tokens.ts';
import { Desk } from './desk.ts';
import { type JobPort, jobs } from './jobs.ts';
import { PageMaker } from './page-maker.ts';
import type { FromWorker, SummaryAnswer, ToWorker, WorkerSetup } from './protocol.ts';

/** Counts, plans and draws beside the main process, which must never wait. Started by `planner.ts`. */
const port = parentPort;
if (!port) throw new Error('This runs as a worker');
const { atlasFolder, vocabularyFile, pageFolder, attachmentFolder } = workerData as WorkerSetup;

const waiting = new Map<number, (answer: SummaryAnswer | null) => void>();
const tell = (message: FromWorker): void => port.postMessage(message);

const cache = new PageCache(pageFolder);
const count = openTokenCounter(vocabularyFile);
const drawerOf = pageDrawers((font) => readAtlas(readFileSync(join(atlasFolder, `${font}.atlas`))));
const desk = new Desk(count, new PageMaker(count, drawerOf, cache), fileCounter(count, attachmentFolder));
// A folder that cannot be tidied is none that anything depends on.
cache.prune().catch(() => {});

port.on('message', (message: ToWorker) => {
  if (message.type === 'answer') {
    waiting.get(message.id)?.(message.answer);
    waiting.delete(message.id);
  } else if (message.type === 'hold') desk.hold(message.conversationId, message.contents);
  else if (message.type === 'forget') desk.forget(message.conversationId);
  else runJob(message);
});

function runJob({ id, name, input }: Extract<ToWorker, { type: 'job' }>): void {
  const jobPort: JobPort = {
    ask: (prompt, piece, pieces) =>
      new Promise((resolve) => {
        waiting.set(id, resolve);
        tell({ type: 'ask', id, prompt, piece, pieces });
      }),
    drawing: () => tell({ type: 'drawing', id }),
  };
  const work = jobs[name] as (desk: Desk, input: unknown, port: JobPort) => unknown;
  Promise.resolve()
    .then(() => work(desk, input, jobPort))
    .then((output) => tell({ type: 'done', id, output }))
    .catch((error: unknown) => {
      const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
      tell({ type: 'failed', id, message, stack });
    });
}
