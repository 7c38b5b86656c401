import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ForkService } from '../../main/branches/fork-service.ts';
import { Marks } from '../../main/branches/marks.ts';
import { systemSchedule } from '../../main/schedule.ts';
import { openWorkspace } from '../../main/storage/workspace.ts';
import { makeLargePath } from '../fixtures/large-path.ts';
import { silentLog, systemEnvironment } from '../host/test-services.ts';
import { median, report, rounded } from './support/measure.ts';

/** [B7] A fork of 5,000 messages with tool calls and two agents, from the call to the commit; the file read anew. */
const rounds = 7;
const folder = mkdtempSync(join(tmpdir(), 'bough-fork-'));
const transcriptWorker = join(import.meta.dirname, '../../main/storage/transcript.worker.ts');
const environment = systemEnvironment;
const options = { folder, environment, schedule: systemSchedule, log: silentLog, transcriptWorker };
const agent = { name: 'Ann', colour: 1, systemPrompt: '', tools: [], reader: null };

const first = await openWorkspace(options);
const { id: conversationId, rootId, agentId } = first.conversations.create();
const image = await first.attachments.add('note.txt', new TextEncoder().encode('Note.'));
const agentIds = [agentId, first.agents.create(agent).id] as const;
await first.close();
const more = { image, wire: 'anthropic', modelId: 'model', messages: 5000 };
const messageId = makeLargePath(folder, { conversationId, rootId, agentIds, ...more }).at(-1) ?? '';

const times: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  const workspace = await openWorkspace(options);
  const events = { publish: () => {} };
  const marks = new Marks({ workspace, events, environment });
  const forks = new ForkService({ workspace, marks, events, environment });
  const start = performance.now();
  await forks.make({ conversationId, messageId });
  times.push(performance.now() - start);
  await workspace.close();
}
rmSync(folder, { recursive: true, force: true });
report({ bench: 'fork', value: rounded(median(times), 0), unit: 'ms for 5,000 messages' });
