import { systemSchedule } from '../../../main/schedule.ts';
import type { FaultPoint } from '../../../main/storage/faults.ts';
import { openTestServices, silentLog } from '../../host/test-services.ts';

/**
 * Talks until room is made, and is killed between the pass and its commit: `child.ts FOLDER CONVERSATION POINT HOW`.
 * `how` says what makes the pass: the `answer` that needs the room, or the user's `command`.
 */
const [folder = '', conversationId = '', point, how] = process.argv.slice(2);
let armed = false;

const services = await openTestServices({
  folder,
  log: silentLog,
  schedule: (milliseconds, run) => systemSchedule(milliseconds / 40, run),
  faults: (passed: FaultPoint) => {
    if (armed && passed === point) process.kill(process.pid, 'SIGKILL');
  },
});
let finished: (() => void) | null = null;
services.connect((event) => {
  if (event.type === 'pass') armed = true;
  if (event.type === 'message' && event.message.role === 'agent' && event.message.status !== 'streaming')
    finished?.();
});
for (let n = 1; n <= 30; n += 1) {
  const answered = new Promise<void>((resolve) => {
    finished = resolve;
  });
  const text = `Number ${n}. ${`word${n} `.repeat(120)} [[lab: tokens 400]]`;
  const result = await services.call('turns.send', { conversationId, content: { text, attachments: [] } });
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  await answered;
  if (how !== 'command' || n < 8) continue;
  armed = true;
  await services.call('context.run', { conversationId, command: 'compact', args: 'summary' });
}
throw new Error('Nothing was killed');
