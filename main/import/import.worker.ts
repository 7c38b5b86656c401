import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { v7 } from 'uuid';
import type { BridgeError } from '#contract';
import { BoughError } from '#core/errors.ts';
import { AttachmentStore } from '../storage/attachments.ts';
import { joinDatabase } from '../storage/database.ts';
import { ImportStore } from '../storage/import-store.ts';
import { ImportWriter } from '../storage/import-writer.ts';
import { BoughWriter } from './bough-writer.ts';
import { runImport } from './importer.ts';
import type { MergeTranscript } from './merge-transcript.ts';
import type { FromImportWorker, ImportWorkerSetup, ToImportWorker } from './protocol.ts';

/** Imports beside the main process, on a connection of its own. Started by `import-service.ts`, once for each import. */
const port = parentPort;
if (!port) throw new Error('This runs as a worker');
const { folder, nativeBinding, request } = workerData as ImportWorkerSetup;
const environment = { now: () => Date.now(), newId: () => v7() };

let cancelled = false;
/** Merges that main was asked for and has not answered. */
const merging = new Map<number, (error: BridgeError | null) => void>();
port.on('message', (message: ToImportWorker) => {
  if (message.type === 'cancel') cancelled = true;
  else merging.get(message.number)?.(message.error);
});

const merge: MergeTranscript = async (transcript, added) => {
  const number = merging.size + 1;
  const error = await new Promise<BridgeError | null>((resolve) => {
    merging.set(number, resolve);
    tell({ type: 'merge', number, transcript, added });
  });
  if (error) throw new BoughError(error.code, error.message, error);
};
/** Milliseconds between two reports of progress. */
const pace = 100;
let told = 0;
const tell = (message: FromImportWorker): void => port.postMessage(message);

async function run(): Promise<void> {
  const db = joinDatabase(join(folder, 'bough.db'), nativeBinding);
  try {
    const report = await runImport(request, {
      writer: new ImportWriter(db, environment),
      bough: new BoughWriter({ db, transcripts: join(folder, 'transcripts'), merge, environment }),
      attachments: new AttachmentStore({ db, folder: join(folder, 'attachments'), environment }),
      environment,
      progress: tellProgress,
      cancelled: () => cancelled,
    });
    new ImportStore(db).end(report);
    tell({ type: 'ended', report });
  } finally {
    db.leave();
  }
}

function tellProgress(done: number, total: number, conversations: number, messages: number): void {
  const now = Date.now();
  if (now - told < pace) return;
  told = now;
  tell({ type: 'progress', done, total, conversations, messages });
}

run()
  .finally(() => port.close())
  .catch((error: unknown) => {
    // Main hears of it as of any crash, and says so in the report.
    setImmediate(() => {
      throw error;
    });
  });
