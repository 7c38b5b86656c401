import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Reader } from '#contract';
import { ManualSchedule } from '../../host/manual-schedule.ts';
import { systemEnvironment } from '../../host/test-services.ts';
import { text, tokens } from '../../lab/index.ts';
import { failureOf, Rig, textOf } from '../run/rig.ts';
import { addEveryWire, everyWire, type WireReader } from './every-wire.ts';

let rig: Rig;
let clock: ManualSchedule;
let readers: Record<WireReader, Reader>;
beforeAll(async () => {
  clock = new ManualSchedule();
  const environment = { now: clock.now, newId: systemEnvironment.newId };
  rig = await Rig.start({ environment, schedule: clock.schedule });
  readers = await addEveryWire(rig);
});
afterAll(() => rig.end());

const waits = (messageId: string) =>
  rig.events.flatMap((event) =>
    event.type === 'waiting' && event.messageId === messageId ? [event.wait] : [],
  );

describe.each(everyWire)('on %s', (name) => {
  it('a connection that breaks before the answer is tried again by itself, and told meanwhile', async () => {
    const id = await rig.conversation(readers[name]);
    rig.lab.script([{ fault: 'reset' }, { parts: [text('Here I am.')] }]);
    const { agentMessageId } = await rig.send(id, 'Are you there?');
    await rig.until((event) => event.type === 'waiting' && event.messageId === agentMessageId);
    expect(waits(agentMessageId)).toMatchObject([{ code: 'provider_network', attempt: 1, attempts: 2 }]);
    clock.advance(2000);
    const answer = await rig.final(agentMessageId);
    expect([answer.status, textOf(answer)]).toEqual(['complete', 'Here I am.']);
  });

  it('one that breaks in the middle keeps what came, and the same question can be asked again', async () => {
    const id = await rig.conversation(readers[name]);
    rig.lab.script({ parts: [tokens(300)], fault: 'cut' });
    const broken = await rig.ask(id, 'Tell me everything.');
    expect([broken.status, failureOf(broken)]).toEqual(['failed', 'provider_cut']);
    expect(textOf(broken).length).toBeGreaterThan(50);
    expect(await rig.call('turns.retryState', { conversationId: id })).toMatchObject({ kind: 'ready' });
    rig.lab.script({ parts: [text('Everything.')] });
    const { agentMessageId } = await rig.call('turns.retry', { conversationId: id });
    expect(textOf(await rig.final(agentMessageId))).toBe('Everything.');
    const sent = rig.lab.requests.at(-1)?.raw.toString('utf8') ?? '';
    expect(sent).toContain('Tell me everything.');
    expect(sent, 'half an answer is never replayed').not.toContain(textOf(broken).slice(0, 40));
  });

  it('a rate limit is waited for as long as was asked, and stopping ends the wait', async () => {
    const id = await rig.conversation(readers[name]);
    rig.lab.script({ fault: { name: 'rate-limit', retryAfterSeconds: 30 } });
    const { agentMessageId } = await rig.send(id, 'Hello');
    await rig.until((event) => event.type === 'waiting' && event.messageId === agentMessageId);
    // Ollama names no time.
    const seconds = name === 'ollama' ? 2 : 30;
    expect(waits(agentMessageId)).toMatchObject([{ until: clock.now() + seconds * 1000 }]);
    await rig.call('turns.stop', { messageId: agentMessageId });
    expect((await rig.final(agentMessageId)).status).toBe('interrupted');
    const page = await rig.call('tree.page', { conversationId: id });
    expect(JSON.stringify(page)).toContain('Hello');
  });
});
