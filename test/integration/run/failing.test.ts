import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManualSchedule } from '../../host/manual-schedule.ts';
import { systemEnvironment } from '../../host/test-services.ts';
import { call, text, tokens } from '../../lab/index.ts';
import { failureOf, Rig, textOf } from './rig.ts';

let rig: Rig;
let clock: ManualSchedule;
beforeEach(async () => {
  clock = new ManualSchedule();
  const environment = { now: clock.now, newId: systemEnvironment.newId };
  rig = await Rig.start({ environment, schedule: clock.schedule });
});
afterEach(() => rig.end());

describe('a provider that fails', () => {
  it.each([
    ['auth', 'provider_auth'],
    ['quota', 'provider_billing'],
    ['model-missing', 'provider_model'],
    ['overflow', 'provider_tokens'],
    ['overflow-bytes', 'provider_bytes'],
    ['content-filter', 'provider_filtered'],
    ['html', 'provider_garbage'],
  ] as const)('%s ends the answer with %s, and the question stays', async (fault, code) => {
    const id = await rig.conversation();
    rig.lab.script({ fault });
    const answer = await rig.ask(id, 'Hello');
    expect(answer.status).toBe('failed');
    expect(failureOf(answer)).toBe(code);
    expect(await rig.tip(id)).toBe(answer.parentId);
    const page = await rig.call('tree.page', { conversationId: id });
    expect(page.below?.id).toBe(answer.id);
  });

  it.each(['cut', 'garbage-json', 'error-event'] as const)(
    '%s in mid-answer keeps what was written, and is never repeated by itself',
    async (fault) => {
      const id = await rig.conversation();
      rig.lab.script({ parts: [tokens(400)], fault });
      const answer = await rig.ask(id, 'Hello');
      expect(answer.status).toBe('failed');
      expect(textOf(answer).length).toBeGreaterThan(200);
      expect(failureOf(answer)).toMatch(/^provider_/);
      expect(rig.lab.requests.filter((request) => request.path.endsWith('completions'))).toHaveLength(1);
    },
  );

  it('repeats a rate limit after the pause that was asked for, and says so meanwhile', async () => {
    const id = await rig.conversation();
    rig.lab.script({ fault: { name: 'rate-limit', retryAfterSeconds: 7 } });
    const { agentMessageId } = await rig.send(id, 'Hello');
    const event = await rig.until((each) => each.type === 'waiting');
    const wait = { code: 'provider_rate_limit', attempt: 1, attempts: 2, until: clock.now() + 7000 };
    expect(event).toMatchObject({ messageId: agentMessageId, wait });
    expect(await rig.call('turns.running', {})).toMatchObject([{ agentMessageId, wait }]);
    clock.advance(6999);
    expect(rig.events.filter((each) => each.type === 'waiting')).toHaveLength(1);
    clock.advance(1);
    expect((await rig.final(agentMessageId)).status).toBe('complete');
    expect(rig.events.filter((each) => each.type === 'waiting').at(-1)).toMatchObject({ wait: null });
  });

  it('gives up after two repetitions', async () => {
    const id = await rig.conversation();
    rig.lab.script([{ fault: 'overloaded' }, { fault: 'overloaded' }, { fault: 'overloaded' }]);
    const { agentMessageId } = await rig.send(id, 'Hello');
    for (const attempt of [1, 2]) {
      await rig.until((each) => each.type === 'waiting' && each.wait?.attempt === attempt);
      clock.advance(60_000);
    }
    expect(failureOf(await rig.final(agentMessageId))).toBe('provider_overloaded');
    expect(rig.lab.requests.filter((request) => request.path.endsWith('completions'))).toHaveLength(3);
  });

  it('does not wait for a provider that asks for more than a minute', async () => {
    const id = await rig.conversation();
    rig.lab.script({ fault: { name: 'rate-limit', retryAfterSeconds: 3600 } });
    expect(failureOf(await rig.ask(id, 'Hello'))).toBe('provider_rate_limit');
  });

  it('a wait can be stopped, and leaves no timer behind', async () => {
    const id = await rig.conversation();
    rig.lab.script({ fault: 'overloaded' });
    const before = clock.pending;
    const { agentMessageId } = await rig.send(id, 'Hello');
    await rig.until((each) => each.type === 'waiting');
    await rig.call('turns.stop', { messageId: agentMessageId });
    expect((await rig.message(agentMessageId)).status).toBe('interrupted');
    expect(clock.pending).toBe(before);
  });

  it('says that the answer was cut at the output limit, and keeps it as complete', async () => {
    const id = await rig.conversation();
    rig.lab.script({ parts: [text('As far as it went')], stop: 'length' });
    const answer = await rig.ask(id, 'Hello');
    expect(answer.status).toBe('complete');
    expect(failureOf(answer)).toBe('output_limit');
    await rig.ask(id, 'Go on');
    expect(rig.lab.lastRequest('openai').raw.toString()).toContain('As far as it went');
  });
});

