import { parentPort, workerData } from 'node:worker_threads';
import { v7 } from 'uuid';
import { toBridgeError } from '#core/errors.ts';
import { saveWorkspace, takeWorkspace } from '../storage/backup-file.ts';
import { type BackupPlace, makeBackup, refuseImpossible } from '../storage/backup-make.ts';
import { checkData } from '../storage/data-check.ts';
import type { BackupAnswer, BackupSetup } from './protocol.ts';

/** Copies and checks beside the main process, which must never wait. Started by `backup-service.ts` for each job. */
const port = parentPort;
if (!port) throw new Error('This runs as a worker');
const { folder, nativeBinding, now, job } = workerData as BackupSetup;
const place: BackupPlace = {
  folder,
  nativeBinding,
  environment: { now: () => now, newId: () => v7() },
};

async function run(): Promise<Pick<Extract<BackupAnswer, { ok: true }>, 'made' | 'check'>> {
  if (job.kind === 'make') return { made: await makeBackup(place, job.reason), check: null };
  if (job.kind === 'check') return { made: null, check: await checkData(folder, nativeBinding) };
  if (job.kind === 'take') return { made: await takeWorkspace(place, job.file), check: null };
  if (job.kind === 'probe') await refuseImpossible(folder);
  else await saveWorkspace(place, job);
  return { made: null, check: null };
}

run()
  .then(
    (done): BackupAnswer => ({ ok: true, ...done }),
    (thrown: unknown): BackupAnswer => ({ ok: false, error: toBridgeError(thrown) }),
  )
  .then((answer) => port.postMessage(answer));
