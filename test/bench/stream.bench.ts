import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { serialize } from 'node:v8';
import type { BridgeEvent, Conversation, Message, Route } from '#contract';
import { expectOk } from '../host/lab-routes.ts';
import { openTestServices } from '../host/test-services.ts';
import { startLabProcess } from './support/lab-process.ts';
import { report, rounded } from './support/measure.ts';

/**
 * An answer of 20,000 tokens over real HTTP, several times as fast as models answer: the bytes of all events that a window gets, in the
 * form in which they cross processes (structured clone), against the bytes of the answer; and how busy the process is
 * from one second after its end.
 */
const tokens = 20_000;
/** A frame of 60 Hz: a window that paints at once acknowledges this long after it got a batch. */
const frame = 16;

const lab = await startLabProcess();
const folder = await mkdtemp(join(tmpdir(), 'bough-bench-'));
const services = await openTestServices({ folder });
const route = (await expectOk(services, 'providers.saveRoute', {
  route: { preset: 'other', name: 'Lab', wire: 'openai-chat', baseUrl: lab.baseUrl },
  key: { value: lab.key, storage: 'session' },
})) as Route;
const { id } = (await expectOk(services, 'conversations.create', {})) as Conversation;
await expectOk(services, 'conversations.setReader', {
  id,
  reader: { routeId: route.id, modelId: 'gpt-lab' },
});

let bytes = 0;
let batches = 0;
const answered = new Promise<Message>((resolve) => {
  const client = services.connect((event: BridgeEvent) => {
    bytes += serialize(event).byteLength;
    if (event.type === 'delta') {
      batches += 1;
      setTimeout(() => client.acknowledge(), frame);
    }
    if (event.type === 'message' && event.message.role === 'agent' && event.message.status !== 'streaming') {
      resolve(event.message);
    }
  });
});
const started = performance.now();
const content = { text: `Go on. [[lab: tokens ${tokens}]] [[lab: slow 2]]`, attachments: [] };
await expectOk(services, 'turns.send', { conversationId: id, content });
const message = await answered;
const seconds = (performance.now() - started) / 1000;
const text = message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
const answer = Buffer.byteLength(text);
process.stderr.write(`${batches} batches in ${rounded(seconds, 1)} s, ${message.status}\n`);
report({
  bench: 'stream-bridge-bytes',
  value: bytes,
  unit: `bytes for ${tokens} tokens`,
  peer: { name: 'the answer', value: answer },
  ratio: rounded(bytes / answer, 2),
});

await wait(1000);
const before = process.cpuUsage();
await wait(2000);
const { user, system } = process.cpuUsage(before);
report({
  bench: 'stream-idle-after',
  value: rounded((user + system) / 1000 / 2000, 4),
  unit: 'of one core, from one second after the answer',
  peer: { name: 'limit', value: 0.01 },
  ratio: rounded((user + system) / 1000 / 2000 / 0.01, 2),
});

await services.close();
lab.stop();
await rm(folder, { recursive: true });
