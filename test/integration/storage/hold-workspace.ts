import { BoughError } from '#core/errors.ts';
import { openWorkspace } from '../../../main/storage/workspace.ts';

/** A process that opens a workspace, starts a conversation in it, says so and waits to be killed. */
const [folder = ''] = process.argv.slice(2);
let made = 0x1000;
const environment = {
  now: () => Date.now(),
  newId: () => {
    made += 1;
    return `01890000-0000-7000-8000-${made.toString(16).padStart(12, '0')}`;
  },
};
const log = { info() {}, warn() {}, error() {} };

try {
  const workspace = await openWorkspace({ folder, environment, log, schedule: () => () => {} });
  workspace.conversations.create();
  process.send?.('open');
  setInterval(() => {}, 60_000);
} catch (thrown) {
  process.send?.(thrown instanceof BoughError ? thrown.code : String(thrown));
}
