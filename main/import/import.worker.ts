import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { v7 } from 'uuid';
import { AttachmentStore } from '../storage/attachments.ts';
import { joinDatabase } from '../storage/database.ts';
import { ImportStore } from '../storage/import-store.ts';
import { ImportWriter } from '../storage/import-writer.ts';
import { BoughWriter } from './bough-writer.ts';
import { runImport } from './importer.ts';
import type { FromImportWorker, ImportWorkerSetup } from './protocol.ts';

/** Imports beside the main process, on a connection of its own. Started by `import-service.ts`, once for each import. */
const port = parentPort;
if (!port) throw new Error('This runs as a worker');
const { folder, nativeBinding, request } = workerData as ImportWorkerSetup;
const environment = { now: () => Date.now(), newId: () => v7() };

let cancelled = false;
port.on('message', () => {
  cancelled = true;
});
/** Milliseconds between two reports of progress. */
const pace = 100;
let told = 0;
const tell = (message: FromImportWorker): void => port.postMessage(message);

async function run(): Promise<void> {
  const db = joinDatabase(join(folder, 'bough.db'), nativeBinding);
  try {
    const report = await runImport(request, {
      writer: new ImportWriter(db, environment),
      bough: new BoughWriter({ db, transcripts: join(folder, 'transcripts'), environment }),
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
