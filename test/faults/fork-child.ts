import { writeSync } from 'node:fs';
import { ForkService } from '../../main/branches/fork-service.ts';
import { Marks } from '../../main/branches/marks.ts';
import { systemSchedule } from '../../main/schedule.ts';
import { openWorkspace } from '../../main/storage/workspace.ts';
import { silentLog, systemEnvironment } from '../host/test-services.ts';

/**
 * The process that is killed while it forks: `node fork-child.ts WORKSPACE CONVERSATION MESSAGE [POINT]`. It kills itself
 * when the point is passed for the second time where it is about transcripts: the first agent's is written by then.
 */
const [folder = '', conversationId = '', messageId = '', point] = process.argv.slice(2);

let passes = 0;
const workspace = await openWorkspace({
  folder,
  environment: systemEnvironment,
  schedule: systemSchedule,
  log: silentLog,
  faults: (passed) => {
    if (passed !== point) return;
    passes += 1;
    if (passes === (passed.startsWith('fork-transcript') ? 2 : 1)) process.kill(process.pid, 'SIGKILL');
  },
});
const events = { publish: () => {} };
const environment = systemEnvironment;
const marks = new Marks({ workspace, events, environment });
const forks = new ForkService({ workspace, marks, events, environment });
writeSync(1, 'ready\n');
for (;;) await forks.make({ conversationId, messageId });