describe('the journal', () => {
  it('[commit order 2] writes a growing answer once a second while it grows, and nothing afterwards', async () => {
    const id = await rig.conversation();
    const gate = rig.lab.gate('journal');
    const before = clock.pending;
    rig.lab.script({ parts: [text('Journalled. '), { type: 'hold', gate }, text('End.')] });
    const { agentMessageId } = await rig.send(id, 'Hello');
    const stored = () => rig.services.workspace.messages.parts(agentMessageId);
    await gate.reached;
    while (clock.pending < before + 2) await new Promise((resolve) => setImmediate(resolve));
    expect(stored()).toEqual([]);
    clock.advance(1000);
    expect(stored()).toEqual([{ type: 'text', text: 'Journalled. ' }]);
    gate.release();
    await rig.final(agentMessageId);
    expect(clock.pending).toBe(before);
  });
});

describe('tools', () => {
  it('[L6] runs the calls of one step side by side and answers each, in their order', async () => {
    const id = await rig.conversation();
    await rig.ask(id, 'We talked about kumquats here.');
    rig.lab.script([
      {
        parts: [
          call('search_workspace', '{"query":"kumquats"}', 'first'),
          call('no_such_tool', '{}', 'second'),
          call('search_workspace', '{"query":', 'third'),
        ],
      },
      { parts: [text('There it is.')] },
    ]);
    const answer = await rig.ask(id, 'Where?');
    expect(answer.status).toBe('complete');
    const cards = answer.parts.filter((part) => part.type === 'tool');
    expect(cards).toMatchObject([
      { id: 'first', state: 'done', eventful: false, input: '{"query":"kumquats"}' },
      { id: 'second', state: 'failed', eventful: true },
      { id: 'third', state: 'failed', eventful: true, input: '{"query":' },
    ]);
    expect(cards[0]?.result).toContain('kumquats');
    expect(cards[1]?.result).toContain('search_workspace');
    const { messages } = rig.lab.lastRequest('openai').body as {
      messages: { role: string; tool_call_id?: string }[];
    };
    const results = messages
      .filter((message) => message.role === 'tool')
      .map((message) => message.tool_call_id);
    expect(results).toEqual(['first', 'second', 'third']);
  });

  it('reads an attached file of its own branch, and no other', async () => {
    const id = await rig.conversation();
    const bytes = new TextEncoder().encode('Row 1: quinces\n'.repeat(20_000));
    const note = await rig.call('attachments.add', { name: 'list.txt', bytes });
    rig.lab.script([
      { parts: [call('read_attachment', '{"file":"list.txt","offset":15,"limit":100}')] },
      { parts: [text('Quinces.')] },
    ]);
    const content = { text: 'What is on it?', attachments: [note] };
    const { agentMessageId } = await rig.call('turns.send', { conversationId: id, content });
    const answer = await rig.final(agentMessageId);
    const card = answer.parts.find((part) => part.type === 'tool');
    expect(card).toMatchObject({ state: 'done', eventful: false });
    expect(card?.type === 'tool' && card.result).toContain('quinces');
    const other = await rig.conversation();
    rig.lab.script([{ parts: [call('read_attachment', '{"file":"list.txt"}')] }, { parts: [text('No.')] }]);
    const refused = (await rig.ask(other, 'And here?')).parts.find((part) => part.type === 'tool');
    expect(refused).toMatchObject({ state: 'failed' });
  });

  it('a model that calls tools for ever is ended, and what it said is kept', async () => {
    const id = await rig.conversation();
    rig.lab.script(
      Array.from({ length: 50 }, () => ({ parts: [call('search_workspace', '{"query":"more"}')] })),
    );
    const answer = await rig.ask(id, 'Loop');
    expect(answer.status).toBe('failed');
    expect(failureOf(answer)).toBe('too_many_steps');
    expect(answer.parts.filter((part) => part.type === 'tool')).toHaveLength(50);
  });

  it('[T2] stopping between two steps keeps the calls that ran', async () => {
    const id = await rig.conversation();
    rig.lab.script([{ parts: [call('search_workspace', '{"query":"more"}')] }, { fault: 'stall' }]);
    const { agentMessageId } = await rig.send(id, 'Hello');
    await rig.lab.waitForRequest((request) => request.raw.includes('"role":"tool"'));
    await rig.call('turns.stop', { messageId: agentMessageId });
    const stopped = await rig.message(agentMessageId);
    expect(stopped).toMatchObject({ status: 'interrupted', parts: [{ type: 'tool', state: 'done' }] });
    await rig.ask(id, 'Go on');
  });
});
