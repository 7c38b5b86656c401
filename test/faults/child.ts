import { writeSync } from 'node:fs';
import { systemSchedule } from '../../main/schedule.ts';
import type { FaultPoint } from '../../main/storage/faults.ts';
import { openTestServices } from '../host/test-services.ts';
import type { ChildLine } from './crash.ts';

/**
 * Runs the app's services and sends one message after the other, until it is killed: `child.ts FOLDER CONVERSATION
 * [POINT PASS]`. With a point it kills itself, by the same signal, when that point is passed for the PASS-th time.
 */
const [folder = '', conversationId = '', point, pass = '1'] = process.argv.slice(2);

/** Written at once, so that nothing that was told is still in a buffer when the process dies. */
const tell = (line: ChildLine) => writeSync(1, `${JSON.stringify(line)}\n`);

let passes = 0;
const services = await openTestServices({
  folder,
  // The journal's second would hardly ever be over in an answer of this length.
  schedule: (milliseconds, run) => systemSchedule(milliseconds / 40, run),
  faults: (passed: FaultPoint) => {
    if (passed !== point) return;
    passes += 1;
    if (passes === Number(pass)) process.kill(process.pid, 'SIGKILL');
  },
});

let finished: (() => void) | null = null;
services.connect((event) => {
  if (event.type !== 'message' || event.message.role !== 'agent' || event.message.status === 'streaming')
    return;
  tell({ type: 'answered', message: event.message });
  finished?.();
});
tell({ type: 'ready' });
for (let n = 1; ; n += 1) {
  const tool = n % 3 === 0 ? ' [[lab: tool search_workspace {"query":"quinces"}]]' : '';
  const text = `Number ${n} about quinces. [[lab: tokens 120]] [[lab: slow 4]]${tool}`;
  const answered = new Promise<void>((resolve) => {
    finished = resolve;
  });
  const result = await services.call('turns.send', { conversationId, content: { text, attachments: [] } });
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  tell({ type: 'sent', text, ids: result.data as { userMessageId: string; agentMessageId: string } });
  await answered;
}
