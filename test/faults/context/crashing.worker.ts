import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { ToWorker, WorkerSetup } from '../../../main/context/protocol.ts';

/**
 * The context worker, which ends at once when it gets a message that a file beside the pages' folder asks for:
 * `crash-job` in the middle of handing a job over, `crash-answer` while a summary is being made.
 */
const { pageFolder } = workerData as WorkerSetup;
parentPort?.on('message', (message: ToWorker) => {
  const order = join(pageFolder, '..', `crash-${message.type}`);
  if (!existsSync(order)) return;
  rmSync(order);
  process.exit(7);
});
await import('../../../main/context/context.worker.ts');
